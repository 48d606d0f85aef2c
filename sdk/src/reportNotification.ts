// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "./platformResource";
import type { NotificationRecipient } from "./types";
import type { NotificationRecipientArgs } from "./types";

/** Arguments of ReportNotification. */
export interface ReportNotificationArgs {
  /** Id of the report schedule that has the report. */
  scheduleId: pulumi.Input<string>;
  /** Who gets the report, in any order. Each needs `emailAddress` or `userId`. The provider assumes that the address, where there is one, decides who gets e-mail. `platform:allowedRecipientDomains` cannot check recipients without an address. */
  recipients: pulumi.Input<pulumi.Input<NotificationRecipientArgs>[]>;
  /** Values of any type. Pulumi e-mails the report again, to all recipients, when one of them changes. Default: `[]`. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/**
 * Builds a report again and e-mails it to the given people. Pulumi sends it when it creates the resource, and again when an argument or a trigger changes. Each recipient gets the mail at most once.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
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
export class ReportNotification extends PlatformResource {
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
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  declare readonly instance: pulumi.Output<string | undefined>;

  constructor(name: string, args: ReportNotificationArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      "ReportNotification",
      name,
      args,
      { inputs: ["scheduleId", "recipients", "triggers"], outputs: ["outcome", "ranAt"] },
      opts,
    );
  }
}
