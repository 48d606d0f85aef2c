// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "./platformResource";
import type { ScheduleRecipient } from "./types";
import type { ScheduleRecipientArgs } from "./types";

/** Arguments of ReportSend. */
export interface ReportSendArgs {
  /** Id of the report schedule whose report is sent. */
  scheduleId: pulumi.Input<string>;
  /** Who gets the report. Their order means nothing. */
  recipients: pulumi.Input<pulumi.Input<ScheduleRecipientArgs>[]>;
  /** Values of any kind; the action runs again when one of them changes. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /** Name of the instance in `platform:instances`; the one of `platform:baseUrl` where left out. */
  instance?: string;
}

/**
 * Sends a report now, by e-mail, to the given recipients: when it is created, and again when an argument or a trigger changes. Nobody gets it twice because of a fault, as long as the journal of the runs is kept.
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
  /** Id of the report schedule whose report is sent. */
  declare readonly scheduleId: pulumi.Output<string>;
  /** Who gets the report. Their order means nothing. */
  declare readonly recipients: pulumi.Output<ScheduleRecipient[]>;
  /** Values of any kind; the action runs again when one of them changes. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** What is known of it: `done`, `unknown` where the answer was lost (then it is not run again by itself), or `muted` where `platform:mail` kept it from mailing. */
  declare readonly outcome: pulumi.Output<"done" | "unknown" | "muted">;
  /** When it ran, in epoch milliseconds. */
  declare readonly ranAt: pulumi.Output<number>;
  /** Name of the instance in `platform:instances`; the one of `platform:baseUrl` where left out. */
  declare readonly instance: pulumi.Output<string | undefined>;

  constructor(name: string, args: ReportSendArgs, opts?: pulumi.CustomResourceOptions) {
    super("ReportSend", name, args, ["outcome", "ranAt"], opts);
  }
}
