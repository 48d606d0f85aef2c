// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "./platformResource";

/** Arguments of ScheduledReportEmails. */
export interface ScheduledReportEmailsArgs {
  /** Whether scheduled reports are e-mailed at all. */
  enabled: pulumi.Input<boolean>;
  /** What deleting this resource does to the switch. `keep` by default: nothing. */
  onDelete?: pulumi.Input<"keep" | "enable" | "disable">;
  /** Name of the instance in `platform:instances`; the one of `platform:baseUrl` where left out. */
  instance?: string;
}

/**
 * The instance-wide switch of scheduled report e-mails. While it is off, no schedule sends mail; each keeps its own `enabled`. There is one per instance and program.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * new platform.ScheduledReportEmails("mail", { enabled: true, onDelete: "disable" });
 * ```
 */
export class ScheduledReportEmails extends PlatformResource {
  /** Whether scheduled reports are e-mailed at all. */
  declare readonly enabled: pulumi.Output<boolean>;
  /** What deleting this resource does to the switch. `keep` by default: nothing. */
  declare readonly onDelete: pulumi.Output<"keep" | "enable" | "disable" | undefined>;
  /** Name of the instance in `platform:instances`; the one of `platform:baseUrl` where left out. */
  declare readonly instance: pulumi.Output<string | undefined>;

  constructor(name: string, args: ScheduledReportEmailsArgs, opts?: pulumi.CustomResourceOptions) {
    super("ScheduledReportEmails", name, args, [], opts);
  }
}
