/**
 * The tables of fields in the specification, as names and types. The facts take their fields from
 * here. A field that another source adds is not here.
 */
export const textRequest = {
  input: "string",
  sessionId: "uuid",
  promptTemplate: { template: "string" },
  parameters: "object",
  model: "string",
  modelConfiguration: "object",
  system: "string",
  temperature: "number",
  maxTokens: "integer",
  responseFormat: { type: "string", schema: "object" },
  reasoningConfig: { reasoningEffort: "string" },
} as const;

export const textAnswer = {
  prompt: "string",
  choices: [{ output: "string" }],
  modelId: "string",
  sessionId: "uuid",
  output: "string",
  modelProviderUsage: {
    inputTokens: "integer",
    outputTokens: "integer",
    totalTokens: "integer",
    reasoningTokens: "integer",
  },
} as const;

export const partitionSearch = {
  paginationFields: [
    { fieldName: "string", sortOrder: "string", filterValues: { MIN: "any", MAX: "any" } },
  ],
  limit: "integer",
  offset: "integer",
} as const;

export const share = {
  permissions: [{ id: "string", type: "string", accessLevel: "string" }],
  sendEmail: "boolean",
} as const;

export const index = { dataIds: "list" } as const;

export const execution = { action: "string" } as const;

export const recipient = { type: "string", value: "string" } as const;

export const notified = {
  userId: "integer",
  displayName: "string",
  emailAddress: "string",
} as const;

/** When a schedule runs. */
export const rhythm = {
  frequency: "string",
  daysToRun: "string",
  hourOfDay: "integer",
  minOfHour: "integer",
} as const;

export const schedule = {
  title: "string",
  pageId: "integer",
  viewId: "integer",
  schedule: {
    ...rhythm,
    timezone: "string",
    enabled: "boolean",
    additionalRecipients: [recipient],
  },
  attachmentInclude: "boolean",
} as const;

export const createdSchedule = {
  id: "integer",
  reportViewId: "integer",
  pageId: "integer",
  title: "string",
  schedule: { ...rhythm, enabled: "boolean", nextRunDate: "integer" },
} as const;

export const listedSchedule = {
  id: "integer",
  reportViewId: "integer",
  pageId: "integer",
  title: "string",
  viewName: "string",
  type: "string",
  ownerId: "integer",
  embedViewId: "integer",
  owner: "boolean",
  cardCount: "integer",
  recipientCount: "integer",
  cardId: "integer",
  schedule: { ...rhythm, timezone: "string", enabled: "boolean" },
} as const;

export const newGroup = { name: "string", description: "string", type: "string" } as const;

export const createdGroup = { id: "string" } as const;

export const group = {
  id: "integer",
  name: "string",
  type: "string",
  userIds: ["integer"],
  creatorId: "integer",
  memberCount: "integer",
  guid: "string",
  description: "string",
  hidden: "boolean",
  default: "boolean",
  active: "boolean",
} as const;

export const message = { message: "string" } as const;

export const role = {
  id: "integer",
  name: "string",
  description: "string",
  authorityCount: "integer",
  userCount: "integer",
  created: "integer",
  modified: "integer",
} as const;

export const file = {
  id: "uuid",
  path: "string",
  name: "string",
  fileType: "string",
  contentType: "string",
  size: "integer",
  created: "date-time",
  createdBy: "integer",
  hash: "string",
  hashAlgorithm: "string",
  downloadUrl: "string",
  connectorKey: "string",
  indexStatus: "string",
  indexReason: "string",
} as const;
