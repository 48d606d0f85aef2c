import { changedHolders, knownHolders } from "../definition/access";
import { adopted } from "../duplicates/adoption";
import { verbsOf } from "../definition/object";
import { canRead } from "../definition/verbs";
import type { Values } from "../definition/values";
import { get, isIn, set } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import { holdsUnknown } from "../definition/unknowns";
import type { Failure } from "../report/diagnostics";
import { failureFrom } from "../report/impossibleChangeLog";
import { unreadAtImportKey } from "../state/bookkeeping";
import { changedPaths, notYetWrittenPaths } from "../state/changes";
import type { Resource } from "../definition/resource";
import { lackedBy, pick } from "../state/compare";
import { acceptedPaths } from "../state/keptValues";
import { originOf, repeatedNotice } from "../once/earlierRuns";
import { newlySecret } from "../report/redaction";
import { decidedByMail } from "../definition/mail";
import { mailChange, mailNotice, noLongerMailed } from "../mail/mailPolicy";
import * as messages from "../report/messages/index";
import type { Context, Lines } from "./context";
import { cannotRepair, impossibleChanges, recordedPaths } from "./impossibleChanges";
import { moveOf } from "./moves";
import type { Move } from "./moves";
import type { Line, Notice } from "../report/notices";
import { stableOutputs } from "./preview";
import type { DiffRequest } from "./requests";
import { differenceAt } from "./results";
import type { Difference, DiffResult } from "./results";

type Compared = Omit<DiffResult, keyof Lines | "told"> & Lines;

/** Compares a state with the inputs of the program, and decides between update and replacement. */
export function differencesOf(request: DiffRequest, context: Context): Compared {
  const { resource, id, state, inputs, hidden, choice } = request;
  const warnings = ownershipWarnings(request, context);
  const stable = stableOutputs(resource);

  const move = moveOf({ resource, id: id ?? "", state, here: context.instanceIdentity, choice });
  if (move.kind === "refused" || move.kind === "replace") {
    const differences = movedDifferences(request, context, move);
    // Names are unique only on each instance, so the old object is deleted last.
    return { differences, deleteBeforeReplace: false, stable, warnings };
  }

  refuseOtherAdoption(request, context);
  const changed = changedPaths(resource.inputs, state, inputs);
  // Nothing is written before a read finds the object at the changed address.
  if (move.kind === "addressChanged" && changed.length > 0)
    context.impossibleLog.collectOrThrow(request, move.error);
  const problems = impossibleRepairs(request, context, changed);
  const impossible = impossibleWarnings(request, context, problems);
  warnings.push(
    ...(move.kind === "addressChanged" ? [move.warning] : []),
    ...impossible,
    ...keptAfterMail(request, context),
    ...recordedUnsent(request, context),
  );
  // What a check refuses is no replacement. The update fails with the options.
  const replaces =
    resource.kind === "object" && problems.length === 0
      ? resource.replaces(state, inputs, changed)
      : [];
  // These paths need no call. The write only updates the state: new secrets, values that the instance keeps anyway, and
  // keys of the protocol.
  const secret = newlySecret(hidden).filter((path) => !changed.includes(path));
  const others = [...acceptedPaths(resource, state, inputs), ...(request.stateOnlyPaths ?? [])];
  const unwritten = move.kind === "none" ? [...secret, ...others] : secret;
  const differences = [
    ...changed.map((path) => {
      const items = differingItems(resource, path, state, inputs);
      return { ...differenceAt(path, state, inputs, replaces), ...(items && { items }) };
    }),
    ...unwritten.map((path) => differenceAt(path, state, inputs)),
  ];
  if (replaces.length > 0) context.stored.willReplace(request);
  else {
    // If an option makes a replacement of this difference, the engine heeds `deleteBeforeReplace`.
    if (context.ownership.isDeclared(request.identity))
      context.stored.amend(request.identity, {
        compared: differences.length > 0 ? "changed" : "same",
      });
    if (move.kind === "none") warnings.push(...unfinishedReplacement(request, context));
  }
  const isPossible = changed.length > 0 && impossible.length === 0;
  const notices = isPossible ? changeNotices(request, context, changed, replaces.length > 0) : [];
  const deleteBeforeReplace = resource.replacement === "deleteFirst";
  return { differences, deleteBeforeReplace, stable, warnings, notices };
}

/** Warnings about an object that another resource manages too, or that a run deleted without saving it. */
function ownershipWarnings(
  { resource, id, state, identity }: DiffRequest,
  { settings, ownership, journal }: Context,
): Line[] {
  if (id === undefined) return [];
  const warnings: Line[] = [];
  if (!ownership.noteManager(resource, id, identity)) {
    warnings.push(messages.managedTwice(resource, id, state));
  }
  // The program may no longer declare this resource: a new name of it can adopt the object.
  if (ownership.isDeclared(identity) && ownership.isAdoptedElsewhere(resource, id, identity)) {
    warnings.push(messages.adoptedElsewhere(resource, id, state));
  }
  const { deletions } = journal;
  if (resource.kind === "object" && deletions.isOurs(identity, id)) {
    const isDeleted = deletions.isDeleted(identity, id);
    const isRead = canRead(verbsOf(resource, settings.operations));
    warnings.push(messages.deletedUnsaved(resource, id, state, { isDeleted, isRead }));
  }
  return warnings;
}

/** The replacement of an object that moves to the instance of this run. */
function movedDifferences(
  request: DiffRequest,
  { objectsElsewhere, impossibleLog }: Context,
  move: Move,
): Difference[] {
  const path = request.choice?.property ?? "provider";
  if (move.kind === "refused") {
    if (!impossibleLog.isEnabled) throw messages.refusedMove(move);
    impossibleLog.collect(request, [messages.refusalOf(move, path)]);
  }
  objectsElsewhere.noteMove(request.identity);
  return [{ path, kind: "update", replaces: true }];
}

/** Values that the program is the first to declare after an import that could not read them. Required ones were known. */
function recordedUnsent(
  { resource, state, inputs, identity }: DiffRequest,
  { ownership }: Context,
): Line[] {
  const notYetWritten = notYetWrittenPaths(state, inputs);
  if (notYetWritten.length === 0 || !ownership.isDeclared(identity) || unreadAtImportKey in inputs)
    return [];
  const unread = (state[unreadAtImportKey] ?? []) as string[];
  const paths = fieldsOf(resource.inputs).flatMap(({ path, schema }) =>
    notYetWritten.includes(path) && unread.includes(path) && schema.safeParse(undefined).success
      ? path
      : [],
  );
  return paths.length === 0 ? [] : [messages.recordedUnsent(resource, inputs, paths)];
}

/** Refuses a changed `adopt` that the check could not judge, because it did not know the object. */
function refuseOtherAdoption(request: DiffRequest, { impossibleLog }: Context): void {
  const { resource, id, state, inputs } = request;
  const wanted = adopted(inputs);
  if (id === undefined || wanted === undefined || [id, state.adopt].includes(wanted)) return;
  const error = messages.cannotAdopt(resource, wanted, inputs, messages.alreadyManaged);
  impossibleLog.collectOrThrow(request, error, "adopt");
}

/** Changes that no call can make. A check fails on those of the program, so these revert a manual change. */
function impossibleRepairs(
  { resource, state, inputs }: DiffRequest,
  { settings }: Context,
  changed: readonly string[],
): Failure[] {
  // A value that is not known yet can still be equal.
  const recorded = recordedPaths(resource, inputs, changed, settings);
  const known = changed.filter(
    (path) => !holdsUnknown(get(inputs, path)) && !recorded.includes(path),
  );
  return impossibleChanges({ resource, inputs }, state, known, settings);
}

/** The warnings that `up` fails because of them. */
function impossibleWarnings(
  request: DiffRequest,
  { settings, impossibleLog }: Context,
  problems: readonly Failure[],
): Line[] {
  const { resource, state, inputs } = request;
  if (impossibleLog.isEnabled) {
    // Problems that the check of this resource already wrote are not written again.
    const failures = problems.map((problem) => {
      const { property } = problem;
      return failureFrom(cannotRepair(request, problem, [property], settings), property);
    });
    impossibleLog.collect(request, failures);
    return [];
  }
  // The next update does not try to change what the program ignores.
  const isIgnored = isIn(request.ignored);
  const paths = problems.map(({ property }) => property).filter((path) => !isIgnored(path));
  if (paths.length === 0) return [];
  const { mail } = resource;
  const people = mail?.declared && !holdsUnknown(inputs) ? mail.to(state, inputs) : undefined;
  return [messages.cannotRepairLater(resource, inputs, paths, people)];
}

/** The warning about values of `platform:mail` that stay when it is live again. */
function keptAfterMail(
  { resource, inputs, ignored, identity }: DiffRequest,
  { settings, ownership }: Context,
): Line[] {
  if (!ownership.isDeclared(identity)) return [];
  const kept = decidedByMail(resource.mail, inputs, settings.mail).filter(isIn(ignored));
  return kept.length === 0 ? [] : [messages.keptAfterMail(resource, inputs, kept)];
}

/** The warning about an object that an interrupted replacement should have deleted. */
function unfinishedReplacement(
  { resource, id, state, identity }: DiffRequest,
  { settings, stored }: Context,
): Line[] {
  if (id === undefined) return [];
  const successor = stored.unfinishedReplacement({ resource, id, identity, state });
  if (successor === undefined) return [];
  const { confirmAbsent } = settings;
  return [messages.unfinishedReplacement(resource, id, state, successor, identity, confirmAbsent)];
}

/** A list of more items is compared item by item. People read a shorter one as a whole. */
const longestWhole = 20;

/** The items of a long list without an order that one of two lists lacks. */
function differingItems(
  { inputs: schema }: Resource,
  path: string,
  state: Values,
  inputs: Values,
): Difference["items"] {
  const [old, next] = [get(state, path), get(inputs, path)];
  if (!Array.isArray(old) || !Array.isArray(next) || holdsUnknown(next)) return undefined;
  if (Math.max(old.length, next.length) <= longestWhole) return undefined;
  const indexes = (all: readonly unknown[], others: readonly unknown[]) =>
    new Set(lackedBy(schema, path, others, all).map((item) => all.indexOf(item)));
  const [removed, added] = [indexes(old, next), indexes(next, old)];
  return [...new Set([...removed, ...added])].map((index) => ({
    index,
    kind: !removed.has(index) ? "add" : added.has(index) ? "update" : "delete",
  }));
}

/** The notice about who gets or loses access. Groups tell about their members in the check. */
function changedAccess(
  { resource, state, inputs, identity }: DiffRequest,
  { settings, ownership, stored }: Context,
  isReplaced: boolean,
): Notice | undefined {
  const { access } = resource;
  if (access === undefined || access.group !== undefined) return undefined;
  const { holders: had } = knownHolders(access, state);
  const { holders: has, areMore } = knownHolders(access, inputs);
  if (had === undefined || has === undefined) return undefined;
  const kept = ownership.ownedElsewhere(resource, state, identity);
  // With documented operations, a person has removed the access already.
  const isKept = (key: string) => settings.operations === "documented" || kept.includes(key);
  // The check says who has the access on the instance already.
  const there = access.holders?.(stored.of(identity)?.there ?? {}) ?? [];
  const others = { before: there, after: had.filter(({ key }) => isKept(key)) };
  const shownNow = had.map((one) => there.find(({ key }) => key === one.key) ?? one);
  const change = changedHolders(shownNow, has, others);
  // What a replacement gives is in the preview of its create.
  const shown = isReplaced ? { ...change, gains: [], levels: [], groups: [] } : change;
  const { gains, loses, levels } = shown;
  return loses.length + gains.length + levels.length === 0
    ? undefined
    : messages.changesAccess(resource, isReplaced ? state : inputs, { ...shown, areMore });
}

/** The state, with what the instance has beyond it in lists: nobody gets e-mail about that. */
const withThere = (state: Values, there: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(state).map(([key, value]) => {
      const more: unknown = there[key];
      if (!Array.isArray(value) || !Array.isArray(more)) return [key, value];
      return [key, [...(value as unknown[]), ...(more as unknown[])]];
    }),
  );

/** Notices about the e-mail and the access of an update or a replacement, and about fields that it writes for the first time since an import. */
function changeNotices(
  request: DiffRequest,
  context: Context,
  changed: readonly string[],
  isReplaced: boolean,
): (Line | undefined)[] {
  const { resource, state, inputs, identity } = request;
  const { settings, ownership, journal, stored } = context;
  // The engine also asks for the differences of a refresh, before the program declares its inputs.
  if (!ownership.isDeclared(identity)) return [];
  if (isReplaced) return [changedAccess(request, context, true)];
  const repeated = repeatedNotice({ ...request, origin: originOf(state) }, journal);
  if (repeated !== undefined) return [repeated];
  const notYetWritten = notYetWrittenPaths(state, inputs);
  const leaving = noLongerMailed(resource, inputs, state, changed);
  if (notYetWritten.length === 0) {
    const change = mailChange(resource, inputs, state, settings);
    const changing = change && messages.changesMail(resource, inputs, change);
    const there = stored.of(identity)?.there;
    const mails = mailNotice(resource, inputs, withThere(state, there), settings);
    return [mails, leaving, changing, changedAccess(request, context, false)];
  }
  const whatIsRead = structuredClone(pick(state, Object.keys(resource.inputs.shape)));
  for (const path of notYetWritten) set(whatIsRead, path, undefined);
  const mails = mailNotice(resource, inputs, whatIsRead, settings);
  return [mails, messages.writesUnseen(resource, inputs, notYetWritten)];
}
