import type { Permission, Route } from "../wire/route";

const from =
  (source: Route["source"]) =>
  (method: Route["method"], path: string, title: string, more?: Partial<Route>): Route => ({
    title,
    method,
    path,
    source,
    ...more,
  });
const specified = from("specification");
const extended = from("extended");

const needs = (text: string, source: Permission["source"]) => ({
  permissions: [{ needs: text, source }],
});
/** Who may change or send a schedule. */
const scheduleOwner = needs(
  "the owner of the schedule, or the grant to manage all cards and pages",
  "vendor documentation",
);
const groupManager = needs(
  "the grant to edit groups for own groups, or the grant to manage all groups",
  "vendor documentation",
);
const certifier = needs("the grant to manage certified content", "observed");

const partitions = "/api/query/v1/datasources/{datasetId}/partition";
const dataset = "/api/data/v3/datasources/{datasetId}";
const executions = "/api/data/v1/streams/{streamId}/executions";
const schedules = "/api/content/v1/reportschedules";
const schedule = `${schedules}/{scheduleId}`;
const groups = "/api/content/v2/groups";
const certification = "/api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state";

/** Operations of the API by name. Each is declared once. A definition can declare one that only it calls. */
export const routes = {
  // Operations of the specification, in its order.
  generateText: specified("POST", "/api/ai/v1/text/generation", "Generate text", {
    deadline: "textDeadlineSeconds",
    permissions: [
      {
        needs: "a model that an administrator configured for text generation",
        source: "specification",
      },
      { needs: "the grant to use AI services", source: "observed" },
    ],
  }),
  searchPartitions: specified("POST", `${partitions}/list`, "Search partitions of a dataset", {
    isAnswerUnshown: true,
    reads: true,
  }),
  listPartitions: specified("GET", partitions, "List partitions of a dataset", {
    isAnswerUnshown: true,
  }),
  shareDataset: specified(
    "POST",
    `${dataset}/share`,
    "Share a dataset",
    needs(
      "to grant `CO_OWNER` or `CAN_EDIT`: the owner or a co-owner of the dataset",
      "vendor documentation",
    ),
  ),
  indexDataset: specified("POST", `${dataset}/indexes`, "Index a dataset"),
  executeStream: specified("POST", executions, "Execute a dataset stream"),
  createSchedule: specified(
    "POST",
    schedules,
    "Create a report schedule",
    needs("the grant to export", "vendor documentation"),
  ),
  listSchedules: specified(
    "GET",
    schedules,
    "List report schedules",
    needs("for the filter `ALL`: the grant to manage all content", "observed"),
  ),
  notifySchedule: specified("POST", `${schedule}/notifications`, "Build and email a report"),
  sendSchedule: specified("POST", `${schedule}/sendnow`, "Send a report now", scheduleOwner),
  switchEmails: specified(
    "PUT",
    `${schedules}/emails/enabled`,
    "Enable or disable scheduled report e-mails",
    needs("the grant to manage all company settings", "vendor documentation"),
  ),
  createGroup: specified(
    "POST",
    groups,
    "Create a group",
    needs("the grant to edit groups", "vendor documentation"),
  ),
  fetchGroup: specified("GET", `${groups}/{group}`, "Fetch a group"),
  certify: specified("PUT", `${certification}/ACTIVE`, "Certify a card or dataset", certifier),
  listRoles: specified("GET", "/api/authorization/v1/roles", "Get all roles"),
  fetchFile: specified(
    "GET",
    "/api/files/v1/filesets/{filesetId}/files/{fileId}",
    "Get file metadata",
  ),
  listWorkflows: specified("GET", "/v1/workflows", "List workflows", {
    isAnswerUnshown: true,
    api: "workflow",
    ...needs(
      "the grant `Workflow API`, which also allows creating, changing and executing workflows, and reading their logs and statuses",
      "specification",
    ),
  }),

  // Operations that such platforms offer beyond the specification.
  fetchSchedule: extended("GET", schedule, "Fetch a report schedule"),
  updateSchedule: extended("PUT", schedule, "Update a report schedule", scheduleOwner),
  enableSchedule: extended(
    "PUT",
    `${schedule}/enabled`,
    "Enable or disable a report schedule",
    scheduleOwner,
  ),
  deleteSchedule: extended("DELETE", schedule, "Delete a report schedule", scheduleOwner),
  listSent: extended("GET", `${schedule}/history`, "List what was sent of a report schedule"),
  listGroups: extended("GET", `${groups}/grouplist`, "List groups"),
  updateGroups: extended("PUT", groups, "Update groups", groupManager),
  deleteGroup: extended("DELETE", `${groups}/{group}`, "Delete a group", groupManager),
  listGroupUsers: extended("GET", `${groups}/users`, "List the users of a group"),
  fetchGroupOwners: extended("GET", `${groups}/{group}/permissions`, "Read the owners of a group"),
  changeGroupAccess: extended(
    "PUT",
    `${groups}/access`,
    "Change members and owners of groups",
    groupManager,
  ),
  fetchCertification: extended("GET", certification, "Read a certification", certifier),
  withdrawCertification: extended("DELETE", certification, "Withdraw a certification", certifier),
  listPermissions: extended("GET", `${dataset}/permissions`, "List who has access to a dataset"),
  removePermission: extended(
    "DELETE",
    `${dataset}/permissions/{type}/{id}`,
    "Remove access to a dataset",
  ),
  listIndexStatuses: extended(
    "GET",
    `${dataset}/indexes/{indexId}/statuses`,
    "List the statuses of an index request",
  ),
  listExecutions: extended("GET", executions, "List the executions of a stream"),
  fetchExecution: extended("GET", `${executions}/{executionId}`, "Fetch an execution of a stream"),
};
