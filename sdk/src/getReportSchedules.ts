// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";

export interface ReportScheduleItem {
  /** Id of the schedule. */
  id: string;
  /** Title of the report. */
  title?: string;
  /** Id of the page. */
  pageId?: number;
  /** Id of the report view. */
  reportViewId?: string;
  /** Name of the report view. */
  viewName?: string;
  /** Kind of the report, as the platform names it. */
  type?: string;
  /** Id of the user who owns the schedule. */
  ownerId?: string;
  /** Id of the embedded view. */
  embedViewId?: string;
  /** Whether the token's user owns the schedule. */
  owner?: boolean;
  /** Number of cards in the report. */
  cardCount?: number;
  /** Number of recipients. */
  recipientCount?: number;
  /** Id of the card, for the report of a single card. */
  cardId?: string;
  /** When the report is sent. */
  schedule?: {
    /** How often the report is sent. */
    frequency?: string;
    /** Days on which it is sent, separated by commas. */
    daysToRun?: string;
    /** Hour of the day in `timezone`. */
    hourOfDay?: number;
    /** Minute of the hour. */
    minOfHour?: number;
    /** Time zone of the hour. */
    timezone?: string;
    /** Whether the schedule is active. */
    enabled?: boolean;
  };
}

/** Arguments of getReportSchedules. */
export interface GetReportSchedulesArgs {
  /** Whose schedules: the caller's where left out. `ALL` needs the grant to manage all content. `platform:scheduleFilter` by default. */
  filter?: "USER" | "RECIPIENT" | "OWNER" | "ALL" | (string & {});
  /** Only schedules whose title matches, as the platform matches. */
  title?: string;
  /** At most so many schedules; all where left out. */
  limit?: number;
  /** So many schedules less at the start; 0 where left out. */
  skip?: number;
  /** Field to sort by; `title` where left out. */
  orderBy?: "startDate" | "nextRunDate" | "title";
  /** Smallest first; true where left out. */
  ascending?: boolean;
}

/** Arguments of getReportSchedulesOutput. */
export interface GetReportSchedulesOutputArgs {
  /** Whose schedules: the caller's where left out. `ALL` needs the grant to manage all content. `platform:scheduleFilter` by default. */
  filter?: pulumi.Input<"USER" | "RECIPIENT" | "OWNER" | "ALL" | (string & {})>;
  /** Only schedules whose title matches, as the platform matches. */
  title?: pulumi.Input<string>;
  /** At most so many schedules; all where left out. */
  limit?: pulumi.Input<number>;
  /** So many schedules less at the start; 0 where left out. */
  skip?: pulumi.Input<number>;
  /** Field to sort by; `title` where left out. */
  orderBy?: pulumi.Input<"startDate" | "nextRunDate" | "title">;
  /** Smallest first; true where left out. */
  ascending?: pulumi.Input<boolean>;
}

/** Result of getReportSchedules. */
export interface GetReportSchedulesResult {
  /** The schedules. */
  schedules: ReportScheduleItem[];
}

/** Report schedules of the instance. Paging is hidden: the result holds all that match, in a stable order. */
export function getReportSchedules(
  args: GetReportSchedulesArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetReportSchedulesResult> {
  return call("getReportSchedules", args, opts);
}

/** Report schedules of the instance. Paging is hidden: the result holds all that match, in a stable order. Takes and gives outputs. */
export function getReportSchedulesOutput(
  args: GetReportSchedulesOutputArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<GetReportSchedulesResult> {
  return callOutput("getReportSchedules", args, opts);
}
