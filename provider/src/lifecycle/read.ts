import type { Values } from "../definition/values";
import { reusesIds } from "../definition/object";
import { canRead } from "../definition/verbs";
import type { Reading } from "../definition/verbs";
import { settingVariables } from "../messages/settingPlaces";
import { hasCode, isRefusal } from "../messages/errors";
import { get, set } from "../definition/paths";
import { decideAbsence } from "../decisions/absence";
import type { AbsenceFacts } from "../decisions/absence";
import {
  keptValuesKey,
  madeOnKey,
  notYetWrittenKey,
  unreadAtImportKey,
  youngWriteKey,
} from "../state/bookkeeping";
import { defined, differingPaths, pick, meantAt } from "../state/compare";
import { noteDrift } from "../state/drift";
import { isKept, keptSince } from "../state/keptValues";
import { isFromBefore, writtenAt, youngAgeMs } from "../state/youngWrite";
import { readObject } from "../objects/read";
import { sourceOf } from "../objects/list";
import type { ObjectSource } from "../objects/list";
import * as messages from "../report/messages/index";
import type { Context, Lines } from "./context";
import type { ReadRequest } from "./requests";
import type { ReadResult } from "./results";

type Read = Pick<ReadResult, "state" | "inputs"> & Pick<Lines, "warnings">;

/** Reads the object; undefined if it is proven gone. Otherwise fails, or keeps the state with a warning if asked to. */
export async function read(request: ReadRequest, context: Context): Promise<Read | undefined> {
  const { resource, identity, id, state } = request;
  const { instanceIdentity, settings, instance, journal, stored } = context;
  if (resource.kind === "action") return kept(request);
  const source = sourceOf(resource, instance);
  if (!canRead(source.verbs)) return kept(request);
  const { deletions } = journal;
  const deletes = deletions.knownOf(identity);
  const facts = {
    isConfirmed: stored.isGone(resource, id, identity),
    isDeleteSent: deletions.mayBeDeleted(identity, id),
    isElsewhere: instanceIdentity.isAnother(state),
    // Another run of this stack can have deleted what the state still has.
    isYoung:
      ageOfUnseen(state, context) !== undefined &&
      !deletions.isDeleted(identity, id, writtenAt(state)),
  };
  const reading = await readTwice(source, request, facts, context).catch((error: unknown) => {
    // The failure of the first object ends the command. The other objects add no information.
    if (instance.connection.isAlreadyReported(error)) return undefined;
    throw error;
  });
  if (reading === undefined) return kept(request);
  if (reading.found !== "present") {
    const keptState = await notShown(request, reading, facts, context);
    // The delete without an answer worked. Without the note, the next run looks again.
    if (keptState === undefined && facts.isDeleteSent)
      await journal
        .withLock(identity, () => deletions.finish(identity, resource.name, id))
        .catch(() => undefined);
    return keptState;
  }
  // An earlier delete did not work, or another machine has created the object again.
  const existsAgain = reusesIds(resource) && deletions.isDeleted(identity, id);
  if (existsAgain || deletes.deleting?.id === id) {
    const noteExists = () => deletions.noteExists(identity, id, settings, deletes);
    const noted = journal.withLock(identity, noteExists);
    // Without the note about an open delete, the next run asks again.
    await (existsAgain ? noted : noted.catch(() => undefined));
  }
  return shown(request, reading, facts, context);
}

/** What is known of the object before the read. */
type FactsBefore = Omit<AbsenceFacts, "found" | "isOneOfMost">;

/** What it means that the platform does not show the object. */
async function notShown(
  request: ReadRequest,
  reading: Exclude<Reading, { found: "present" }>,
  facts: FactsBefore,
  context: Context,
): Promise<Read | undefined> {
  const { instanceIdentity, settings, massDeletionGuard } = context;
  const { resource, id, state, keepUnknown = false } = request;
  const { confirmAbsent: confirmed, visibilityDelaySeconds } = settings;
  const found = reading.found === "unknown" && reading.isMissing ? "missing" : reading.found;
  // An answer that refuses says nothing about the object.
  const isYoung = facts.isYoung && !(reading.found === "unknown" && reading.isRefused === true);
  let verdict = decideAbsence({ ...facts, found, isYoung });
  let unproven: string | undefined;
  if (verdict.is === "undecided") {
    unproven = await massDeletionGuard.whyUnproven();
    verdict = decideAbsence({ ...facts, found, isOneOfMost: unproven !== undefined });
  }
  if (verdict.is !== "unknown") return undefined;
  if (verdict.why === "young") {
    const ageMs = ageOfUnseen(state, context) ?? visibilityDelaySeconds * 1000;
    const young = messages.keptYoung(resource, id, state, ageMs, visibilityDelaySeconds);
    return { ...kept(request), warnings: [young] };
  }
  const { isElsewhere } = facts;
  const { why: unanswered, ...mending } = reading.found === "unknown" ? reading : { why: "" };
  const why =
    verdict.why === "elsewhere"
      ? messages.createdElsewhere(String(state[madeOnKey]), instanceIdentity.name)
      : (unproven ?? unanswered);
  const keepsState = keepUnknown && reading.found === "unknown";
  const error = messages.unknownState(resource, id, state, why, {
    ...{ confirmed, isElsewhere },
    ...(keepsState && mending),
  });
  if (!keepsState) throw error;
  return { ...kept(request), warnings: [messages.unknownStates(error)] };
}

/** The state and the inputs with the values that the platform shows. */
function shown(
  request: ReadRequest,
  reading: Extract<Reading, { found: "present" }>,
  { isElsewhere, isYoung }: FactsBefore,
  context: Context,
): Read {
  const { instanceIdentity, settings } = context;
  const { resource, id, state, outputs = state } = request;
  const inState = inputsIn(request);
  const differing = differingPaths(resource.inputs, inState, reading.live).filter(
    (path) => !isKept(resource, state, path, reading.live),
  );
  // On another instance, other values say that the object is another one.
  const late = differing.filter(
    (path) => isYoung && !isElsewhere && isFromBefore(resource, state, path, reading.live),
  );
  const changed = differing.filter((path) => !late.includes(path));
  const stillKept = keptSince(resource, state, reading.live);
  // The address of an instance can change. If the id belongs to a different object there, it is another instance. A
  // variable that contradicts the stack is no such change: a copy of the instance has the same objects.
  const given = settings.replaced?.some(({ variable }) => variable === settingVariables.baseUrl);
  if (isElsewhere && (changed.length > 0 || given)) {
    const madeOn = String(state[madeOnKey]);
    const address = given ? settings.baseUrl : undefined;
    const { name: here } = instanceIdentity;
    const found = { id, madeOn, here, differing: changed, address };
    throw messages.anotherInstance(resource, state, found);
  }

  const { warning, whyUnseen, unseen = [], isUnlisted = false } = reading;
  // What an import could not read, this read can have shown.
  const unwritten = pathsIn(state, notYetWrittenKey);
  const stillUnwritten = unwritten.filter((path) => unseen.includes(path));
  const isShownNow = (path: string) => unwritten.includes(path) && !unseen.includes(path);
  const unread = pathsIn(state, unreadAtImportKey).filter((path) => !isShownNow(path));
  // A list that lacks the object is late, and the next read may have only the list.
  const isLate = late.length > 0 || (isYoung && isUnlisted);
  const ageMs = ageOfUnseen(state, context) ?? 0;
  const declared = unseen.filter((path) => get(state, path) !== undefined);
  const inputs = structuredClone(inState);
  const before = structuredClone(pick(outputs, Object.keys(resource.inputs.shape)));
  const drift: Values = {};
  // Only declared values are compared. A value with the same meaning keeps the spelling of the program.
  for (const path of changed) {
    for (const values of [inputs, before]) set(values, path, get(reading.live, path));
    drift[path] = meantAt(resource.inputs, path, inState);
  }
  return {
    state: instanceIdentity.mark({
      ...before,
      ...pick(state, Object.keys(resource.outputs.shape)),
      ...defined(reading.outputs ?? {}),
      ...noteDrift(outputs, drift),
      ...stillKept,
      ...pathsAt(notYetWrittenKey, stillUnwritten),
      ...(isLate && pick(state, [youngWriteKey])),
    }),
    inputs: {
      ...inputs,
      ...noteDrift(state, drift),
      ...pathsAt(unreadAtImportKey, unread),
      ...stillKept,
    },
    warnings: [
      warning,
      late.length > 0
        ? messages.keptLate(resource, id, state, late, ageMs, settings.visibilityDelaySeconds)
        : undefined,
      whyUnseen === undefined ? undefined : messages.detailsNotShown(resource, whyUnseen, declared),
    ],
  };
}

const ageOfUnseen = (state: Values, { settings, ownership }: Context): number | undefined =>
  youngAgeMs(state, settings, ownership.memory.start);

/** Reads an object by list or fetch, and reads a missing one again. */
async function readTwice(
  source: ObjectSource,
  { resource, id, state, keepUnknown = false, refusedStoredToken }: ReadRequest,
  { isConfirmed, isDeleteSent, isYoung }: FactsBefore,
  { instance, settings, massDeletionGuard }: Context,
): Promise<Reading | undefined> {
  const readsDetails = settings.readDetails === "refresh";
  const look = () =>
    massDeletionGuard.counting({
      resource,
      id,
      // The absence of these objects proves nothing about others.
      isDeleted: isConfirmed || isDeleteSent || isYoung,
      read: () => readObject(source, id, state, readsDetails),
    });
  const whyUnknown = (error: unknown): Reading => {
    if (hasCode(error, "not_found")) {
      return { found: "unknown", why: messages.unprovenAbsence(error) };
    }
    const refused =
      refusedStoredToken?.(error) ?? (keepUnknown && isRefusal(error) ? error : undefined);
    if (refused === undefined) throw error;
    const { reason: why, note, advice } = refused;
    return { found: "unknown", why, note, advice, isRefused: true };
  };
  const first = look();
  const isMissing = await first.then(
    (reading) => reading?.found === "absent",
    (error: unknown) => hasCode(error, "not_found"),
  );
  if (!isMissing) return first.catch(whyUnknown);
  // Other objects of the same endpoint can prove this absence. One answer can also come from another instance, so the
  // object is read again.
  await massDeletionGuard.waitForReads();
  const lookAgain = async (): Promise<Reading | undefined> => {
    const why = await massDeletionGuard.whyInstanceIsSuspect(resource);
    return why === undefined ? look() : { found: "unknown", why };
  };
  return instance.again(lookAgain).catch(whyUnknown);
}

const inputsIn = ({ resource, state }: ReadRequest): Values =>
  pick(state, Object.keys(resource.inputs.shape));

const pathsIn = (state: Values, key: string) => (state[key] ?? []) as readonly string[];

const pathsAt = (key: string, paths: readonly string[]): Values =>
  paths.length === 0 ? {} : { [key]: paths };

/** The result without new knowledge. */
function kept(request: ReadRequest): Read {
  const { state, outputs = state } = request;
  const notes = { ...noteDrift(state, {}), ...pick(state, [unreadAtImportKey, keptValuesKey]) };
  return { state: outputs, inputs: { ...inputsIn(request), ...notes } };
}
