import { routesOf } from "./definition/calls";
import type { PlatformFunction } from "./definition/function";
import type { Resource } from "./definition/resource";
import { generateText } from "./functions/generateText";
import { getFileMetadata } from "./functions/getFileMetadata";
import { getGroup } from "./functions/getGroup";
import { getReportSchedules } from "./functions/getReportSchedules";
import { getRole } from "./functions/getRole";
import { getRoles } from "./functions/getRoles";
import { getWorkflows } from "./functions/getWorkflows";
import { listPartitions } from "./functions/listPartitions";
import { searchPartitions } from "./functions/searchPartitions";
import { routes } from "./platform/routes";
import { certification } from "./resources/certification";
import { datasetShare } from "./resources/datasets/datasetShare";
import { datasetIndex } from "./resources/datasets/datasetIndex";
import { group } from "./resources/groups/group";
import { groupMembers } from "./resources/groups/groupMembers";
import { reportNotification } from "./resources/reportNotification";
import { reportSend } from "./resources/reportSend";
import { reportSchedule } from "./resources/reportSchedule/reportSchedule";
import { scheduledReportEmails } from "./resources/scheduledReportEmails";
import { textGeneration } from "./resources/textGeneration";
import { streamExecution } from "./resources/streamExecution";
import type { Route } from "./wire/route";

/** All resources. Each definition is listed only here. */
export const resources: readonly Resource[] = [
  reportSchedule,
  group,
  groupMembers,
  datasetShare,
  certification,
  scheduledReportEmails,
  reportSend,
  textGeneration,
  reportNotification,
  datasetIndex,
  streamExecution,
];
export const functions: readonly PlatformFunction[] = [
  getRoles,
  getRole,
  getFileMetadata,
  listPartitions,
  searchPartitions,
  getReportSchedules,
  getGroup,
  getWorkflows,
  generateText,
];

/** All routes that the provider calls. A definition can declare routes that only it calls. */
export const allRoutes: readonly Route[] = [
  ...new Set([...Object.values<Route>(routes), ...resources.flatMap(routesOf)]),
];
