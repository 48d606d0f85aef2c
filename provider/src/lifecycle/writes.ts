import type { Values } from "../definition/values";
import type { Verbs } from "../definition/verbs";
import type { ObjectResource } from "../definition/object";
import { verbsOf } from "../definition/object";
import { get } from "../definition/paths";
import type { Instance } from "../platform/instance";
import type { Settings } from "../settings/index";
import { hasCode, PlatformError } from "../wire/errors";
import { runOnce } from "./actionRuns";
import type { Run } from "./actionRuns";
import { adopt, adopted } from "./adoption";
import { notYetWrittenKey } from "./bookkeeping";
import { impossible } from "./checks";
import { changedPaths, defined, pick } from "./compare";
import type { Creation } from "./creation";
import { originOf } from "./earlierRuns";
import type { State } from "./instanceIdentity";
import { decidedByMail } from "./mail";
import { mailOnce } from "./mailOnce";
import * as messages from "./messages";
import type { Line } from "./notices";
import type { Ownership } from "./ownership";
import type { CreateRequest, DeleteRequest, UpdateRequest } from "./requests";

interface Written {
  state: State;
  warning?: Line;
}

/** Creates, updates and deletes objects, and runs actions. */
export class Writes {
  constructor(
    readonly instance: Instance,
    readonly settings: Settings,
    readonly creation: Creation,
    readonly ownership: Ownership,
    readonly leaving: AbortSignal | undefined,
  ) {}

  async create(request: CreateRequest): Promise<Written & { id: string }> {
    const { resource, inputs, identity } = request;
    const { journal } = this.creation;
    return journal.withLock(identity, async () => {
      if (resource.kind === "action") {
        const { ran, warning } = await runOnce({ ...this.#run(request), resource });
        const id = identity ?? String(ran.ranAt);
        return { id, state: { ...defined(ran), ...inputs }, warning };
      }
      const verbs = this.#verbs(resource);
      const { create } = verbs;
      const adoptedId = adopted(inputs);
      const isAdopting = adoptedId !== undefined;
      if (create === undefined) throw messages.cannotCreate(resource, inputs);
      if (isAdopting) await this.#mustBeFree(resource, adoptedId, identity, inputs);
      const { result, outcome, mailedAt, warning } = await mailOnce(this.#run(request), (sent) =>
        isAdopting
          ? adopt({ resource, inputs, verbs, instance: this.instance })
          : this.creation.create({ resource, identity, inputs: sent, verbs: { ...verbs, create } }),
      );
      if (isAdopting) {
        // A person's word settles what an earlier run left open.
        await journal.remove(identity);
        // A renamed resource may adopt the object of its old name, which Pulumi then deletes.
        this.ownership.hold(resource, result.id, identity);
        this.ownership.keep(resource, result.id);
      }
      this.ownership.become(resource, result.id, identity);
      await journal.deletions.exists(identity, result.id);
      const outputs = defined({ ...result.outputs, outcome, __mailedAt: mailedAt });
      const { id, takenOverFrom: at, warning: notNoted, unseen = [] } = result;
      const takenOver = at === undefined ? at : messages.takenOver(resource, inputs, id, at);
      const notWritten = unseen.length > 0 && { [notYetWrittenKey]: unseen };
      const state = { ...inputs, ...outputs, ...notWritten };
      return { id, state, warning: warning ?? notNoted ?? takenOver };
    });
  }

  async update(request: UpdateRequest): Promise<Written> {
    const { resource, id, state, inputs, identity } = request;
    const changed = changedPaths(resource.inputs, state, inputs);
    const old = pick(state, Object.keys(resource.inputs.shape));
    const outputsBefore = pick(state, Object.keys(resource.outputs.shape));
    // Nothing of the object changed: only what the state remembers of it did.
    if (changed.length === 0) return { state: { ...outputsBefore, ...inputs } };
    const { journal } = this.creation;
    if (resource.kind === "action") {
      return journal.withLock(identity, async () => {
        const run = { ...this.#run(request), origin: originOf(state) };
        const { ran, warning } = await runOnce({ ...run, resource });
        return { state: { ...defined(ran), ...inputs }, warning };
      });
    }
    const { update } = this.#verbs(resource);
    const [problem] = impossible({ resource, inputs }, old, changed, this.settings);
    if (update === undefined || problem !== undefined) {
      const byMail = decidedByMail(resource, inputs, this.settings);
      throw messages.cannotRepair(resource, id, old, inputs, problem, changed, byMail);
    }
    return journal.withLock(identity, async () => {
      const ownedElsewhere = this.ownership.ownedElsewhere(resource, old, identity);
      const written = [...new Set([...changed, ...notYetWrittenPaths(state, inputs)])];
      const change = { id, state, changed: written, ownedElsewhere };
      const mailing = { ...this.#run(request), old, origin: originOf(state) };
      const { result, outcome, mailedAt, warning } = await mailOnce(mailing, async (sent) => ({
        id,
        outputs: await update.run(this.instance, { ...change, inputs: sent }),
      }));
      // An output that the update gives as undefined is no longer known.
      const outputs = {
        ...outputsBefore,
        ...result.outputs,
        ...defined({ outcome, __mailedAt: mailedAt }),
      };
      return { state: { ...inputs, ...defined(outputs) }, warning };
    });
  }

  /** Deletes an object; a warning tells where it stays. */
  async delete({ resource, id, state, identity }: DeleteRequest): Promise<{ warning?: Line }> {
    const { journal } = this.creation;
    if (resource.kind === "action") {
      // Nothing is called: the run stays done.
      await journal.withLock(identity, () => journal.remove(identity));
      return {};
    }
    const { delete: remove, read } = this.#verbs(resource);
    // Another resource is that object, too: the last one of them deletes it.
    if (this.ownership.leave(resource, id, identity)) {
      return { warning: messages.keptForAnother(resource, id, state) };
    }
    // A replacement got the object of the old state.
    if (this.ownership.isKept(resource, id)) {
      return { warning: messages.keptByThisRun(resource, id, state) };
    }
    if (this.ownership.isAdopted(resource, id)) {
      return { warning: messages.keptForAdoption(resource, id, state) };
    }
    // What the program declares stays, also for this resource: a replacement declares what the old state has.
    const declared = this.ownership.declaredClaims(resource, state);
    if (declared.length > 0 && declared.length === resource.claims?.(state).length) {
      const elsewhere = this.ownership.ownedElsewhere(resource, state, identity);
      if (elsewhere.length === declared.length) await this.creation.left(resource, id, identity);
      return {};
    }
    const cannotDelete = (notOffered?: PlatformError) => {
      const successor = identity === undefined ? undefined : journal.createOf(identity)?.id;
      const isReplaced = successor !== undefined && successor !== id;
      const { confirmAbsent: confirmed } = this.settings;
      const asked = { resource, id, state, identity, isReplaced, confirmed };
      return messages.cannotDelete(asked, notOffered);
    };
    if (remove === undefined) throw cannotDelete();
    return journal.withLock(identity, async () => {
      const wasAsked = journal.deletions.isAsked(identity, id);
      await journal.deletions.begin(identity, id);
      try {
        await remove.run(this.instance, id, state, declared);
      } catch (error) {
        const failed = error instanceof PlatformError ? error : undefined;
        const mayBeOurs = wasAsked || failed?.isRepeated === true;
        if (failed?.mayHaveWorked === false && !mayBeOurs)
          await journal.deletions.refused(identity);
        if (!hasCode(error, "not_found", "not_offered")) throw error;
        const isDeleted =
          (mayBeOurs && error.missing === "object") || this.ownership.wasDeleted(resource, id);
        if (!isDeleted && !this.creation.isGone(id, identity)) {
          if (error.code === "not_offered") throw cannotDelete(error);
          // Deleted by somebody else in the meantime, or an instance that does not know the operation.
          const reading = await read?.run(this.instance, id, state).catch(() => undefined);
          if (read !== undefined && reading?.found !== "absent") {
            if (!mayBeOurs && error.missing === "object")
              await journal.deletions.hidden(identity, id);
            throw messages.notDeleted(resource, id, state, error, this.settings.confirmAbsent);
          }
        }
      }
      this.ownership.noteDeleted(resource, id);
      await this.creation.deleted(resource, id, identity);
      return {};
    });
  }

  /** Refuses to adopt the object of another resource of the program, which the engine may tell of meanwhile. */
  async #mustBeFree(
    resource: ObjectResource,
    id: string,
    identity: string | undefined,
    inputs: Values,
  ): Promise<void> {
    const isManaged = () => this.ownership.isHeldElsewhere(resource, id, identity);
    await this.ownership.told(isManaged);
    if (isManaged()) {
      const reason = "another resource of this program manages it";
      const advice = [{ steps: [{ program: "remove" as const }] }];
      throw messages.cannotAdopt(resource, id, inputs, { reason, advice }, "declared_twice");
    }
  }

  #run<Request extends Pick<Run, "resource" | "inputs" | "identity">>(request: Request) {
    const { instance, settings, leaving } = this;
    const { journal, mutex } = this.creation;
    return { ...request, instance, settings, leaving, journal, mutex };
  }

  #verbs(resource: ObjectResource): Verbs<Values, Values> {
    return verbsOf(resource, this.settings.operations);
  }
}

/** The paths of an imported object that the program declares, and that nobody has written since the import. */
export function notYetWrittenPaths(state: State, inputs: Values): string[] {
  return ((state[notYetWrittenKey] ?? []) as string[]).filter(
    (path) => get(inputs, path) !== undefined,
  );
}
