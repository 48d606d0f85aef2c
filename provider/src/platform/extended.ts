import type { Permission, Route } from "../wire/route";
import { scheduleOwner } from "./specified";

const source = "extended";

const groupManager = {
  needs: "the grant to edit groups for own groups, or the grant to manage all groups",
  source: "vendor documentation",
} as const satisfies Permission;

/** Operations that such platforms offer beyond the specification. */
export const extended = {
  fetchSchedule: {
    title: "Fetch a report schedule",
    method: "GET",
    path: "/api/content/v1/reportschedules/{scheduleId}",
    source,
  },
  updateSchedule: {
    title: "Update a report schedule",
    method: "PUT",
    path: "/api/content/v1/reportschedules/{scheduleId}",
    source,
    permissions: [scheduleOwner],
  },
  enableSchedule: {
    title: "Enable or disable a report schedule",
    method: "PUT",
    path: "/api/content/v1/reportschedules/{scheduleId}/enabled",
    source,
    permissions: [scheduleOwner],
  },
  deleteSchedule: {
    title: "Delete a report schedule",
    method: "DELETE",
    path: "/api/content/v1/reportschedules/{scheduleId}",
    source,
    permissions: [scheduleOwner],
  },
  listSent: {
    title: "List what was sent of a report schedule",
    method: "GET",
    path: "/api/content/v1/reportschedules/{scheduleId}/history",
    source,
  },
  listGroups: {
    title: "List groups",
    method: "GET",
    path: "/api/content/v2/groups/grouplist",
    source,
  },
  updateGroups: {
    title: "Update groups",
    method: "PUT",
    path: "/api/content/v2/groups",
    source,
    permissions: [groupManager],
  },
  deleteGroup: {
    title: "Delete a group",
    method: "DELETE",
    path: "/api/content/v2/groups/{group}",
    source,
    permissions: [groupManager],
  },
  listGroupUsers: {
    title: "List the users of a group",
    method: "GET",
    path: "/api/content/v2/groups/users",
    source,
  },
  fetchGroupOwners: {
    title: "Read the owners of a group",
    method: "GET",
    path: "/api/content/v2/groups/{group}/permissions",
    source,
  },
  changeGroupAccess: {
    title: "Change members and owners of groups",
    method: "PUT",
    path: "/api/content/v2/groups/access",
    source,
    permissions: [groupManager],
  },
  fetchCertification: {
    title: "Read a certification",
    method: "GET",
    path: "/api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state",
    source,
    permissions: [{ needs: "the grant to manage certified content", source: "observed" }],
  },
  withdrawCertification: {
    title: "Withdraw a certification",
    method: "DELETE",
    path: "/api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state",
    source,
    permissions: [{ needs: "the grant to manage certified content", source: "observed" }],
  },
  listPermissions: {
    title: "List who has access to a dataset",
    method: "GET",
    path: "/api/data/v3/datasources/{datasetId}/permissions",
    source,
  },
  removePermission: {
    title: "Remove access to a dataset",
    method: "DELETE",
    path: "/api/data/v3/datasources/{datasetId}/permissions/{type}/{id}",
    source,
  },
  listIndexStatuses: {
    title: "List the statuses of an index request",
    method: "GET",
    path: "/api/data/v3/datasources/{datasetId}/indexes/{indexId}/statuses",
    source,
  },
  listExecutions: {
    title: "List the executions of a stream",
    method: "GET",
    path: "/api/data/v1/streams/{streamId}/executions",
    source,
  },
  fetchExecution: {
    title: "Fetch an execution of a stream",
    method: "GET",
    path: "/api/data/v1/streams/{streamId}/executions/{executionId}",
    source,
  },
} as const satisfies Record<string, Route>;
