import type { Route } from "../wire/route";

const source = "specification";

/** The operations of the specification, all of them, in its order. */
export const specified = {
  generateText: {
    title: "Generate text",
    method: "POST",
    path: "/api/ai/v1/text/generation",
    source,
    permission:
      "an administrator must have configured the model for text generation; the grant to use AI services (observed)",
  },
  searchPartitions: {
    title: "Search partitions of a dataset",
    method: "POST",
    path: "/api/query/v1/datasources/{datasetId}/partition/list",
    source,
    reads: true,
  },
  listPartitions: {
    title: "List partitions of a dataset",
    method: "GET",
    path: "/api/query/v1/datasources/{datasetId}/partition",
    source,
  },
  shareDataset: {
    title: "Share a dataset",
    method: "POST",
    path: "/api/data/v3/datasources/{datasetId}/share",
    source,
    permission:
      "only owners and co-owners of the dataset can grant `CO_OWNER` and `CAN_EDIT` (observed)",
  },
  indexDataset: {
    title: "Index a dataset",
    method: "POST",
    path: "/api/data/v3/datasources/{datasetId}/indexes",
    source,
  },
  executeStream: {
    title: "Execute a dataset stream",
    method: "POST",
    path: "/api/data/v1/streams/{streamId}/executions",
    source,
  },
  createSchedule: {
    title: "Create a report schedule",
    method: "POST",
    path: "/api/content/v1/reportschedules",
    source,
    permission: "the grant to export (observed)",
  },
  listSchedules: {
    title: "List report schedules",
    method: "GET",
    path: "/api/content/v1/reportschedules",
    source,
    permission: "the filter `ALL` needs the grant to manage all content (observed)",
  },
  notifySchedule: {
    title: "Build and email a report",
    method: "POST",
    path: "/api/content/v1/reportschedules/{scheduleId}/notifications",
    source,
  },
  sendSchedule: {
    title: "Send a report now",
    method: "POST",
    path: "/api/content/v1/reportschedules/{scheduleId}/sendnow",
    source,
    permission:
      "the owner of the schedule, or a user with the grant to manage all cards and pages (observed)",
  },
  switchEmails: {
    title: "Enable or disable scheduled report e-mails",
    method: "PUT",
    path: "/api/content/v1/reportschedules/emails/enabled",
    source,
    permission: "the grant to manage all company settings (observed)",
  },
  createGroup: {
    title: "Create a group",
    method: "POST",
    path: "/api/content/v2/groups",
    source,
    permission: "the grant to edit groups (observed)",
  },
  fetchGroup: {
    title: "Fetch a group",
    method: "GET",
    path: "/api/content/v2/groups/{group}",
    source,
  },
  certify: {
    title: "Certify a card or dataset",
    method: "PUT",
    path: "/api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state/ACTIVE",
    source,
    permission: "the grant to manage certified content (observed)",
  },
  listRoles: {
    title: "Get all roles",
    method: "GET",
    path: "/api/authorization/v1/roles",
    source,
  },
  fetchFile: {
    title: "Get file metadata",
    method: "GET",
    path: "/api/files/v1/filesets/{filesetId}/files/{fileId}",
    source,
  },
  listWorkflows: {
    title: "List workflows",
    method: "GET",
    path: "/v1/workflows",
    source,
    api: "workflow",
    permission: "the grant `Workflow API`",
  },
} as const satisfies Record<string, Route>;
