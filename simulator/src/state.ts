import type { Id } from "./ids.js";

export interface Recipient {
  type: string;
  value: string;
}

/** A report schedule with all fields that any read shows. */
export interface StoredSchedule {
  id: Id;
  title: string;
  subject: string;
  pageId: Id;
  viewId: Id;
  viewName: string;
  viewType: string;
  reportView: boolean;
  type: string;
  ownerId: Id;
  active: boolean;
  attachmentInclude: boolean;
  cardId: number;
  cardCount: number;
  embedViewId: Id;
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
  id: Id;
  reportId: Id;
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
  id: Id;
  name: string;
  type: string;
  description: string;
  userIds: Id[];
  /** The groups that are members. No known answer shows them. */
  groupIds?: Id[];
  owners: Grantee[];
  creatorId: Id;
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
  userId: Id;
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
  ownerId: Id;
  streamId: Id;
  partitions: StoredPartition[];
  versions: { dataId: Id; complete: boolean; indexed: boolean; rows: number }[];
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
  streamId: Id;
  executionId: Id;
  startedAt: number;
  startedBy: Id;
  aborted: boolean;
  toe: string;
}

export interface StoredRole {
  id: Id;
  name: string;
  description: string;
  authorities: string[];
  userIds: Id[];
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
  createdBy: Id;
  hash: string;
  hashAlgorithm: string;
  downloadUrl: string | null;
  connectorKey: string | null;
  indexStatus: string | null;
  indexReason: string | null;
}

export interface StoredUser {
  id: Id;
  displayName: string;
  emailAddress: string;
}

export interface StoredWorkflow {
  id: string;
  name: string;
  description: string;
}

/** A generated text. */
export interface StoredText {
  sessionId: string;
  modelId: string;
  input: string;
  prompt: string;
  output: string;
  /** Epoch milliseconds. */
  generated: number;
}

/** The lists of objects that more than one file of `api/` uses. */
const sharedLists = () => ({
  schedules: [] as StoredSchedule[],
  history: [] as HistoryEntry[],
  groups: [] as StoredGroup[],
  shares: [] as StoredShare[],
  certifications: [] as StoredCertification[],
  datasets: [] as StoredDataset[],
  indexes: [] as StoredIndex[],
  executions: [] as StoredExecution[],
  roles: [] as StoredRole[],
  files: [] as StoredFile[],
  workflows: [] as StoredWorkflow[],
});

/** Lists of objects that one file of `api/` declares: it adds a member to this interface. */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface OwnLists {}

const ownLists = new Set<string>();

/** Every new state has an empty list of that name. */
export const declareList = (name: string): void => void ownLists.add(name);

/** The collections of an instance without objects. */
export const noObjects = (): ReturnType<typeof sharedLists> & OwnLists => ({
  ...(Object.fromEntries([...ownLists].map((name) => [name, []])) as object as OwnLists),
  ...sharedLists(),
});

/** The state of the simulated instance. It has only values of JSON, and bigints for ids beyond 2^53: a test can edit it, and a file can hold it. */
export interface State extends ReturnType<typeof sharedLists>, OwnLists {
  /** The user that the developer token acts for. */
  user: Id;
  /** Further developer tokens, each with the user that it acts for. */
  tokens: Record<string, Id>;
  users: StoredUser[];
  /** The grants of the callers. */
  grants: {
    manageAllContent: boolean;
    /** Whether a read of a single schedule shows those of other users; without it, such a read answers 404. */
    readSchedulesOfOthers: boolean;
    workflowApi: boolean;
    useAiServices: boolean;
  };
  /** Ids of datasets, cards, streams and files that do not exist. Every other well-formed id does. */
  missing: string[];
  /** How long asynchronous work takes. */
  timing: { executionMs: number; indexingMs: number };
  /** Whether a running stream can be started again. If not, the answer is 409. */
  concurrentExecutions: boolean;
  /** The instance-wide switch of scheduled report e-mails. */
  scheduledReportEmails: boolean;
  /** Models configured for text generation; the first is the default. */
  models: { id: string; template: string }[];
  /** All generated texts, the oldest first. */
  texts: StoredText[];
  /** The last id of each numbered collection; the ids of any other begin with 1. */
  lastIds: Record<string, number> & Record<"schedule" | "group" | "role" | "history", number>;
}

/** Replaces the content of `target`, so that references to it stay valid. */
export function replaceState(target: State, source: State): void {
  for (const key of Object.keys(target)) Reflect.deleteProperty(target, key);
  Object.assign(target, source);
}
