// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "./platformResource";

export interface ScheduleRecipientArgs {
  /** Kind of recipient: `EMAIL` for an address. */
  type: pulumi.Input<"EMAIL" | "USER" | "GROUP" | (string & {})>;
  /** The e-mail address, or the id of the user or group. */
  value: pulumi.Input<string>;
}

/** When the report is sent, and to whom. */
export interface ScheduleArgs {
  /** How often the report is sent. */
  frequency: pulumi.Input<"DAILY" | "WEEKLY" | "MONTHLY" | (string & {})>;
  /** Days on which it is sent, separated by commas: day names (`MON,THU`) or numbers; for `MONTHLY` days of the month (`1,15`). */
  daysToRun: pulumi.Input<string>;
  /** Hour of the day in `timezone`, 0 to 23. */
  hourOfDay: pulumi.Input<number>;
  /** Minute of the hour, 0 to 59. */
  minOfHour: pulumi.Input<number>;
  /** Time zone of the hour: a name of the IANA database or `UTC`. Left out, the instance decides, and the zone is not managed. */
  timezone?: pulumi.Input<string>;
  /** Whether the schedule is active. A disabled one sends nothing. */
  enabled: pulumi.Input<boolean>;
  /** Who gets the report beside its subscribers. The platform never shows them again, so a change made on the instance is not seen. */
  additionalRecipients?: pulumi.Input<pulumi.Input<ScheduleRecipientArgs>[]>;
}

export interface ScheduleRecipient {
  /** Kind of recipient: `EMAIL` for an address. */
  type: "EMAIL" | "USER" | "GROUP" | (string & {});
  /** The e-mail address, or the id of the user or group. */
  value: string;
}

/** When the report is sent, and to whom. */
export interface Schedule {
  /** How often the report is sent. */
  frequency: "DAILY" | "WEEKLY" | "MONTHLY" | (string & {});
  /** Days on which it is sent, separated by commas: day names (`MON,THU`) or numbers; for `MONTHLY` days of the month (`1,15`). */
  daysToRun: string;
  /** Hour of the day in `timezone`, 0 to 23. */
  hourOfDay: number;
  /** Minute of the hour, 0 to 59. */
  minOfHour: number;
  /** Time zone of the hour: a name of the IANA database or `UTC`. Left out, the instance decides, and the zone is not managed. */
  timezone?: string;
  /** Whether the schedule is active. A disabled one sends nothing. */
  enabled: boolean;
  /** Who gets the report beside its subscribers. The platform never shows them again, so a change made on the instance is not seen. */
  additionalRecipients?: ScheduleRecipient[];
}

/** Arguments of ReportSchedule. */
export interface ReportScheduleArgs {
  /** Title of the report. */
  title: pulumi.Input<string>;
  /** Id of the page; 0 for the report of a single card. */
  pageId: pulumi.Input<number>;
  /** Id of the report view, which must exist. The list does not show it, so drift shows only through `reportViewId`. */
  viewId: pulumi.Input<number>;
  /** When the report is sent, and to whom. */
  schedule: pulumi.Input<ScheduleArgs>;
  /** Whether an attachment is included. The list does not show it: kept from state. */
  attachmentInclude: pulumi.Input<boolean>;
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
  /** Id of the page; 0 for the report of a single card. */
  declare readonly pageId: pulumi.Output<number>;
  /** Id of the report view, which must exist. The list does not show it, so drift shows only through `reportViewId`. */
  declare readonly viewId: pulumi.Output<number>;
  /** When the report is sent, and to whom. */
  declare readonly schedule: pulumi.Output<Schedule>;
  /** Whether an attachment is included. The list does not show it: kept from state. */
  declare readonly attachmentInclude: pulumi.Output<boolean>;
  /** Id of the report view, as the platform answered. */
  declare readonly reportViewId: pulumi.Output<string | undefined>;
  /** Next run in epoch milliseconds, as answered when the schedule was last written. */
  declare readonly nextRunDate: pulumi.Output<number | undefined>;
  /** Id of the user who owns the schedule. */
  declare readonly ownerId: pulumi.Output<string | undefined>;

  constructor(name: string, args: ReportScheduleArgs, opts?: pulumi.CustomResourceOptions) {
    super("ReportSchedule", name, args, ["reportViewId", "nextRunDate", "ownerId"], opts);
  }
}
