import { countOf, idOf, type Id } from "../ids.js";
import {
  numericId,
  ok,
  pageOf,
  HttpError,
  type Answer,
  type Context,
  type RouteDeclaration,
} from "../route.js";
import { oneOf, record, string, text } from "../schema.js";
import type { StoredExecution } from "../state.js";
import { exists } from "./content.js";

const base = "/api/data/v1/streams/{streamId}";

export const routes: RouteDeclaration[] = [
  {
    method: "POST",
    path: `${base}/executions`,
    source: "SPEC",
    summary: "Execute a dataset stream",
    bodySchema: record({ action: text }, ["action"]),
    // Another vendor page calls the field runType; a captured example sends an empty object.
    extendedBodySchema: record({ action: text, runType: oneOf("MANUAL") }),
    handler: start,
  },
  {
    method: "GET",
    path: `${base}/executions`,
    source: "EXT-D",
    summary: "List the executions of a stream, newest first",
    handler: (context) => {
      const executions = context.list(executionsOf(context).reverse());
      return ok(pageOf(context, executions, 500).map((one) => shown(context, one)));
    },
  },
  {
    method: "GET",
    path: `${base}/executions/{executionId}`,
    source: "EXT-D",
    summary: "Read one execution of a stream",
    handler: (context) => ok(shown(context, find(context))),
  },
  {
    method: "PUT",
    path: `${base}/executions/{executionId}/abort`,
    source: "EXT-D",
    summary: "Abort an execution",
    bodySchema: record({ category: string, message: string }),
    handler: (context) => {
      const execution = find(context);
      execution.aborted ||= stateOf(context, execution) === "ACTIVE";
      return ok(shown(context, execution));
    },
  },
  {
    method: "GET",
    path: base,
    source: "EXT-D",
    summary: "Read a stream",
    handler: (context) => {
      const executions = executionsOf(context);
      const last = executions.at(-1);
      const succeeded = executions.filter((one) => stateOf(context, one) === "SUCCESS").at(-1);
      const running = last && stateOf(context, last) === "ACTIVE" ? last : undefined;
      return ok({
        id: streamId(context),
        currentExecution: running ? shown(context, running) : null,
        currentExecutionState: running ? "ACTIVE" : "IDLE",
        lastExecution: last ? shown(context, last) : null,
        lastSuccessfulExecution: succeeded ? shown(context, succeeded) : null,
      });
    },
  },
];

/** Every call starts a new execution. */
function start(context: Context): Answer {
  const { state } = context;
  const stream = streamId(context);
  const last = executionsOf(context).at(-1);
  if (last && !state.concurrentExecutions && stateOf(context, last) === "ACTIVE") {
    throw new HttpError(409, `stream ${stream} is already running`, "message");
  }
  const executionId = context.idOfCount(countOf(last?.executionId ?? 0) + 1);
  const execution: StoredExecution = {
    id: `${stream}/${executionId}`,
    streamId: stream,
    executionId,
    startedAt: context.now,
    startedBy: context.user,
    aborted: false,
    toe: context.toe,
  };
  state.executions.push(execution);
  return context.profile === "extended" ? { status: 201, body: shown(context, execution) } : ok({});
}

function streamId(context: Context): Id {
  const { streamId: id = "" } = context.params;
  if (!exists(context, id, "number"))
    throw new HttpError(404, `stream ${id} does not exist`, "message");
  return idOf(id);
}

function executionsOf(context: Context): StoredExecution[] {
  const stream = streamId(context);
  return context.state.executions.filter((one) => one.streamId === stream);
}

function find(context: Context): StoredExecution {
  const id = numericId(context, "executionId");
  const found = executionsOf(context).find(({ executionId }) => executionId === id);
  if (!found) throw new HttpError(404, `execution ${id} does not exist`, "message");
  return found;
}

function stateOf(context: Context, execution: StoredExecution): "ACTIVE" | "SUCCESS" | "CANCELLED" {
  if (execution.aborted) return "CANCELLED";
  return context.now < execution.startedAt + context.state.timing.executionMs
    ? "ACTIVE"
    : "SUCCESS";
}

/** Times are in seconds in this answer, unlike in all others. */
function shown(context: Context, execution: StoredExecution) {
  const currentState = stateOf(context, execution);
  const end = execution.startedAt + context.state.timing.executionMs;
  return {
    streamId: execution.streamId,
    executionId: execution.executionId,
    toe: execution.toe,
    startedAt: execution.startedAt / 1000,
    endedAt: currentState === "ACTIVE" ? null : end / 1000,
    currentState,
    runType: "MANUAL",
    createdAt: execution.startedAt / 1000,
    modifiedAt: execution.startedAt / 1000,
    startedBy: String(execution.startedBy),
    rowsInserted: currentState === "SUCCESS" ? 1000 : 0,
    bytesInserted: currentState === "SUCCESS" ? 64000 : 0,
    errors: [],
  };
}
