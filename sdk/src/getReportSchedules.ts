// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";
import type { ReportScheduleItem } from "./types";

/** Arguments of getReportSchedules. */
export interface GetReportSchedulesArgs {
  /** Which schedules to list. The specification calls it the schedule type, and shows no values. Observed: the values say whose schedules the list shows. If you omit it, `platform:scheduleFilter` applies, then the platform's default. Vendor documentation: the schedules of the token's user. */
  filter?: "USER" | "RECIPIENT" | "OWNER" | "ALL" | (string & {});
  /** Lists only schedules with this text in their titles. Assumed: the platform finds any part of a title, in any letter case. */
  title?: string;
  /** Maximum number of schedules. If you omit it, the result holds all. */
  limit?: number;
  /** Number of schedules to skip. Default: `0`. */
  skip?: number;
  /** Field to sort by. If the platform ignores pages, it may also ignore a date here. The function then warns, and fails with `partial_list` if `limit` or `skip` takes only a part. Default: `"title"`. */
  orderBy?: "startDate" | "nextRunDate" | "title";
  /** Whether the smallest value comes first. Default: `true`. */
  ascending?: boolean;
  /** Allows a list that may lack rows, with a warning. Otherwise the call fails with `partial_list`. Default: `false`. */
  allowPartial?: boolean;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Arguments of getReportSchedulesOutput. */
export interface GetReportSchedulesOutputArgs {
  /** Which schedules to list. The specification calls it the schedule type, and shows no values. Observed: the values say whose schedules the list shows. If you omit it, `platform:scheduleFilter` applies, then the platform's default. Vendor documentation: the schedules of the token's user. */
  filter?: pulumi.Input<"USER" | "RECIPIENT" | "OWNER" | "ALL" | (string & {})>;
  /** Lists only schedules with this text in their titles. Assumed: the platform finds any part of a title, in any letter case. */
  title?: pulumi.Input<string>;
  /** Maximum number of schedules. If you omit it, the result holds all. */
  limit?: pulumi.Input<number>;
  /** Number of schedules to skip. Default: `0`. */
  skip?: pulumi.Input<number>;
  /** Field to sort by. If the platform ignores pages, it may also ignore a date here. The function then warns, and fails with `partial_list` if `limit` or `skip` takes only a part. Default: `"title"`. */
  orderBy?: pulumi.Input<"startDate" | "nextRunDate" | "title">;
  /** Whether the smallest value comes first. Default: `true`. */
  ascending?: pulumi.Input<boolean>;
  /** Allows a list that may lack rows, with a warning. Otherwise the call fails with `partial_list`. Default: `false`. */
  allowPartial?: pulumi.Input<boolean>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Result of getReportSchedules. */
export interface GetReportSchedulesResult {
  /** The schedules that match. */
  schedules: ReportScheduleItem[];
}

/** Lists the report schedules that the platform shows to the token's user. The function reads all pages. */
export function getReportSchedules(
  args: GetReportSchedulesArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetReportSchedulesResult> {
  return call("getReportSchedules", args, opts);
}

/**
 * Lists the report schedules that the platform shows to the token's user. The function reads all pages. Takes and returns outputs.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * const weekly = platform.getReportSchedulesOutput({ title: "Weekly" });
 * export const scheduleId = weekly.schedules[0].id;
 * ```
 */
export function getReportSchedulesOutput(
  args: GetReportSchedulesOutputArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<GetReportSchedulesResult> {
  return callOutput("getReportSchedules", args, opts);
}
