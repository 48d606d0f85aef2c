import { randomUUID } from "node:crypto";
import type { Id } from "./ids.js";
import { noObjects, type State, type StoredDataset, type StoredRole } from "./state.js";

/** The ids of a new instance, for tests and examples. */
export const seedIds = {
  user: 1000001,
  colleague: 6789456782,
  dataset: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
  stream: 4021,
  fileset: "5b1f6c52-8a5e-4d0b-9f5d-2f1f0a9f6b02",
  file: "c3d9a1b4-7e21-4c7b-8d8e-6a5b4c3d2e03",
} as const;

/** The state of a new instance: users, roles, one dataset, one file; no schedules and no groups. */
export function seed(): State {
  return {
    user: seedIds.user,
    tokens: {},
    users: [
      {
        id: seedIds.user,
        displayName: "Service Account",
        emailAddress: "service.account@example.com",
      },
      { id: seedIds.colleague, displayName: "Colleague", emailAddress: "colleague@example.com" },
    ],
    grants: {
      manageAllContent: false,
      readSchedulesOfOthers: true,
      workflowApi: true,
      useAiServices: true,
    },
    missing: [],
    timing: { executionMs: 200, indexingMs: 200 },
    concurrentExecutions: true,
    scheduledReportEmails: true,
    ...noObjects(),
    datasets: [
      {
        ...newDataset(seedIds.dataset, seedIds.user),
        name: "Orders",
        streamId: seedIds.stream,
        partitions: [1, 2, 3].map((day) => ({
          partitionId: `2024-01-0${day}`,
          rowCount: day * 1000,
          datecompleted: Date.UTC(2024, 0, day + 1),
        })),
        versions: [1, 2, 3].map((dataId) => ({
          dataId,
          complete: dataId < 3,
          indexed: dataId === 1,
          rows: dataId * 1000,
        })),
      },
    ],
    roles: seedRoles(seedIds.user, seedIds.colleague),
    files: [
      {
        id: seedIds.file,
        filesetId: seedIds.fileset,
        path: "handbook/reports.pdf",
        name: "reports.pdf",
        fileType: "DOCUMENT",
        contentType: "application/pdf",
        size: 5_368_709_120,
        created: "2024-01-02T03:04:05.000Z",
        createdBy: seedIds.user,
        hash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        hashAlgorithm: "SHA_256_HEX",
        downloadUrl: null,
        connectorKey: null,
        indexStatus: "COMPLETED",
        indexReason: null,
      },
    ],
    workflows: [
      {
        id: "7d4d3c0a-2b1f-4a55-9a2c-5f6e7d8c9b04",
        name: "Monthly close",
        description: "Locks the month's figures",
      },
    ],
    models: [
      { id: "text-model-v1", template: "${system}\n${input}" },
      { id: "text-model-small", template: "${input}" },
    ],
    texts: [],
    // Ids of schedules soon pass 2^32, and ids of groups begin above it, so that clients with 32-bit ids fail.
    lastIds: { schedule: 4_294_967_290, group: 5_000_000_000, role: 100, history: 9000 },
  };
}

export function newDataset(id: string, ownerId: Id): StoredDataset {
  return {
    id,
    name: `Dataset ${id.slice(0, 8)}`,
    ownerId,
    streamId: 0,
    partitions: [],
    versions: [],
  };
}

/** Another instance, with schedules and groups of its own. */
export function otherInstance(): State {
  const other = seed();
  other.schedules = [1, 2].map((n) => ({
    id: 7_000_000_000 + n,
    title: `Another instance's report ${n}`,
    subject: `Another instance's report ${n}`,
    pageId: 900 + n,
    viewId: 900 + n,
    viewName: `View ${900 + n}`,
    viewType: "EMAIL",
    reportView: true,
    type: "RECURRING",
    ownerId: other.user,
    active: true,
    attachmentInclude: false,
    cardId: 0,
    cardCount: 1,
    embedViewId: 900 + n,
    description: "",
    schedule: {
      frequency: "WEEKLY",
      daysToRun: "MON",
      hourOfDay: 7,
      minOfHour: 0,
      timezone: "UTC",
      enabled: true,
      additionalRecipients: [{ type: "EMAIL", value: "other@example.com" }],
      unsubscribedRecipients: [],
      startDate: Date.UTC(2024, 0, n),
      expirationDate: null,
      embedReport: false,
      embedUrn: null,
    },
  }));
  other.groups = [
    {
      id: 7_000_000_100,
      name: "Another instance's group",
      type: "open",
      description: "",
      userIds: [other.user],
      owners: [],
      creatorId: other.user,
      guid: randomUUID(),
      hidden: false,
      default: false,
      active: true,
      created: Date.UTC(2024, 0, 1),
    },
  ];
  other.lastIds = { schedule: 7_000_000_050, group: 7_000_000_200, role: 700, history: 7000 };
  return other;
}

/** The five roles of a new instance. */
function seedRoles(admin: Id, privileged: Id): StoredRole[] {
  const created = Date.UTC(2023, 0, 1);
  const role = (
    id: number,
    name: string,
    description: string,
    authorities: string[],
    userIds: Id[] = [],
  ) => ({ id, name, description, authorities, userIds, created, modified: created });
  return [
    role(1, "Admin", "Full access", ["content.admin", "user.edit", "role.edit"], [admin]),
    role(
      2,
      "Privileged",
      "Edits and shares everything but settings",
      ["content.admin"],
      [privileged],
    ),
    role(3, "Editor", "Edits content and adds data", ["content.edit"]),
    role(4, "Participant", "Views and shares content", ["content.view"]),
    role(5, "Social", "Views content that was shared", ["content.view"]),
  ];
}
