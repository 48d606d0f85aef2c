// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PluginResource } from "./pluginResource";

import type * as dynamic from "../streamExecution";

/** Arguments of StreamExecution. */
export type StreamExecutionArgs = Omit<dynamic.StreamExecutionArgs, "instance">;

/**
 * Executes the stream of a dataset. Pulumi starts it when it creates the resource, and again when an argument or a trigger changes. After a lost answer, Pulumi never starts it a second time.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * const run = new platform.StreamExecution("run", {
 *   streamId: "4021",
 *   triggers: ["2024-06-30"],
 *   waitMinutes: 30,
 * });
 * export const rows = run.rowsInserted;
 * ```
 */
export class StreamExecution extends PluginResource {
  /** Id of the stream. */
  declare readonly streamId: pulumi.Output<string>;
  /** What the stream does: `MANUAL` starts an execution by hand. Default: `"MANUAL"`. */
  declare readonly action: pulumi.Output<"MANUAL" | (string & {}) | undefined>;
  /** Values of any type. Pulumi runs the action again when one of them changes. Default: `[]`. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** Waits at most this many minutes for the end of the run, and fails if the run fails. If the time ends first, Pulumi warns. Needs extended operations. */
  declare readonly waitMinutes: pulumi.Output<number | undefined>;
  /** Id of the execution, if the platform returns one. Vendor documentation shows this field. */
  declare readonly executionId: pulumi.Output<string | undefined>;
  /** State of the execution at the last look. Vendor documentation: for example `ACTIVE`. */
  declare readonly currentState: pulumi.Output<string | undefined>;
  /** Start of the execution. Vendor documentation: epoch seconds. */
  declare readonly startedAt: pulumi.Output<number | undefined>;
  /** End of the execution. Vendor documentation: epoch seconds. */
  declare readonly endedAt: pulumi.Output<number | undefined>;
  /** Vendor documentation: number of inserted rows at the last look. */
  declare readonly rowsInserted: pulumi.Output<number | undefined>;
  /** Vendor documentation: number of inserted bytes at the last look. */
  declare readonly bytesInserted: pulumi.Output<number | undefined>;
  /** Result of the last run: `done`, `unknown` after a lost answer, or `muted` because of `platform:mail`. Pulumi never repeats an unknown run automatically. */
  declare readonly outcome: pulumi.Output<"done" | "unknown" | "muted">;
  /** Time of the last run, in epoch milliseconds. */
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
