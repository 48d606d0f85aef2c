// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PluginResource } from "./pluginResource";
import type { NotificationRecipient } from "../types";
import type * as dynamic from "../reportNotification";

/** Arguments of ReportNotification. */
export type ReportNotificationArgs = Omit<dynamic.ReportNotificationArgs, "instance">;

/**
 * Builds a report again and e-mails it to the given people. Pulumi sends it when it creates the resource, and again when an argument or a trigger changes. Each recipient gets the mail at most once.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * new platform.ReportNotification("board", {
 *   scheduleId: "4294967292",
 *   recipients: [
 *     { userId: 1000001, displayName: "Board", emailAddress: "board@example.com" },
 *   ],
 *   triggers: ["first quarter"],
 * });
 * ```
 */
export class ReportNotification extends PluginResource {
  /** Id of the report schedule that has the report. */
  declare readonly scheduleId: pulumi.Output<string>;
  /** Who gets the report, in any order. Each needs `emailAddress` or `userId`. The provider assumes that the address, where there is one, decides who gets e-mail. `platform:allowedRecipientDomains` cannot check recipients without an address. */
  declare readonly recipients: pulumi.Output<NotificationRecipient[]>;
  /** Values of any type. Pulumi e-mails the report again, to all recipients, when one of them changes. Default: `[]`. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** Result of the last run: `done`, `unknown` after a lost answer, or `muted` because of `platform:mail`. Pulumi never repeats an unknown run automatically. */
  declare readonly outcome: pulumi.Output<"done" | "unknown" | "muted">;
  /** Time of the last run, in epoch milliseconds. */
  declare readonly ranAt: pulumi.Output<number>;

  constructor(name: string, args: ReportNotificationArgs, opts?: pulumi.CustomResourceOptions) {
    super("ReportNotification", name, args, ["outcome", "ranAt"], opts);
  }
}
