import type { ErrorCase, Shape } from "./fact.js";
import * as fields from "./specified-fields.js";

/** What the specification says of an operation. What is not here is "not shown" there. */
export interface Specified {
  readonly request?: Shape;
  readonly answer?: Shape;
  readonly statuses?: readonly number[];
  /** Error statuses beyond those of every operation. */
  readonly errors?: readonly number[];
  /** The body that it gives errors. */
  readonly errorBody?: ErrorCase["body"];
  /** The fields that it calls required. */
  readonly required?: readonly string[];
  /** The only values of a field or a path parameter. */
  readonly values?: Readonly<Record<string, readonly string[]>>;
  /** The only fields to sort by. The query parameter has no name there. */
  readonly sortFields?: readonly string[];
  /** Values that it shows as samples, of which there can be more. */
  readonly samples?: readonly string[];
  /** A message says that required parameters are missing, but not which ones are required. */
  readonly refusesIncomplete?: true;
}

/** Error statuses of every operation: the token is missing or wrong, or an object does not exist. */
export const specifiedErrors: readonly number[] = [401, 404];

const schedules = "/api/content/v1/reportschedules";

/** Every operation of the specification. */
export const specified: Readonly<Record<string, Specified>> = {
  "POST /api/ai/v1/text/generation": {
    request: fields.textRequest,
    answer: fields.textAnswer,
    statuses: [200],
    errors: [403, 409],
    required: ["input", "responseFormat.type"],
    values: { "reasoningConfig.reasoningEffort": ["NONE", "LOW", "MEDIUM", "HIGH"] },
  },
  "POST /api/query/v1/datasources/{datasetId}/partition/list": {
    request: fields.partitionSearch,
    samples: ["DESC"],
  },
  "GET /api/query/v1/datasources/{datasetId}/partition": {},
  "POST /api/data/v3/datasources/{datasetId}/share": {
    request: fields.share,
    samples: ["USER", "CO_OWNER"],
  },
  "POST /api/data/v3/datasources/{datasetId}/indexes": { request: fields.index },
  "POST /api/data/v1/streams/{streamId}/executions": {
    request: fields.execution,
    samples: ["MANUAL"],
  },
  [`POST ${schedules}`]: {
    request: fields.schedule,
    answer: fields.createdSchedule,
    samples: ["WEEKLY", "MONTHLY", "EMAIL"],
  },
  [`GET ${schedules}`]: {
    answer: [fields.listedSchedule],
    sortFields: ["startDate", "nextRunDate", "title"],
    samples: ["RECURRING"],
  },
  [`POST ${schedules}/{scheduleId}/notifications`]: { request: [fields.notified] },
  [`POST ${schedules}/{scheduleId}/sendnow`]: {
    request: [fields.recipient],
    samples: ["EMAIL"],
    refusesIncomplete: true,
  },
  [`PUT ${schedules}/emails/enabled`]: { request: "boolean" },
  "POST /api/content/v2/groups": {
    request: fields.newGroup,
    answer: fields.createdGroup,
    statuses: [200],
    samples: ["closed"],
  },
  "GET /api/content/v2/groups/{group}": { answer: fields.group },
  "PUT /api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state/ACTIVE": {
    answer: fields.message,
    errorBody: "message",
    values: { entityType: ["CARD", "DATA_SOURCE"] },
    samples: ["ACTIVE"],
  },
  "GET /api/authorization/v1/roles": { answer: [fields.role] },
  "GET /api/files/v1/filesets/{filesetId}/files/{fileId}": { answer: fields.file },
  "GET /v1/workflows": { errors: [403] },
};
