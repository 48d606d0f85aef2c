import { cannotDeleteKey } from "../../../provider/dist/state/bookkeeping";
import type { ErrorCode } from "../../../provider/dist/wire/errors";
import { facts, type Shape } from "../contract/index.js";
import type { Entry } from "../harness/session";
import type { Calls } from "../lifecycle/row";
import { driftOf, isCall, labelOf, partOf, routesOf } from "./acts";
import type { Act, Deed, ResourceAct } from "./acts";
import type { Tempers } from "./cases";

/** How a run ends that meets a temper. */
export interface Outcome {
  /**
   * `plain`: with the same state and the same instance as without the temper. `documented`: with those that
   * documented operations leave. `kept`: nothing tells how the object is, so nothing changes. `unseen`: no read
   * shows what changed on the instance, so the state stays as it is. `gone`: the state does not have it any more. `unknown create`: it was created once, and nobody knows its id. Else it fails with that code, and nothing was done.
   */
  ends: "plain" | "documented" | "kept" | "unseen" | "gone" | "unknown create" | ErrorCode;
  /** What the failure of `kept` says, where it is not that nobody knows whether the object exists. */
  refused?: ErrorCode;
  /** How many more warnings than without the temper there are, at least and at most. */
  warnings: readonly [number, number];
  /** Outputs that only the answer to a write tells: they may be missing, or have the words of the answer. */
  untold: readonly string[];
}

const plain: Outcome = { ends: "plain", warnings: [0, 0], untold: [] };
/** One sentence about what is less safe; two where two reads are missing. */
const lessSafe: Outcome = { ...plain, warnings: [1, 2] };
/** Whoever reads the warning learns of an odd row, once per list. */
const costsRow: Outcome = { ...plain, warnings: [1, 3] };
const kept: Outcome = { ...plain, ends: "kept", warnings: [0, 2] };
const unknownCreate: Outcome = { ...kept, ends: "unknown create" };
/** A read that somebody asked for is refused; what only happens along the way keeps the state. */
const refused: Outcome = { ...kept, refused: "forbidden" };
const failing = (code: ErrorCode): Outcome => ({ ...plain, ends: code, warnings: [0, 2] });

const schedules = "GET /api/content/v1/reportschedules";
const schedule = `${schedules}/{scheduleId}`;
const switched = "PUT /api/content/v1/reportschedules/{scheduleId}/enabled";
const history = `${schedule}/history`;
const executions = "GET /api/data/v1/streams/{streamId}/executions";
const groups = "GET /api/content/v2/groups/grouplist";
const roles = "GET /api/authorization/v1/roles";
const permissions = "GET /api/data/v3/datasources/{datasetId}/permissions";
const certified = "GET /api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state";
const progress = [
  "GET /api/data/v3/datasources/{datasetId}/indexes/{indexId}/statuses",
  `${executions}/{executionId}`,
];

const isListShape = (shape: Shape | undefined): boolean =>
  Array.isArray(shape) ||
  (typeof shape === "object" && !("id" in shape) && Object.values(shape).some(Array.isArray));

/** Reads that answer with a list. The facts do not describe the lists of the last five. */
const lists = [
  ...facts
    .filter(({ method, responseFields }) => method === "GET" && isListShape(responseFields))
    .map(({ path }) => `GET ${path}`),
  executions,
  ...progress,
  "POST /api/query/v1/datasources/{datasetId}/partition/list",
  "GET /workflow-api/v1/workflows",
];

/** What one act is, as far as a rule asks. */
interface Case {
  act: Act;
  part: string;
  deed: Deed | "call";
  entry: Entry;
  extended: boolean;
  /** Whether the table of lifecycles has that call in this act. */
  calls: (route: string) => boolean;
  /** Has to find out that an object, or access to it, is gone. */
  absence: boolean;
  /** In the same run, an object of the same kind is read that is there. */
  isBeside: boolean;
}

/** The outcome that the rules demand of an act on an instance with these tempers. */
export function expected(act: Act, entry: Entry, tempers: Tempers): Outcome {
  const routes = routesOf(act, entry);
  const deed = isCall(act) ? "call" : act.deed;
  const one: Case = {
    act,
    part: partOf(act),
    deed,
    entry,
    extended: act.operations === "extended",
    calls: (route) => routes.has(route),
    isBeside: !isCall(act) && act.beside !== undefined,
    absence: deed === "loss" && !isCall(act) && driftOf(act) === "create",
  };
  // The id is missing, and what was there before is not known for sure: nobody can tell which one is ours.
  if (tempers.length > 1) {
    return { ...unknownCreate, untold: toldByAnswers[one.part] ?? [] };
  }
  const [name = "", ...rest] = tempers[0].split(":");
  const argument = rest.join(":");
  return name === "no-extended" ? withoutOperation(one, argument) : (rules[name]?.(one) ?? plain);
}

/** Everything is understood, in whatever spelling: absence included. What nobody knows is handed on as it is. */
const understood = ({ part }: Case) =>
  part === "searchPartitions" ? { ...plain, untold: ["rowCount"] } : plain;

const rules: Record<string, (one: Case) => Outcome> = {
  "text-ids": understood,
  "flipping-ids": understood,
  // A text that was paid for is waited for.
  "slow-text": understood,

  // What was done counts as done; an id that is missing is found by looking again, where there is a list.
  "plain-text": ({ part, calls, extended }) =>
    part === "Group" && calls("POST /api/content/v2/groups") && !extended
      ? unknownCreate
      : { ...plain, warnings: [0, 1], untold: toldByAnswers[part] ?? [] },

  // A 404 in words proves nothing, as long as the endpoint has shown no other object.
  "text-errors": ({ part, absence, extended, isBeside }) =>
    absence &&
    ((part === "Group" && (extended || !isBeside)) || (part === "ReportSchedule" && extended))
      ? kept
      : plain,

  // The list comes without its query, and counts as incomplete.
  "strict-queries": ({ act, calls, absence, extended }) => {
    if (!calls(schedules)) return plain;
    if (isCall(act)) {
      // What the program asks for by name cannot be had; what it does not ask for is not known to be all.
      const isAsked = ["filter", "title", "orderBy"].some((name) => name in act.call.args);
      if (isAsked) return failing("rejected");
      // Which rows are the first ones, only an order tells.
      const some: Outcome = { ...lessSafe, untold: ["schedules"] };
      return act.call.args.allowPartial === true ? some : failing("partial_list");
    }
    return absence && !extended ? kept : { ...plain, warnings: [0, 2] };
  },

  "no-history": ({ calls }) => (calls(history) || calls(executions) ? lessSafe : plain),

  "forbidden-evidence": ({ part, calls, deed, absence, extended, entry, isBeside }) => {
    // The own call of each object tells how it is. That it is gone, only with what it tells of another one.
    if (part === "Group" || (part === "ReportSchedule" && extended)) {
      if (absence && !(part === "Group" && isBeside)) return kept;
      return [groups, schedules].some(calls) ? { ...lessSafe, untold: ["ownerId"] } : plain;
    }
    if (deed === "create" || calls(history) || calls(executions)) {
      // Whose token it is, only the list tells.
      const isLess = [schedules, history, executions].some(calls);
      return isLess ? { ...lessSafe, untold: ["ownerId"] } : plain;
    }
    if (deed === "delete" || deed === "change") {
      const isLess = calls(permissions) || (entry === "plugin" && calls(schedules));
      return isLess ? lessSafe : plain;
    }
    if (deed === "call") return [schedules, roles].some(calls) ? failing("forbidden") : plain;
    if (![schedules, permissions, certified].some(calls)) return plain;
    return deed === "adopt" ? failing("forbidden") : refused;
  },

  // An odd row costs that row, and the answer is no evidence any more.
  "odd-rows": (one) =>
    isKept(one) ? kept : lists.some(one.calls) ? costsRow : { ...plain, untold: ["choices"] },
  "wrapped-lists": (one) => (isKept(one) && one.part !== "DatasetShare" ? kept : plain),
};

/** Whether the absence of an object rests on a list alone. */
const isKept = ({ part, absence, extended, act }: Case) =>
  (absence && !isCall(act) && evidenceOf(act).every((route) => lists.includes(route))) ||
  (part === "DatasetShare" && extended && !isCall(act) && act.subject.edit?.how === "one less");

/** The calls that tell of an object which is gone. */
function evidenceOf({ subject: { row, loss }, operations }: ResourceAct): Calls {
  const { read = [], list = [] } = row[operations] ?? { create: [] };
  return loss?.calls?.[operations] ?? (list.length > 0 ? list : read);
}

/** The outputs that only the answer to a write tells. */
export const toldByAnswers: Record<string, readonly string[]> = {
  ReportSchedule: ["nextRunDate"],
  Certification: ["message"],
  DatasetIndex: ["indexRequestKey", "indexedVersions", "requestedVersions"],
  StreamExecution: [
    "executionId",
    "currentState",
    "startedAt",
    "endedAt",
    "rowsInserted",
    "bytesInserted",
  ],
  TextGeneration: ["prompt", "modelId", "sessionId", "modelProviderUsage", "choices"],
  generateText: ["prompt", "modelId", "sessionId", "modelProviderUsage", "choices"],
};

/** The instance does not have one of the extended operations. */
function withoutOperation(one: Case, argument: string): Outcome {
  const [operation = "", form = "404"] = argument.split("=");
  const { act, part, deed, absence, entry } = one;
  const removing = deed === "delete" || (!isCall(act) && labelOf(act, entry) === "replace");
  // Where the answer is that of an unknown object, nothing shows that the operation is missing.
  const missing = failing(form === "not-found" ? "not_found" : "not_offered");
  if (!one.calls(operation)) return plain;
  switch (operation) {
    case history:
    case executions:
      return lessSafe;
    // Each group has a documented call of its own.
    case groups:
      return lessSafe;
    // An absence is as sure as with documented operations; an update needs what it carries over.
    case schedule:
      if (!absence) return missing;
      return form === "not-found" ? kept : { ...plain, warnings: [0, 1] };
    // It is written with all other fields instead.
    case switched:
      return form === "not-found" ? missing : { ...plain, warnings: [0, 1] };
    case permissions:
    case certified:
      if (operation === permissions && (deed === "delete" || deed === "change")) {
        return form === "not-found" ? failing(removing ? "impossible" : "not_found") : lessSafe;
      }
      // A card that is gone has the same answer, and no documented call shows a card.
      if (form === "not-found" && operation === certified) {
        return absence ? plain : { ...plain, ends: "gone" };
      }
      return form === "not-found"
        ? kept
        : { ...plain, ends: "documented", warnings: [1, 1], untold: [cannotDeleteKey] };
    default:
      if (!isCall(act) && act.subject.row[act.operations]?.list?.includes(operation)) {
        return deed === "edit" || deed === "loss" ? { ...lessSafe, ends: "unseen" } : lessSafe;
      }
      // Whether the object was gone already, nobody knows.
      if (form === "not-found" && removing && operation.startsWith("DELETE")) {
        return failing("impossible");
      }
      // A wait that fails is taken up again by the next run, without doing the work again.
      if (!progress.includes(operation) || form === "not-found") return missing;
      // It is done, and cannot be waited for.
      return { ...lessSafe, untold: toldByAnswers[part] ?? [] };
  }
}
