import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { nameField } from "../definition/object";
import type { ObjectResource } from "../definition/object";
import { canRead } from "../definition/verbs";
import type { Reading } from "../definition/verbs";
import { hasCode, isRefusal } from "../wire/errors";
import type { Settings } from "../settings/index";
import type { Instance } from "../platform/instance";
import { MassDeletionGuard } from "./massDeletionGuard";
import { metaOf } from "../definition/meta";
import { get, set } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import { unknown } from "../definition/unknowns";
import { madeOnKey, notShownKey, notYetWrittenKey } from "../state/bookkeeping";
import { defined, differingPaths, pick } from "../state/compare";
import { noteDrift } from "../state/drift";
import type { Creation } from "../duplicates/creation";
import { listExisting, findExisting, nameOf } from "../objects/find";
import { readObject } from "../objects/read";
import { sourceOf } from "../objects/source";
import type { InstanceIdentity, State } from "../state/instanceIdentity";
import * as messages from "../report/messages";
import type { Line } from "../report/notices";
import type { ReadRequest } from "./requests";
import type { Listed } from "./results";

/** Reads objects from the instance, and returns their new states. */
export class Reads {
  readonly #massDeletionGuard = new MassDeletionGuard();

  constructor(
    readonly instance: Instance,
    readonly settings: Settings,
    readonly instanceIdentity: InstanceIdentity,
    readonly creation: Creation,
  ) {}

  /**
   * Reads the object; undefined if there is evidence that it is deleted. Without evidence it fails, or keeps the state
   * with a warning if the request asks for this.
   */
  async read({
    resource,
    identity,
    id,
    state,
    outputs: shown = state,
    keepUnknown = false,
  }: Omit<ReadRequest, "hidden">): Promise<
    { state: State; inputs: Values; warning?: Line } | undefined
  > {
    const inputNames = Object.keys(resource.inputs.shape);
    const known = pick(state, inputNames);
    const notes = (drift: Values) => ({
      ...noteDrift(state, drift),
      ...pick(state, [notShownKey]),
    });
    const { deletions } = this.creation.journal;
    const isDeleted =
      this.creation.stored.isGone(id, identity) || deletions.mayBeDeleted(identity, id);
    const reading =
      resource.kind === "object"
        ? await this.#readObject(resource, id, state, { keepUnknown, isDeleted }).catch(
            (error: unknown) => {
              // The failure of the first object ends the command. The other objects add no information.
              if (this.instance.connection.isAlreadyReported(error)) return "kept" as const;
              throw error;
            },
          )
        : undefined;
    if (reading === undefined) return { state: shown, inputs: known };
    if (reading === "kept") return { state: shown, inputs: { ...known, ...notes({}) } };
    if (reading.found !== "present") {
      const isMissing = reading.found === "absent" || reading.isMissing === true;
      if (this.creation.stored.isGone(id, identity)) return undefined;
      if (isMissing && deletions.mayBeDeleted(identity, id)) return undefined;
      const isElsewhere = this.instanceIdentity.isAnother(state);
      const elsewhere =
        isElsewhere && isMissing
          ? `it was created on ${state[madeOnKey]}, and ${this.instanceIdentity.name}, which this run uses, does not show it`
          : undefined;
      const confirmed = this.settings.confirmAbsent;
      if (reading.found === "unknown" && keepUnknown) {
        const { why, ...mending } = reading;
        const details = { confirmed, isElsewhere, ...mending };
        const error = messages.unknownState(resource, id, state, elsewhere ?? why, details);
        return {
          state: shown,
          inputs: { ...known, ...notes({}) },
          warning: messages.unknownStates(error),
        };
      }
      const why =
        elsewhere ??
        (reading.found === "unknown" ? reading.why : await this.#massDeletionGuard.whyUnproven());
      if (why === undefined) return undefined;
      throw messages.unknownState(resource, id, state, why, { confirmed, isElsewhere });
    }
    deletions.settlePending(identity, id);
    const changed = differingPaths(resource.inputs, known, reading.live);
    // The address of an instance can change. If the id belongs to a different object there, it is another instance.
    if (this.instanceIdentity.isAnother(state) && changed.length > 0) {
      throw messages.anotherInstance(
        resource,
        id,
        state,
        String(state[madeOnKey]),
        this.instanceIdentity.name,
      );
    }

    const inputs = structuredClone(known);
    const before = structuredClone(pick(shown, inputNames));
    const drift: Values = {};
    // Only declared values are compared. A value with the same meaning keeps the spelling of the program.
    for (const path of changed) {
      for (const values of [inputs, before]) set(values, path, get(reading.live, path));
      drift[path] = get(known, path);
    }
    const outputs = pick(state, Object.keys(resource.outputs.shape));
    return {
      state: this.instanceIdentity.mark({
        ...before,
        ...outputs,
        ...defined(reading.outputs ?? {}),
        ...noteDrift(state, drift),
        ...pick(state, [notYetWrittenKey]),
      }),
      inputs: { ...inputs, ...notes(drift) },
      warning: reading.warning,
    };
  }

  /** Reads an object by list or fetch; undefined if the instance offers neither. */
  async #readObject(
    resource: ObjectResource,
    id: string,
    state: State,
    { keepUnknown, isDeleted }: { keepUnknown: boolean; isDeleted: boolean },
  ): Promise<Reading | undefined> {
    const source = this.#sourceOf(resource);
    if (!canRead(source.verbs)) return undefined;
    const look = () =>
      this.#massDeletionGuard.counting({
        resource,
        id,
        isDeleted,
        read: () => readObject(source, id, state),
      });
    const whyUnknown = (error: unknown): Reading => {
      if (hasCode(error, "not_found")) {
        return { found: "unknown", why: messages.unprovenAbsence(error) };
      }
      if (keepUnknown && isRefusal(error)) {
        return { found: "unknown", why: error.reason, note: error.note, advice: error.advice };
      }
      throw error;
    };
    const first = look();
    const isMissing = await first.then(
      (reading) => reading?.found === "absent",
      (error: unknown) => hasCode(error, "not_found"),
    );
    if (!isMissing) return first.catch(whyUnknown);
    // Other objects of the same endpoint can prove this absence. One answer can also come from another instance, so the
    // object is read again.
    await this.#massDeletionGuard.waitForReads();
    const lookAgain = async (): Promise<Reading | undefined> => {
      const { ownership } = this.creation;
      const wasDeleted = ownership.wasDeleted.bind(ownership);
      const why = await this.#massDeletionGuard.whyInstanceIsSuspect(resource, wasDeleted);
      return why === undefined ? look() : { found: "unknown", why };
    };
    return this.instance.again(lookAgain).catch(whyUnknown);
  }

  /** Imports an object by its id or its name. Each object is imported only once. */
  async import(
    resource: Resource,
    key: string,
    isFree: (id: string) => boolean,
  ): Promise<{ id: string; state: State; inputs: Values; notice?: string }> {
    if (resource.kind === "action") throw messages.cannotImportAction(resource, key);
    const {
      id,
      live,
      outputs = {},
      unseen = [],
    } = await findExisting(this.#sourceOf(resource), key);
    if (!isFree(id)) throw messages.importedTwice(resource, id);
    const inputs = defined(live);
    const programOnly = fieldsOf(resource.inputs)
      .filter(({ schema }) => metaOf(schema).programOnly !== undefined)
      .map(({ path }) => path);
    const notShown = [...unseen, ...programOnly];
    return {
      id,
      state: this.instanceIdentity.mark({
        ...inputs,
        ...defined(outputs),
        ...(unseen.length > 0 && { [notYetWrittenKey]: unseen }),
      }),
      inputs: { ...inputs, ...(notShown.length > 0 && { [notShownKey]: notShown }) },
      notice: unseen.length > 0 ? messages.recordedUnseen(resource, unseen) : undefined,
    };
  }

  /** Every object of a type that the token's user can see; undefined while the query is not known. */
  async list(resource: Resource, query: Values): Promise<Listed[] | undefined> {
    const filter = (resource.kind === "object" && nameField(resource)) || "";
    const other = Object.keys(query).find((name) => name !== filter);
    if (other !== undefined) throw messages.cannotFilter(resource, other);
    const wanted = query[filter] ?? undefined;
    if (wanted === unknown) return undefined;
    if (resource.kind === "action") throw messages.cannotList(resource);
    const all = await listExisting(this.#sourceOf(resource), wanted as string | undefined);
    return all.map((one) => ({ id: one.id, name: nameOf(resource, one) }));
  }

  #sourceOf(resource: ObjectResource) {
    return sourceOf(resource, this.instance);
  }
}
