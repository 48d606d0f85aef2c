// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PluginResource } from "./pluginResource";

import type * as dynamic from "../scheduledReportEmails";

/** Arguments of ScheduledReportEmails. */
export type ScheduledReportEmailsArgs = Omit<dynamic.ScheduledReportEmailsArgs, "instance">;

/**
 * The instance-wide switch of scheduled report e-mails. The provider assumes that the switch does not change `enabled` of a schedule.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * new platform.ScheduledReportEmails("mail", { enabled: true, onDelete: "disable" });
 * ```
 */
export class ScheduledReportEmails extends PluginResource {
  /** Whether the platform e-mails scheduled reports. */
  declare readonly enabled: pulumi.Output<boolean>;
  /** What a delete of this resource does to the switch. Default: `"keep"`. */
  declare readonly onDelete: pulumi.Output<"keep" | "enable" | "disable" | undefined>;
  /** Values of any type. Pulumi sets the switch to `enabled` again when one of them changes, for example after somebody used the switch by hand. Default: `[]`. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;

  constructor(name: string, args: ScheduledReportEmailsArgs, opts?: pulumi.CustomResourceOptions) {
    super("ScheduledReportEmails", name, args, [], opts);
  }
}
