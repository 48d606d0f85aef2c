import type { ObjectResource } from "../definition/object";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Verbs } from "../definition/verbs";
import { verbsOf } from "../definition/object";
import type { Settings } from "../settings/index";
import { PlatformError } from "../wire/errors";
import { Instance } from "../platform/instance";
import { adopt, adopted } from "./adoption";
import { Checks, impossible } from "./checks";
import type { Checked } from "./checks";
import { get, set } from "../definition/paths";
import { changedPaths, defined, pick, unsentKey } from "./compare";
import { saysUnsent } from "./imports";
import { contentOfInputs, Creation } from "./creation";
import * as say from "./messages";
import { Ownership } from "./ownership";
import { declaredInputs, mailNotice } from "./mail";
import { InstanceIdentity, placeKey } from "./instanceIdentity";
import type { State } from "./instanceIdentity";
import { previewUpdate } from "./previews";
import { Reads } from "./reads";
import type { ReadRequest } from "./reads";
import { mailOnce, runOnce } from "./sending";
import type { Run } from "./sending";
import { holdsUnknown } from "../definition/unknowns";

/** Runs the verbs of any definition; every face is a translation of this. */
export class Lifecycle {
  readonly instance: Instance;
  readonly creation: Creation;
  readonly #checks: Checks;
  readonly #readings: Reads;
  readonly ownership = new Ownership();
  readonly place: InstanceIdentity;

  constructor(
    readonly settings: Settings,
    say: (line: string) => void = () => undefined,
    /** The engine wants this process to end. */
    readonly leaving?: AbortSignal,
  ) {
    this.instance = new Instance(settings, say);
    this.creation = new Creation(this.instance, settings, this.ownership, leaving);
    this.#checks = new Checks(this.instance, settings, this.ownership);
    this.place = new InstanceIdentity(settings.baseUrl);
    this.#readings = new Reads(this.instance, settings, this.place);
  }

  /**
   * What is wrong with the new inputs, by themselves and as a change of the old ones; and the inputs as they
   * are declared where mail is muted or redirected.
   */
  async check(
    request: Checked,
  ): Promise<Awaited<ReturnType<Checks["check"]>> & { inputs: Values; notice?: string }> {
    const { resource, old, identity } = request;
    if (old && identity !== undefined) this.creation.stored(resource, identity, old);
    const inputs = declaredInputs(resource, request.inputs, this.settings);
    const { doubts, ...found } = await this.#checks.check({ ...request, inputs });
    const problems = found.problems.map((problem) =>
      // The program does not say so: the setting does.
      Object.is(get(inputs, problem.property), get(request.inputs, problem.property))
        ? problem
        : { ...problem, reason: `${problem.reason}. It is declared so by platform:mail` },
    );
    const isNew = problems.length === 0 && old === undefined;
    const notice = isNew ? this.#newNotice(request, inputs) : undefined;
    return { problems, doubts, inputs, notice };
  }

  /** Who gets mail because of something new: of those whom the program names, and what becomes of their mail. */
  #newNotice({ resource, inputs, identity }: Checked, declared: Values) {
    const mails = mailNotice(resource, inputs, undefined, this.settings);
    if (mails === undefined || resource.mail?.sent === undefined || holdsUnknown(declared)) {
      return mails;
    }
    const earlier = this.creation.journal.read(identity);
    return earlier?.content === contentOfInputs(resource, declared)
      ? say.mailedBefore(resource, inputs, earlier.sentAt)
      : mails;
  }

  /** Whether the inputs differ in meaning from the state, which of them force a replacement, and who gets mail. */
  diff(request: { resource: Resource; state: State; inputs: Values }): {
    changed: string[];
    replaces: string[];
    notice?: string;
  } {
    const { resource, state, inputs } = request;
    const changed = changedPaths(resource.inputs, state, inputs);
    const replaces =
      (resource.kind === "object" && resource.replaces?.(state, inputs, changed)) || [];
    const updates = changed.length > 0 && replaces.length === 0;
    return { changed, replaces, notice: updates ? this.#updateNotice(request) : undefined };
  }

  /** Who gets mail because of an update, and what it writes that nobody has seen on the instance. */
  #updateNotice({ resource, state, inputs }: { resource: Resource; state: State; inputs: Values }) {
    const unsent = unsentPaths(state, inputs);
    if (unsent.length === 0) return mailNotice(resource, inputs, state, this.settings);
    const known = structuredClone(pick(state, Object.keys(resource.inputs.shape)));
    for (const path of unsent) set(known, path, undefined);
    const mails = mailNotice(resource, inputs, known, this.settings);
    const writes = saysUnsent(resource, inputs, unsent);
    return mails === undefined ? writes : `${mails} ${writes}`;
  }

  async create(request: { resource: Resource; inputs: Values; identity?: string }): Promise<{
    id: string;
    state: State;
    warning?: string;
  }> {
    const { resource, inputs, identity } = request;
    const { journal } = this.creation;
    return journal.alone(identity, async () => {
      if (resource.kind === "action") {
        const { ran, warning } = await runOnce({ ...this.#run(request), resource });
        const id = identity ?? String(ran.ranAt);
        return { id, state: this.place.mark({ ...defined(ran), ...inputs }), warning };
      }
      const verbs = this.#verbs(resource);
      const { result, outcome, warning } = await mailOnce(this.#run(request), (sent) =>
        adopted(inputs) === undefined
          ? this.creation.create({ resource, identity, inputs: sent, verbs })
          : adopt({ resource, inputs, verbs, instance: this.instance }),
      );
      // What an earlier run left open is settled by a person's word.
      if (adopted(inputs) !== undefined) journal.remove(identity);
      const outputs = defined({ ...result.outputs, outcome });
      return { id: result.id, state: this.place.mark({ ...inputs, ...outputs }), warning };
    });
  }

  read(request: ReadRequest) {
    return this.#readings.read(request);
  }

  import(resource: Resource, key: string, identity?: string) {
    return this.#readings.import(resource, key, (id) =>
      this.ownership.claim(resource, id, identity),
    );
  }

  list(resource: Resource, query?: string) {
    return this.#readings.list(resource, query);
  }

  async update(request: {
    resource: Resource;
    id: string;
    state: State;
    inputs: Values;
    identity?: string;
  }): Promise<{ state: State; warning?: string }> {
    const { resource, id, state, inputs } = request;
    this.mustBeHere(resource, id, state);
    const changed = changedPaths(resource.inputs, state, inputs);
    const old = pick(state, Object.keys(resource.inputs.shape));
    const kept = pick(state, Object.keys(resource.outputs.shape));
    // Nothing of the object changed: only the name of its instance did.
    if (changed.length === 0) return { state: this.place.mark({ ...kept, ...inputs }) };
    const { journal } = this.creation;
    if (resource.kind === "action") {
      return journal.alone(request.identity, async () => {
        const { ran, warning } = await runOnce({ ...this.#run(request), resource });
        return { state: this.place.mark({ ...defined(ran), ...inputs }), warning };
      });
    }
    const { update } = this.#verbs(resource);
    const [problem] = impossible({ resource, inputs }, old, changed, this.settings);
    if (update === undefined || problem !== undefined) {
      throw say.cannotRepair(resource, id, old, inputs, problem, changed);
    }
    return journal.alone(request.identity, async () => {
      const ownedElsewhere = this.ownership.ownedElsewhere(resource, old, request.identity);
      const written = [...new Set([...changed, ...unsentPaths(state, inputs)])];
      const { result, outcome, warning } = await mailOnce({ ...this.#run(request), old }, (sent) =>
        update.run(this.instance, { id, inputs: sent, state, changed: written, ownedElsewhere }),
      );
      const outputs = defined({ ...result, outcome });
      return { state: this.place.mark({ ...kept, ...inputs, ...outputs }), warning };
    });
  }

  /** What an update will leave, as far as that is known; throws where the object is on another instance. */
  previewUpdate(request: { resource: Resource; id: string; state: State; inputs: Values }): State {
    const { resource, id, state, inputs } = request;
    this.mustBeHere(resource, id, state);
    return this.place.mark(
      previewUpdate(resource, state, inputs, changedPaths(resource.inputs, state, inputs)),
    );
  }

  /** Whether every preview is to look at the object: that is cheap, and is not switched off. */
  showsDrift(resource: Resource): boolean {
    const isShared = resource.kind === "object" && this.#verbs(resource).read?.shared === true;
    return this.settings.driftInPreviews && isShared;
  }

  canDelete(resource: Resource): boolean {
    return resource.kind === "action" || this.#verbs(resource).delete !== undefined;
  }

  #run<Request extends Pick<Run, "resource" | "inputs" | "identity">>(request: Request) {
    const { instance, settings, leaving } = this;
    const { journal, turns } = this.creation;
    return { ...request, instance, settings, leaving, journal, turns };
  }

  async delete(request: {
    resource: Resource;
    id: string;
    state: State;
    identity?: string;
  }): Promise<void> {
    const { resource, id, state, identity } = request;
    this.mustBeHere(resource, id, state);
    if (resource.kind === "action") {
      await this.creation.journal.alone(identity, async () =>
        this.creation.deleted(resource, id, identity),
      );
      return;
    }
    const { delete: remove, read } = this.#verbs(resource);
    // Another resource is that object, too: the last one of them deletes it.
    if (this.ownership.leave(resource, id, identity)) return;
    const ownedElsewhere = this.ownership.ownedElsewhere(resource, state, identity);
    if (ownedElsewhere.length > 0 && ownedElsewhere.length === resource.claims?.(state).length) {
      this.creation.journal.remove(identity);
      return;
    }
    if (remove === undefined) throw say.cannotDelete(resource, id, state);
    await this.creation.journal.alone(identity, async () => {
      try {
        await remove.run(this.instance, id, state, ownedElsewhere);
      } catch (error) {
        if (!(error instanceof PlatformError && error.code === "not_found")) throw error;
        // Deleted by somebody else in the meantime, or an instance that does not know the operation.
        const reading = await read?.run(this.instance, id, state).catch(() => undefined);
        if (read !== undefined && reading?.found !== "absent")
          throw say.notDeleted(resource, id, state, error);
      }
      this.creation.deleted(resource, id, identity);
    });
  }

  /** Throws where the object is on another instance. */
  mustBeHere(resource: Resource, id: string, state: State): void {
    if (!this.place.isAnother(state)) return;
    throw say.anotherInstance(resource, id, state, String(state[placeKey]), this.place.name);
  }

  #verbs(resource: ObjectResource): Verbs<Values, Values> {
    return verbsOf(resource, this.settings.operations);
  }
}

/** The fields of an imported object that the program declares, and that nobody has written there yet. */
function unsentPaths(state: State, inputs: Values): string[] {
  return ((state[unsentKey] ?? []) as string[]).filter((path) => get(inputs, path) !== undefined);
}
