// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";
import type { ReportScheduleItem } from "../types";

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
