import type { PlatformFunction, Resource } from "./define";
import { getReportSchedules } from "./functions/getReportSchedules";
import { getRoles } from "./functions/getRoles";
import { group } from "./resources/group";
import { reportSend } from "./resources/reportSend";
import { reportSchedule } from "./resources/reportSchedule";
import { scheduledReportEmails } from "./resources/scheduledReportEmails";

/** Everything there is: each resource and function is named here and nowhere else. */
export const resources: readonly Resource[] = [
  reportSchedule,
  group,
  scheduledReportEmails,
  reportSend,
];
export const functions: readonly PlatformFunction[] = [getRoles, getReportSchedules];
