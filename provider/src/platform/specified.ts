import type { Permission, Route } from "../wire/route";

const source = "specification";

/** Who may change or send a schedule. */
export const scheduleOwner = {
  needs: "the owner of the schedule, or the grant to manage all cards and pages",
  source: "vendor documentation",
} as const satisfies Permission;

/** Operations of the specification, in its order. */
export const specified = {
  generateText: {
    title: "Generate text",
    method: "POST",
    path: "/api/ai/v1/text/generation",
    source,
    deadline: "textDeadlineSeconds",
    permissions: [
      { needs: "a model that an administrator configured for text generation", source },
      { needs: "the grant to use AI services", source: "observed" },
    ],
  },
  searchPartitions: {
    title: "Search partitions of a dataset",
    isAnswerUnshown: true,
    method: "POST",
    path: "/api/query/v1/datasources/{datasetId}/partition/list",
    source,
    reads: true,
  },
  listPartitions: {
    title: "List partitions of a dataset",
    isAnswerUnshown: true,
    method: "GET",
    path: "/api/query/v1/datasources/{datasetId}/partition",
    source,
  },
  shareDataset: {
    title: "Share a dataset",
    method: "POST",
    path: "/api/data/v3/datasources/{datasetId}/share",
    source,
    permissions: [
      {
        needs: "to grant `CO_OWNER` or `CAN_EDIT`: the owner or a co-owner of the dataset",
        source: "vendor documentation",
      },
    ],
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
    permissions: [{ needs: "the grant to export", source: "vendor documentation" }],
  },
  listSchedules: {
    title: "List report schedules",
    method: "GET",
    path: "/api/content/v1/reportschedules",
    source,
    permissions: [
      { needs: "for the filter `ALL`: the grant to manage all content", source: "observed" },
    ],
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
    permissions: [scheduleOwner],
  },
  switchEmails: {
    title: "Enable or disable scheduled report e-mails",
    method: "PUT",
    path: "/api/content/v1/reportschedules/emails/enabled",
    source,
    permissions: [
      { needs: "the grant to manage all company settings", source: "vendor documentation" },
    ],
  },
  createGroup: {
    title: "Create a group",
    method: "POST",
    path: "/api/content/v2/groups",
    source,
    permissions: [{ needs: "the grant to edit groups", source: "vendor documentation" }],
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
    permissions: [{ needs: "the grant to manage certified content", source: "observed" }],
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
    isAnswerUnshown: true,
    method: "GET",
    path: "/v1/workflows",
    source,
    api: "workflow",
    permissions: [
      {
        needs:
          "the grant `Workflow API`, which also allows creating, changing and executing workflows, and reading their logs and statuses",
        source,
      },
    ],
  },
} as const satisfies Record<string, Route>;
