import { verbsOf } from "../definition/object";
import { canRead } from "../definition/verbs";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { get, set } from "../definition/paths";
import { holdsUnknown } from "../definition/unknowns";
import type { Settings } from "../settings/index";
import { impossible } from "./check";
import { failureFrom } from "../report/impossibleChangeLog";
import type { ImpossibleChangeLog } from "../report/impossibleChangeLog";
import type { Creation } from "../duplicates/creation";
import { changedPaths, pick } from "../state/compare";
import { originOf, repeatedNotice } from "../once/earlierRuns";
import { newlySecret } from "../report/hiding";
import type { InstanceIdentity, State } from "../state/instanceIdentity";
import { decidedByMail, mailNotice } from "../mail/mailPolicy";
import * as messages from "../report/messages";
import { moveOf } from "./moves";
import type { Line } from "../report/notices";
import type { ObjectsElsewhere } from "./objectsElsewhere";
import type { Ownership } from "../duplicates/ownership";
import { stableOutputs } from "./preview";
import type { DiffRequest } from "./requests";
import { diagnosticsOf } from "../report/diagnostics";
import type { Difference, DiffResult } from "./results";
import { notYetWrittenPaths } from "./update";

interface Context {
  tell: (line: Line | undefined) => string[];
  settings: Settings;
  ownership: Ownership;
  creation: Creation;
  elsewhere: ObjectsElsewhere;
  here: InstanceIdentity;
  collection: ImpossibleChangeLog;
}

/** Compares a state with the inputs of the program, and decides between update and replacement. */
export function differencesOf(request: DiffRequest, context: Context): DiffResult {
  const { resource, id, state, inputs, identity, hidden, choice } = request;
  const { settings, ownership, creation, elsewhere, here, tell, collection } = context;
  const warnings =
    id === undefined || ownership.noteManager(resource, id, identity)
      ? []
      : tell(messages.saysTwice(resource, id, state));
  if (id !== undefined && ownership.isAdoptedElsewhere(resource, id, identity))
    warnings.push(...tell(messages.adoptedElsewhere(resource, id, state)));
  const { deletions } = creation.journal;
  const isDeleted = id !== undefined && deletions.isDeleted(identity, id);
  const isAsked = id !== undefined && deletions.mayBeDeleted(identity, id);
  if (resource.kind === "object" && (isDeleted || isAsked)) {
    const isRead = canRead(verbsOf(resource, settings.operations));
    warnings.push(...tell(messages.deletedUnsaved(resource, id, state, { isDeleted, isRead })));
  }
  const stable = stableOutputs(resource);

  const move = moveOf({ resource, id: id ?? "", state, here, choice });
  if (move.kind === "refused" || move.kind === "replace") {
    const path = choice?.property ?? "provider";
    if (move.kind === "refused") {
      if (!collection.isEnabled) throw messages.refusedMove(move);
      collection.take(request, [messages.refusalOf(move, path)]);
    }
    elsewhere.noteMove(identity);
    // Names are unique only on each instance, so the old object is deleted last.
    const differences = [{ path, kind: "update" as const, replaces: true }];
    return { differences, deleteBeforeReplace: false, stable, ...diagnosticsOf(), warnings };
  }

  const changed = changedPaths(resource.inputs, state, inputs);
  if (move.kind === "addressChanged") {
    if (changed.length > 0) {
      if (!collection.isEnabled) throw move.error;
      collection.take(request, [failureFrom(move.error)]);
    }
    warnings.push(...tell(move.warning));
  }
  // A value that is not known yet can still be equal.
  const known = changed.filter((path) => !holdsUnknown(get(inputs, path)));
  const lost = impossible({ resource, inputs }, state, known, settings);
  if (collection.isEnabled) {
    // Problems that the check of this resource already wrote are not written again.
    const byMail = decidedByMail(resource, inputs, settings);
    const failures = lost.map((problem) => {
      const paths = [problem.property];
      const old = pick(state, Object.keys(resource.inputs.shape));
      const error = messages.cannotRepair(resource, id ?? "", old, inputs, problem, paths, byMail);
      return failureFrom(error, problem.property);
    });
    collection.take(request, failures);
  } else if (lost.length > 0) {
    const paths = lost.map(({ property }) => property);
    warnings.push(...tell(messages.cannotRepairLater(resource, inputs, paths)));
  }
  const replaces = resource.kind === "object" ? resource.replaces(state, inputs, changed) : [];
  const differences = changed.map((path) => differenceAt(path, state, inputs, replaces));
  // These paths need no call. The write only updates the state: new secrets, and keys of the protocol.
  const secret = newlySecret(hidden).filter((path) => !changed.includes(path));
  const unwritten = move.kind === "none" ? [...secret, ...(request.unwritten ?? [])] : secret;
  differences.push(...unwritten.map((path) => differenceAt(path, state, inputs)));

  if (differences.some((one) => one.replaces)) {
    creation.stored.willReplace(request);
    if (id !== undefined) ownership.replace(resource, id, identity);
  } else if (id !== undefined && move.kind === "none") {
    const successor = creation.stored.unfinishedReplacement({ resource, id, identity, state });
    const { confirmAbsent } = settings;
    if (successor !== undefined) {
      const details = [resource, id, state, successor, identity, confirmAbsent] as const;
      warnings.push(...tell(messages.unfinishedReplacement(...details)));
    }
  }

  // The engine also asks for the differences of a refresh, before the program declares its inputs.
  const updates = changed.length > 0 && replaces.length === 0 && ownership.isDeclared(identity);
  const again = { resource, inputs, identity, origin: originOf(state) };
  const repeated = updates ? repeatedNotice(again, creation.journal) : undefined;
  const news = repeated ? [repeated] : updateNotices(resource, state, inputs, settings);
  const notices = updates ? news.flatMap(tell) : [];
  const deleteBeforeReplace = resource.kind === "object" && resource.replacement === "deleteFirst";
  return { differences, deleteBeforeReplace, stable, notices, warnings };
}

/** The kind of a difference at a path. */
export function differenceAt(
  path: string,
  state: Values,
  inputs: Values,
  replaces: readonly string[] = [],
): Difference {
  const kind =
    get(state, path) === undefined ? "add" : get(inputs, path) === undefined ? "delete" : "update";
  return { path, kind, replaces: replaces.includes(path) };
}

/** Notices about the e-mail of an update, and about fields that it writes for the first time since an import. */
function updateNotices(resource: Resource, state: State, inputs: Values, settings: Settings) {
  const notYetWritten = notYetWrittenPaths(state, inputs);
  if (notYetWritten.length === 0) return [mailNotice(resource, inputs, state, settings)];
  const known = structuredClone(pick(state, Object.keys(resource.inputs.shape)));
  for (const path of notYetWritten) set(known, path, undefined);
  const mails = mailNotice(resource, inputs, known, settings);
  return [mails, messages.writesUnseen(resource, inputs, notYetWritten)];
}
