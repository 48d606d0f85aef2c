// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "./platformResource";

/** Arguments of ScheduledReportEmails. */
export interface ScheduledReportEmailsArgs {
  /** Whether the platform e-mails scheduled reports. */
  enabled: pulumi.Input<boolean>;
  /** What a delete of this resource does to the switch. Default: `"keep"`. */
  onDelete?: pulumi.Input<"keep" | "enable" | "disable">;
  /** Values of any type. Pulumi sets the switch to `enabled` again when one of them changes, for example after somebody used the switch by hand. Default: `[]`. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/**
 * The instance-wide switch of scheduled report e-mails. The provider assumes that the switch does not change `enabled` of a schedule.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * new platform.ScheduledReportEmails("mail", { enabled: true, onDelete: "disable" });
 * ```
 */
export class ScheduledReportEmails extends PlatformResource {
  /** Whether the platform e-mails scheduled reports. */
  declare readonly enabled: pulumi.Output<boolean>;
  /** What a delete of this resource does to the switch. Default: `"keep"`. */
  declare readonly onDelete: pulumi.Output<"keep" | "enable" | "disable" | undefined>;
  /** Values of any type. Pulumi sets the switch to `enabled` again when one of them changes, for example after somebody used the switch by hand. Default: `[]`. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  declare readonly instance: pulumi.Output<string | undefined>;

  constructor(name: string, args: ScheduledReportEmailsArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      "ScheduledReportEmails",
      name,
      args,
      { inputs: ["enabled", "onDelete", "triggers"], outputs: [] },
      opts,
    );
  }
}
