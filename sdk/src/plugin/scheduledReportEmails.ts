// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PluginResource } from "./pluginResource";

/** Arguments of ScheduledReportEmails. */
export interface ScheduledReportEmailsArgs {
  /** Whether scheduled reports are e-mailed at all. */
  enabled: pulumi.Input<boolean>;
  /** What deleting this resource does to the switch. `keep` by default: nothing. */
  onDelete?: pulumi.Input<"keep" | "enable" | "disable">;
}

/**
 * The instance-wide switch of scheduled report e-mails. While it is off, no schedule sends mail; each keeps its own `enabled`. There is one per instance and program.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * new platform.ScheduledReportEmails("mail", { enabled: true, onDelete: "disable" });
 * ```
 */
export class ScheduledReportEmails extends PluginResource {
  /** Whether scheduled reports are e-mailed at all. */
  declare readonly enabled: pulumi.Output<boolean>;
  /** What deleting this resource does to the switch. `keep` by default: nothing. */
  declare readonly onDelete: pulumi.Output<"keep" | "enable" | "disable" | undefined>;

  constructor(name: string, args: ScheduledReportEmailsArgs, opts?: pulumi.CustomResourceOptions) {
    super("ScheduledReportEmails", name, args, [], opts);
  }
}
