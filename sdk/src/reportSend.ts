// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "./platformResource";
import type { ScheduleRecipient } from "./types";
import type { ScheduleRecipientArgs } from "./types";

/** Arguments of ReportSend. */
export interface ReportSendArgs {
  /** Id of the report schedule that has the report. */
  scheduleId: pulumi.Input<string>;
  /** Who gets the report, in any order. */
  recipients: pulumi.Input<pulumi.Input<ScheduleRecipientArgs>[]>;
  /** Values of any type. Pulumi e-mails the report again, to all recipients, when one of them changes. Default: `[]`. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/**
 * E-mails a report to the given recipients at once. Pulumi sends it when it creates the resource, and again when an argument or a trigger changes. Each recipient gets the mail at most once.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * new platform.ReportSend("announce", {
 *   scheduleId: "4294967292",
 *   recipients: [{ type: "EMAIL", value: "board@example.com" }],
 *   triggers: ["first quarter"],
 * });
 * ```
 */
export class ReportSend extends PlatformResource {
  /** Id of the report schedule that has the report. */
  declare readonly scheduleId: pulumi.Output<string>;
  /** Who gets the report, in any order. */
  declare readonly recipients: pulumi.Output<ScheduleRecipient[]>;
  /** Values of any type. Pulumi e-mails the report again, to all recipients, when one of them changes. Default: `[]`. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** Result of the last run: `done`, `unknown` after a lost answer, or `muted` because of `platform:mail`. Pulumi never repeats an unknown run automatically. */
  declare readonly outcome: pulumi.Output<"done" | "unknown" | "muted">;
  /** Time of the last run, in epoch milliseconds. */
  declare readonly ranAt: pulumi.Output<number>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  declare readonly instance: pulumi.Output<string | undefined>;

  constructor(name: string, args: ReportSendArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      "ReportSend",
      name,
      args,
      { inputs: ["scheduleId", "recipients", "triggers"], outputs: ["outcome", "ranAt"] },
      opts,
    );
  }
}
