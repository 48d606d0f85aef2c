// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";
import type * as dynamic from "../getReportSchedules";

/** Arguments of getReportSchedules. */
export type GetReportSchedulesArgs = Omit<dynamic.GetReportSchedulesArgs, "instance">;

/** Arguments of getReportSchedulesOutput. */
export type GetReportSchedulesOutputArgs = Omit<dynamic.GetReportSchedulesOutputArgs, "instance">;

/** Result of getReportSchedules. */
export type GetReportSchedulesResult = dynamic.GetReportSchedulesResult;

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
 * import * as platform from "pulumi-platform/plugin";
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
