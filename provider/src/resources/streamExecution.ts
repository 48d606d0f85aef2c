import { z } from "zod";
import { defineAction } from "../definition/action";
import { anyId, maybe, openWord } from "../definition/fields";

const executionsPath = (streamId: string) =>
  `/api/data/v1/streams/${encodeURIComponent(streamId)}/executions`;

/** What is good to know, but no reason to fail where the platform tells it in another form. */
const told = <Schema extends z.ZodType>(schema: Schema) => maybe(schema).catch(undefined);

const shown = z.object({
  executionId: anyId,
  currentState: told(z.string()),
  startedAt: told(z.number()),
  endedAt: told(z.number()),
  rowsInserted: told(z.number()),
  bytesInserted: told(z.number()),
});
const execution = shown.extend({
  runType: told(z.string()),
  errors: told(z.array(z.object({ message: told(z.string()), code: told(z.string()) }))),
});

/** Any other word is taken for one of an execution that goes on. */
const badStates = ["FAILED", "CANCELLED", "ABORTED", "ERROR"];

const defaultAction = "MANUAL";

export const streamExecution = defineAction({
  name: "StreamExecution",
  noun: "execution",
  doc: "Executes the stream of a dataset: when it is created, and again when an argument or a trigger changes. One whose answer is lost is never started a second time by itself.",
  inputs: z.strictObject({
    streamId: z.string().min(1).describe("Id of the stream."),
    action: openWord("MANUAL")
      .optional()
      .describe("What is asked of the stream. `MANUAL` by default: a run by hand.")
      .meta({ sameAsAbsent: defaultAction, whenRemoved: defaultAction }),
  }),
  outputs: z.object({
    executionId: z
      .string()
      .optional()
      .describe("Id of the execution, where the platform tells it; it counts up per stream."),
    currentState: z
      .string()
      .optional()
      .describe("State of the execution when it was last looked at, such as `ACTIVE`."),
    startedAt: z.number().optional().describe("When it began, in epoch seconds."),
    endedAt: z.number().optional().describe("When it ended, in epoch seconds."),
    rowsInserted: z
      .number()
      .optional()
      .describe("Rows that it had inserted when it was last looked at."),
    bytesInserted: z
      .number()
      .optional()
      .describe("Bytes that it had inserted when it was last looked at."),
  }),
  label: ({ streamId }) => `of stream ${streamId}`,
  calls: [
    "POST /api/data/v1/streams/{streamId}/executions",
    "GET /api/data/v1/streams/{streamId}/executions before it and after a lost answer",
    "GET /api/data/v1/streams/{streamId}/executions/{executionId} where `waitMinutes` is given",
  ],
  async run(instance, { streamId, action = defaultAction }) {
    return instance.send({
      operation: `execute stream ${streamId}`,
      method: "POST",
      path: executionsPath(streamId),
      body: { action },
      // An empty answer says that it was started, too.
      answer: shown.optional().catch(undefined),
    });
  },
  async trace(instance, { streamId, action = defaultAction }) {
    const executions = await instance.send({
      operation: `list the executions of stream ${streamId}`,
      method: "GET",
      path: executionsPath(streamId),
      query: { limit: 100, offset: 0 },
      answer: z.array(execution),
    });
    return new Map(
      executions
        .filter(({ runType }) => runType === action)
        .map((one) => [one.executionId, shown.parse(one)]),
    );
  },
  async progress(instance, { streamId }, { executionId: id }) {
    if (id === undefined) return undefined;
    const found = await instance.send({
      operation: `read execution ${id} of stream ${streamId}`,
      method: "GET",
      path: `${executionsPath(streamId)}/${encodeURIComponent(id)}`,
      answer: execution,
    });
    const { currentState = "under way", errors = [] } = found;
    const isBad = badStates.includes(currentState);
    const reasons = errors.slice(0, 3).map(({ message, code }) => message ?? code ?? "no reason");
    return {
      outputs: shown.parse(found),
      said: `execution ${id} is ${currentState}${reasons.length > 0 ? `: ${reasons.join("; ")}` : ""}`,
      ended: isBad ? "badly" : currentState === "SUCCESS" ? "well" : undefined,
    };
  },
  whenUnknown:
    "Look at the stream's executions on the instance; to execute it again, change `triggers`.",
  example: `import * as platform from "pulumi-platform";

const run = new platform.StreamExecution("orders", {
  streamId: "4021",
  triggers: ["2024-06-30"],
  waitMinutes: 30,
});

export const rows = run.rowsInserted;
`,
});
