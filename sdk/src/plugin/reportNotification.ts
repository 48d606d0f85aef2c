// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PluginResource } from "./pluginResource";
import type { NotificationRecipient } from "../types";
import type { NotificationRecipientArgs } from "../types";

/** Arguments of ReportNotification. */
export interface ReportNotificationArgs {
  /** Id of the report schedule whose report is built. */
  scheduleId: pulumi.Input<string>;
  /** Who gets the report. Their order means nothing. Which of their fields the platform needs is not documented; the address is what tells who gets mail. */
  recipients: pulumi.Input<pulumi.Input<NotificationRecipientArgs>[]>;
  /** Values of any kind; the action runs again when one of them changes. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
}

/**
 * Builds a report anew and e-mails it to the given people: when it is created, and again when an argument or a trigger changes. Nobody gets it twice because of a fault, as long as the journal of the runs is kept.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * new platform.ReportNotification("announce", {
 *   scheduleId: "4294967292",
 *   recipients: [{ userId: 1000001, displayName: "Board", emailAddress: "board@example.com" }],
 *   triggers: ["first quarter"],
 * });
 * ```
 */
export class ReportNotification extends PluginResource {
  /** Id of the report schedule whose report is built. */
  declare readonly scheduleId: pulumi.Output<string>;
  /** Who gets the report. Their order means nothing. Which of their fields the platform needs is not documented; the address is what tells who gets mail. */
  declare readonly recipients: pulumi.Output<NotificationRecipient[]>;
  /** Values of any kind; the action runs again when one of them changes. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** What is known of it: `done`, `unknown` where the answer was lost (then it is not run again by itself), or `muted` where `platform:mail` kept it from mailing. */
  declare readonly outcome: pulumi.Output<"done" | "unknown" | "muted">;
  /** When it ran, in epoch milliseconds. */
  declare readonly ranAt: pulumi.Output<number>;

  constructor(name: string, args: ReportNotificationArgs, opts?: pulumi.CustomResourceOptions) {
    super("ReportNotification", name, args, ["outcome", "ranAt"], opts);
  }
}
