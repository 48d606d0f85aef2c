import type { Values } from "../definition/values";
import { canRead } from "../definition/verbs";
import type { Reading } from "../definition/verbs";
import { hasCode, isRefusal } from "../wire/errors";
import { MassDeletionGuard } from "./massDeletionGuard";
import { get, set } from "../definition/paths";
import { decideAbsence } from "../decisions/absence";
import type { AbsenceFacts } from "../decisions/absence";
import { madeOnKey, notShownKey, notShownYetKey, notYetWrittenKey } from "../state/bookkeeping";
import { defined, differingPaths, pick, meantAt } from "../state/compare";
import { noteDrift } from "../state/drift";
import { isFromBefore, youngAgeMs } from "../state/youngWrite";
import { readObject } from "../objects/read";
import { sourceOf } from "../objects/list";
import type { State } from "../state/instanceIdentity";
import * as messages from "../report/messages";
import type { Line } from "../report/notices";
import type { Context } from "./context";
import type { ReadRequest } from "./requests";

type Read = { state: State; inputs: Values; warnings?: Line[] } | undefined;
type Request = Omit<ReadRequest, "hidden">;
type Missing = Exclude<Reading, { found: "present" }>;
type Present = Extract<Reading, { found: "present" }>;

/** Reads objects from the instance, and returns their new states. */
export class Reads {
  readonly #massDeletionGuard = new MassDeletionGuard();

  constructor(readonly context: Context) {}

  /**
   * Reads the object; undefined if there is evidence that it is deleted. Without evidence it fails, or keeps the state
   * with a warning if the request asks for this.
   */
  async read(request: Request): Promise<Read> {
    const { state, outputs = state } = request;
    const reading = await this.#readObject(request).catch((error: unknown) => {
      // The failure of the first object ends the command. The other objects add no information.
      if (this.context.instance.connection.isAlreadyReported(error)) return "kept" as const;
      throw error;
    });
    if (reading === undefined) return { state: outputs, inputs: inputsIn(request) };
    if (reading === "kept") return kept(request);
    return reading.found === "present"
      ? this.#shown(request, reading)
      : this.#notShown(request, reading);
  }

  /** What it means that the platform does not show the object. */
  async #notShown(request: Request, reading: Missing): Promise<Read> {
    const { resource, identity, id, state, keepUnknown = false } = request;
    const { here, settings, creation } = this.context;
    const { confirmAbsent: confirmed, visibilityDelaySeconds } = settings;
    const ageMs = youngAgeMs(state, settings);
    const facts: AbsenceFacts = {
      found: reading.found === "unknown" && reading.isMissing ? "missing" : reading.found,
      isConfirmed: creation.stored.isGone(id, identity),
      isDeleteSent: creation.journal.deletions.mayBeDeleted(identity, id),
      isElsewhere: here.isAnother(state),
      isYoung: ageMs !== undefined,
    };
    let verdict = decideAbsence(facts);
    let unproven: string | undefined;
    if (verdict.is === "undecided") {
      unproven = await this.#massDeletionGuard.whyUnproven();
      verdict = decideAbsence({ ...facts, isOneOfMost: unproven !== undefined });
    }
    if (verdict.is !== "unknown") return undefined;
    if (verdict.why === "young") {
      const young = messages.keptYoung(resource, id, state, ageMs ?? 0, visibilityDelaySeconds);
      return { ...kept(request), warnings: [young] };
    }
    const { isElsewhere } = facts;
    const why =
      verdict.why === "elsewhere"
        ? messages.createdElsewhere(String(state[madeOnKey]), here.name)
        : (unproven ?? (reading.found === "unknown" ? reading.why : ""));
    if (reading.found === "absent" || !keepUnknown)
      throw messages.unknownState(resource, id, state, why, { confirmed, isElsewhere });
    const { why: _, ...mending } = reading;
    const error = messages.unknownState(resource, id, state, why, {
      ...{ confirmed, isElsewhere },
      ...mending,
    });
    return { ...kept(request), warnings: [messages.unknownStates(error)] };
  }

  /** The state and the inputs with the values that the platform shows. */
  #shown(request: Request, reading: Present): Read {
    const { resource, identity, id, state, outputs = state } = request;
    this.context.creation.journal.deletions.settlePending(identity, id);
    const known = inputsIn(request);
    const differing = differingPaths(resource.inputs, known, reading.live);
    // On another instance, other values say that the object is another one.
    const isYoung =
      !this.context.here.isAnother(state) && youngAgeMs(state, this.context.settings) !== undefined;
    const late = isYoung
      ? differing.filter((path) => isFromBefore(resource, state, path, known, reading.live))
      : [];
    const changed = differing.filter((path) => !late.includes(path));
    // The address of an instance can change. If the id belongs to a different object there, it is another instance.
    if (this.context.here.isAnother(state) && changed.length > 0) {
      const madeOn = String(state[madeOnKey]);
      throw messages.anotherInstance(resource, id, state, madeOn, this.context.here.name);
    }

    const inputs = structuredClone(known);
    const before = structuredClone(pick(outputs, Object.keys(resource.inputs.shape)));
    const drift: Values = {};
    // Only declared values are compared. A value with the same meaning keeps the spelling of the program.
    for (const path of changed) {
      for (const values of [inputs, before]) set(values, path, get(reading.live, path));
      drift[path] = meantAt(resource.inputs, path, known);
    }
    return {
      state: this.context.here.mark({
        ...before,
        ...pick(state, Object.keys(resource.outputs.shape)),
        ...defined(reading.outputs ?? {}),
        ...noteDrift(state, drift),
        ...pick(state, late.length > 0 ? [notYetWrittenKey, notShownYetKey] : [notYetWrittenKey]),
      }),
      inputs: { ...inputs, ...notesOf(state, drift) },
      warnings: warningsOf(request, reading),
    };
  }

  /** Reads an object by list or fetch; undefined if the instance offers neither, and for an action. */
  async #readObject({
    resource,
    identity,
    id,
    state,
    keepUnknown = false,
  }: Request): Promise<Reading | undefined> {
    if (resource.kind === "action") return undefined;
    const source = sourceOf(resource, this.context.instance);
    const readsDetails = this.context.settings.readDetails === "refresh";
    if (!canRead(source.verbs)) return undefined;
    const { stored, journal, ownership } = this.context.creation;
    // The absence of these objects proves nothing about others.
    const isDeleted =
      stored.isGone(id, identity) ||
      journal.deletions.mayBeDeleted(identity, id) ||
      youngAgeMs(state, this.context.settings) !== undefined;
    const look = () =>
      this.#massDeletionGuard.counting({
        resource,
        id,
        isDeleted,
        read: () => readObject(source, id, state, readsDetails),
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
      const wasDeleted = ownership.wasDeleted.bind(ownership);
      const why = await this.#massDeletionGuard.whyInstanceIsSuspect(resource, wasDeleted);
      return why === undefined ? look() : { found: "unknown", why };
    };
    return this.context.instance.again(lookAgain).catch(whyUnknown);
  }
}

const inputsIn = ({ resource, state }: Request): Values =>
  pick(state, Object.keys(resource.inputs.shape));

function warningsOf({ resource, state }: Request, reading: Present): Line[] {
  const { warning, whyUnseen, unseen = [] } = reading;
  const declared = unseen.filter((path) => get(state, path) !== undefined);
  return [
    ...(warning === undefined ? [] : [warning]),
    ...(whyUnseen === undefined ? [] : [messages.detailsNotShown(resource, whyUnseen, declared)]),
  ];
}

/** The bookkeeping of the inputs, with the values that the program declared before a manual change. */
const notesOf = (state: State, drift: Values): Values => ({
  ...noteDrift(state, drift),
  ...pick(state, [notShownKey]),
});

/** The result without new knowledge. */
function kept(request: Request): { state: State; inputs: Values } {
  const { state, outputs = state } = request;
  return { state: outputs, inputs: { ...inputsIn(request), ...notesOf(state, {}) } };
}
