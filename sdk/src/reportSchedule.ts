// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "./platformResource";
import type { Schedule } from "./types";
import type { ScheduleArgs } from "./types";

/** Arguments of ReportSchedule. */
export interface ReportScheduleArgs {
  /** Title of the report. */
  title: pulumi.Input<string>;
  /** Id of the page. Observed: 0 for the report of a single card. */
  pageId: pulumi.Input<number | string>;
  /** Id of an existing report view. The list does not show it: Pulumi sees a manual change only through `reportViewId`, or with `platform:readDetails: refresh`. */
  viewId: pulumi.Input<number | string>;
  /** When the platform sends the report, and to whom. */
  schedule: pulumi.Input<ScheduleArgs>;
  /** Whether the mail has an attachment. If you omit it, Pulumi does not manage it. The schedule list does not show it, so Pulumi sees manual changes only with `platform:readDetails: refresh`. */
  attachmentInclude?: pulumi.Input<boolean>;
  /** Creates the schedule even if an identical one exists, which usually means that an earlier run lost its state. Of two identical schedules of one program, a preview only warns. Default: `false`. */
  allowDuplicate?: pulumi.Input<boolean>;
  /** Id of an existing object to manage instead of creating one. With documented operations it must match your program; with extended operations Pulumi updates it if it differs. You can remove this argument later. */
  adopt?: pulumi.Input<string>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/**
 * A report of a page that the platform e-mails at set times.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * new platform.ReportSchedule("weekly-sales", {
 *   title: "Weekly sales",
 *   pageId: 1234,
 *   viewId: 5678,
 *   attachmentInclude: true,
 *   schedule: {
 *     frequency: "WEEKLY",
 *     daysToRun: "MON",
 *     hourOfDay: 8,
 *     minOfHour: 0,
 *     timezone: "America/New_York",
 *     enabled: true,
 *     additionalRecipients: [{ type: "EMAIL", value: "sales@example.com" }],
 *   },
 * });
 * ```
 */
export class ReportSchedule extends PlatformResource {
  /** Title of the report. */
  declare readonly title: pulumi.Output<string>;
  /** Id of the page. Observed: 0 for the report of a single card. */
  declare readonly pageId: pulumi.Output<number | string>;
  /** Id of an existing report view. The list does not show it: Pulumi sees a manual change only through `reportViewId`, or with `platform:readDetails: refresh`. */
  declare readonly viewId: pulumi.Output<number | string>;
  /** When the platform sends the report, and to whom. */
  declare readonly schedule: pulumi.Output<Schedule>;
  /** Whether the mail has an attachment. If you omit it, Pulumi does not manage it. The schedule list does not show it, so Pulumi sees manual changes only with `platform:readDetails: refresh`. */
  declare readonly attachmentInclude: pulumi.Output<boolean | undefined>;
  /** Creates the schedule even if an identical one exists, which usually means that an earlier run lost its state. Of two identical schedules of one program, a preview only warns. Default: `false`. */
  declare readonly allowDuplicate: pulumi.Output<boolean | undefined>;
  /** Id of an existing object to manage instead of creating one. With documented operations it must match your program; with extended operations Pulumi updates it if it differs. You can remove this argument later. */
  declare readonly adopt: pulumi.Output<string | undefined>;
  /** Id of the report view, as the platform shows it. */
  declare readonly reportViewId: pulumi.Output<string | undefined>;
  /** Timestamp of the next run, as of the last create or update. Vendor documentation: epoch milliseconds. */
  declare readonly nextRunDate: pulumi.Output<number | undefined>;
  /** Id of the user who owns the schedule. */
  declare readonly ownerId: pulumi.Output<string | undefined>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  declare readonly instance: pulumi.Output<string | undefined>;

  constructor(name: string, args: ReportScheduleArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      "ReportSchedule",
      name,
      args,
      {
        inputs: [
          "title",
          "pageId",
          "viewId",
          "schedule",
          "attachmentInclude",
          "allowDuplicate",
          "adopt",
        ],
        outputs: ["reportViewId", "nextRunDate", "ownerId"],
      },
      opts,
    );
  }
}
