import { z } from "zod";
import { repeatOption } from "../messages/options";
import { defineAction } from "../definition/action";
import { anyId, anyNumber, anyText, listIn, listOf, maybe, orBareId } from "../definition/answers";
import { openWord } from "../definition/fields";
import { readPaged } from "../platform/lists";
import { routes } from "../platform/routes";

const shown = z.object({
  executionId: anyId.describe(
    "Id of the execution, if the platform returns one. Vendor documentation shows this field.",
  ),
  currentState: maybe(anyText).describe(
    "State of the execution at the last look. Vendor documentation: for example `ACTIVE`.",
  ),
  startedAt: maybe(anyNumber).describe(
    "Start of the execution. Vendor documentation: epoch seconds.",
  ),
  endedAt: maybe(anyNumber).describe("End of the execution. Vendor documentation: epoch seconds."),
  rowsInserted: maybe(anyNumber).describe(
    "Vendor documentation: number of inserted rows at the last look.",
  ),
  bytesInserted: maybe(anyNumber).describe(
    "Vendor documentation: number of inserted bytes at the last look.",
  ),
});
const execution = shown.extend({
  runType: maybe(anyText),
  errors: maybe(listIn(z.object({ message: maybe(anyText), code: maybe(anyText) }))),
});

type Execution = z.infer<typeof execution>;

/** No document shows the order. Where the oldest come first, the new ones are on the last page. */
function isOldestFirst(executions: ReadonlyMap<string, Execution>): boolean {
  const all = [...executions.values()];
  const isBefore = (one: Execution, other: Execution) =>
    one.startedAt === undefined || one.startedAt === other.startedAt
      ? Number(one.executionId) < Number(other.executionId)
      : one.startedAt < (other.startedAt ?? NaN);
  const [first, last] = [all[0], all.at(-1)];
  return first !== undefined && last !== undefined && isBefore(first, last);
}

/** Every other state except `SUCCESS` means that the execution continues. */
const badStates = ["FAILED", "CANCELLED", "ABORTED", "ERROR"];

const defaultAction = "MANUAL";

/** No time in milliseconds since 1973 is smaller, and no time in seconds is greater for long. */
const smallestMs = 1e11;

/** The documentation says seconds. An instance can also show milliseconds. */
const inMs = (at: number | undefined): number | undefined =>
  at !== undefined && at < smallestMs ? at * 1000 : at;

export const streamExecution = defineAction({
  name: "StreamExecution",
  noun: "execution",
  does: "executes a stream",
  doc: "Executes the stream of a dataset. Pulumi starts it when it creates the resource, and again when an argument or a trigger changes. After a lost answer, Pulumi never starts it a second time.",
  inputs: z.strictObject({
    streamId: z.string().min(1).describe("Id of the stream.").meta({ idOf: "stream" }),
    action: openWord("MANUAL")
      .optional()
      .describe("What the stream does: `MANUAL` starts an execution by hand.")
      .meta({ omitted: { default: defaultAction, write: defaultAction } }),
  }),
  // If the outcome is unknown, there are no outputs.
  outputs: shown.partial(),
  label: ({ streamId }) => `of stream ${streamId}`,
  calls: [
    { route: routes.executeStream },
    { route: routes.listExecutions, when: "before the start, and after a lost answer" },
    { route: routes.fetchExecution, when: "if you set `waitMinutes`" },
  ],
  async run(instance, { streamId, action = defaultAction }) {
    return instance.send({
      operation: `execute stream ${streamId}`,
      route: routes.executeStream,
      params: { streamId },
      body: { action },
      // An empty answer also means that the execution started.
      answer: orBareId("executionId", shown).optional().catch(undefined),
    });
  },
  async trace(instance, { streamId, action = defaultAction }) {
    const idOf = ({ executionId }: Execution) => executionId;
    const page = (offset: number) => ({
      operation: `list the executions of stream ${streamId}`,
      route: routes.listExecutions,
      params: { streamId },
      query: { limit: 100, offset },
      answer: listOf(execution),
    });
    const { items } = await readPaged(instance, idOf, page, (all) => !isOldestFirst(all));
    return new Map(
      [...items.values()]
        .filter(({ runType }) => runType === action)
        .map((one) => [one.executionId, { outputs: shown.parse(one), at: inMs(one.startedAt) }]),
    );
  },
  async progress(instance, { streamId }, { executionId: id }) {
    if (id === undefined) return undefined;
    const found = await instance.send({
      operation: `read execution ${id} of stream ${streamId}`,
      route: routes.fetchExecution,
      params: { streamId, executionId: id },
      answer: execution,
    });
    const { currentState = "under way", errors = [] } = found;
    const state = currentState.toUpperCase();
    const isBad = badStates.includes(state);
    const reasons = errors.slice(0, 3).map(({ message, code }) => message ?? code ?? "no reason");
    return {
      outputs: shown.parse(found),
      status: `execution ${id} is ${currentState}${reasons.length > 0 ? `: ${reasons.join("; ")}` : ""}`,
      ended: isBad ? "badly" : state === "SUCCESS" ? "well" : undefined,
    };
  },
  whenUnknown: [{ steps: [{ instance: "look", at: "the stream's executions" }] }, repeatOption],
  limits: [
    "The create ends when the platform has started the execution, unless you set `waitMinutes`. No documented call shows an execution.",
  ],
  example: {
    name: "run",
    args: { streamId: "4021", triggers: ["2024-06-30"], waitMinutes: 30 },
    exports: { rows: "rowsInserted" },
    answer: { executionId: "12", currentState: "ACTIVE", startedAt: 1_767_225_600 },
    answerWith: {
      waitMinutes: {
        currentState: "SUCCESS",
        endedAt: 1_767_225_660,
        rowsInserted: 1200,
        bytesInserted: 48_000,
      },
    },
  },
});
