// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PluginResource } from "./pluginResource";

/** Arguments of StreamExecution. */
export interface StreamExecutionArgs {
  /** Id of the stream. */
  streamId: pulumi.Input<string>;
  /** What is asked of the stream. `MANUAL` by default: a run by hand. */
  action?: pulumi.Input<"MANUAL" | (string & {})>;
  /** Values of any kind; the action runs again when one of them changes. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /** Waits at most so many minutes for the end, and fails where it ends badly; where the time is over, it succeeds with a warning. Not at all where left out; needs extended operations. */
  waitMinutes?: pulumi.Input<number>;
}

/**
 * Executes the stream of a dataset: when it is created, and again when an argument or a trigger changes. One whose answer is lost is never started a second time by itself.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * const run = new platform.StreamExecution("orders", {
 *   streamId: "4021",
 *   triggers: ["2024-06-30"],
 *   waitMinutes: 30,
 * });
 *
 * export const rows = run.rowsInserted;
 * ```
 */
export class StreamExecution extends PluginResource {
  /** Id of the stream. */
  declare readonly streamId: pulumi.Output<string>;
  /** What is asked of the stream. `MANUAL` by default: a run by hand. */
  declare readonly action: pulumi.Output<"MANUAL" | (string & {}) | undefined>;
  /** Values of any kind; the action runs again when one of them changes. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** Waits at most so many minutes for the end, and fails where it ends badly; where the time is over, it succeeds with a warning. Not at all where left out; needs extended operations. */
  declare readonly waitMinutes: pulumi.Output<number | undefined>;
  /** Id of the execution, where the platform tells it; it counts up per stream. */
  declare readonly executionId: pulumi.Output<string | undefined>;
  /** State of the execution when it was last looked at, such as `ACTIVE`. */
  declare readonly currentState: pulumi.Output<string | undefined>;
  /** When it began, in epoch seconds. */
  declare readonly startedAt: pulumi.Output<number | undefined>;
  /** When it ended, in epoch seconds. */
  declare readonly endedAt: pulumi.Output<number | undefined>;
  /** Rows that it had inserted when it was last looked at. */
  declare readonly rowsInserted: pulumi.Output<number | undefined>;
  /** Bytes that it had inserted when it was last looked at. */
  declare readonly bytesInserted: pulumi.Output<number | undefined>;
  /** What is known of it: `done`, `unknown` where the answer was lost (then it is not run again by itself), or `muted` where `platform:mail` kept it from mailing. */
  declare readonly outcome: pulumi.Output<"done" | "unknown" | "muted">;
  /** When it ran, in epoch milliseconds. */
  declare readonly ranAt: pulumi.Output<number>;

  constructor(name: string, args: StreamExecutionArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      "StreamExecution",
      name,
      args,
      [
        "executionId",
        "currentState",
        "startedAt",
        "endedAt",
        "rowsInserted",
        "bytesInserted",
        "outcome",
        "ranAt",
      ],
      opts,
    );
  }
}
