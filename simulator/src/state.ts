import { randomUUID } from "node:crypto";
import { rolesOfANewInstance } from "./seed.js";

export interface Recipient {
  type: string;
  value: string;
}

/** A report schedule as it is kept: the widest shape that any read shows. */
export interface StoredSchedule {
  id: number;
  title: string;
  subject: string;
  pageId: number;
  viewId: number;
  viewName: string;
  viewType: string;
  reportView: boolean;
  type: string;
  ownerId: number;
  active: boolean;
  attachmentInclude: boolean;
  cardId: number;
  cardCount: number;
  embedViewId: number;
  description: string;
  schedule: {
    frequency: string;
    daysToRun: string;
    hourOfDay: number;
    minOfHour: number;
    timezone: string;
    enabled: boolean;
    additionalRecipients: Recipient[];
    unsubscribedRecipients: Recipient[];
    startDate: number;
    expirationDate: number | null;
    embedReport: boolean;
    embedUrn: string | null;
  };
}

export interface HistoryEntry {
  id: number;
  reportId: number;
  reportTitle: string;
  reportSubject: string;
  startTime: number;
  endTime: number;
  automated: boolean;
  cardCount: number;
  attachmentCount: number;
  toe: string;
  status: "in_queue" | "processing" | "success" | "failure";
  recipients: string[];
  problems: { type: string }[];
}

export interface Grantee {
  type: string;
  id: string;
}

export interface StoredGroup {
  id: number;
  name: string;
  type: string;
  description: string;
  userIds: number[];
  owners: Grantee[];
  creatorId: number;
  guid: string;
  hidden: boolean;
  default: boolean;
  active: boolean;
  created: number;
}

/** One row of a dataset's permissions. Its id is `<datasetId>/<type>/<granteeId>`. */
export interface StoredShare {
  id: string;
  datasetId: string;
  type: string;
  granteeId: string;
  accessLevel: string;
}

/** Its id is `<entityType>/<entityId>`. */
export interface StoredCertification {
  id: string;
  entityType: string;
  entityId: string;
  state: string;
  userId: number;
  updated: number;
}

export interface StoredPartition {
  partitionId: string;
  rowCount: number;
  datecompleted: number;
}

export interface StoredDataset {
  id: string;
  name: string;
  ownerId: number;
  streamId: number;
  partitions: StoredPartition[];
  versions: { dataId: number; complete: boolean; indexed: boolean; rows: number }[];
}

export interface StoredIndex {
  id: string;
  datasetId: string;
  dataIds: string[];
  startedAt: number;
}

/** Its id is `<streamId>/<executionId>`. */
export interface StoredExecution {
  id: string;
  streamId: number;
  executionId: number;
  startedAt: number;
  startedBy: number;
  aborted: boolean;
  toe: string;
}

export interface StoredRole {
  id: number;
  name: string;
  description: string;
  authorities: string[];
  userIds: number[];
  created: number;
  modified: number;
}

export interface StoredFile {
  id: string;
  filesetId: string;
  path: string;
  name: string;
  fileType: string;
  contentType: string;
  size: number;
  created: string;
  createdBy: number;
  hash: string;
  hashAlgorithm: string;
  downloadUrl: string | null;
  connectorKey: string | null;
  indexStatus: string | null;
  indexReason: string | null;
}

export interface StoredUser {
  id: number;
  displayName: string;
  emailAddress: string;
}

export interface StoredWorkflow {
  id: string;
  name: string;
  description: string;
}

/** Everything the simulated instance knows. Plain JSON, so a test may edit it and a file may hold it. */
export interface State {
  /** The user that the developer token acts for. */
  user: number;
  /** Further developer tokens and the user each of them acts for. */
  tokens: Record<string, number>;
  users: StoredUser[];
  /** What the callers may do. */
  grants: {
    manageAllContent: boolean;
    workflowApi: boolean;
    useAiServices: boolean;
  };
  /** Ids of datasets, cards, streams and filesets that do not exist; every other well-formed id does. */
  missing: string[];
  /** How asynchronous work behaves. */
  timing: { executionMs: number; indexingMs: number };
  /** Whether a stream that is running may be started again (else 409). */
  concurrentExecutions: boolean;
  /** The instance-wide switch of scheduled report e-mails. */
  scheduledReportEmails: boolean;
  schedules: StoredSchedule[];
  history: HistoryEntry[];
  groups: StoredGroup[];
  shares: StoredShare[];
  certifications: StoredCertification[];
  datasets: StoredDataset[];
  indexes: StoredIndex[];
  executions: StoredExecution[];
  roles: StoredRole[];
  files: StoredFile[];
  workflows: StoredWorkflow[];
  /** Models configured for text generation; the first is the default. */
  models: { id: string; template: string }[];
  /** The last id given out in each numbered collection. */
  lastIds: { schedule: number; group: number; role: number; history: number };
}

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
    grants: { manageAllContent: false, workflowApi: true, useAiServices: true },
    missing: [],
    timing: { executionMs: 200, indexingMs: 200 },
    concurrentExecutions: true,
    scheduledReportEmails: true,
    schedules: [],
    history: [],
    groups: [],
    shares: [],
    certifications: [],
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
    indexes: [],
    executions: [],
    roles: rolesOfANewInstance(seedIds.user, seedIds.colleague),
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
    // Schedules cross 2^32 after a few creations, groups lie beyond it: 32-bit ids break early.
    lastIds: { schedule: 4_294_967_290, group: 5_000_000_000, role: 100, history: 9000 },
  };
}

export function newDataset(id: string, ownerId: number): StoredDataset {
  return {
    id,
    name: `Dataset ${id.slice(0, 8)}`,
    ownerId,
    streamId: 0,
    partitions: [],
    versions: [],
  };
}

/** Another instance: as full of life as ours, and with nothing of ours in it. */
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

/** Gives `target` the content of `source` and keeps its identity, so that references to it stay live. */
export function become(target: State, source: State): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, source);
}
