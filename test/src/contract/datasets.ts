import { but, everywhere, withBody, type ErrorCase, type Fact } from "./fact.js";
import * as fields from "./specified-fields.js";

const params = { datasetId: "11111111-2222-4333-8444-555555555555" } as const;
const base = "/api/data/v3/datasources/{datasetId}";
const query = "/api/query/v1/datasources/{datasetId}";

const unknownDataset: ErrorCase = {
  when: "a dataset that does not exist",
  source: "SPEC",
  status: 404,
  params: { datasetId: "no-such-dataset" },
};

export const searchPartitions: Fact = {
  name: "searchPartitions",
  method: "POST",
  path: `${query}/partition/list`,
  source: "SPEC",
  parts: { status: "EXT-D" },
  profile: "documented",
  params,
  requestFields: fields.partitionSearch,
  sampleRequest: {
    paginationFields: [
      { fieldName: "datecompleted", sortOrder: "DESC", filterValues: { MIN: null, MAX: null } },
    ],
    limit: 100,
    offset: 0,
  },
  statuses: [200],
  errors: [
    ...everywhere,
    ...withBody,
    unknownDataset,
    {
      when: "a limit that is no number",
      source: "SPEC",
      parts: { status: "GUESS" },
      status: 400,
      request: { limit: "10" },
      names: "limit",
    },
  ],
};

export const listPartitions: Fact = {
  name: "listPartitions",
  method: "GET",
  path: `${query}/partition`,
  source: "SPEC",
  parts: { status: "EXT-D", answer: "EXT-C" },
  profile: "documented",
  params,
  statuses: [200],
  responseFields: [{ partitionId: "string" }],
  errors: [...everywhere, unknownDataset],
};

const share = {
  permissions: [{ id: "6789456782", type: "USER", accessLevel: "CO_OWNER" }],
  sendEmail: false,
};

export const shareDataset: Fact = {
  name: "shareDataset",
  method: "POST",
  path: `${base}/share`,
  source: "SPEC",
  parts: { status: "EXT-D" },
  profile: "documented",
  params,
  requestFields: fields.share,
  sampleRequest: share,
  statuses: [200],
  errors: [
    ...everywhere,
    ...withBody,
    unknownDataset,
    {
      when: "a share that does not say whether to mail",
      source: "EXT-D",
      parts: { status: "GUESS" },
      status: 400,
      request: but(share, { sendEmail: undefined }),
      names: "sendEmail",
    },
    {
      when: "a permission without a level",
      source: "GUESS",
      status: 400,
      request: but(share, { permissions: [{ id: "1", type: "USER" }] }),
      names: "permissions[0].accessLevel",
    },
  ],
};

export const listPermissions: Fact = {
  name: "listPermissions",
  method: "GET",
  path: `${base}/permissions`,
  source: "EXT-D",
  profile: "extended",
  params,
  statuses: [200],
  responseFields: {
    list: [{ type: "string", id: "string", accessLevel: "string", name: "string" }],
    totalUserCount: "integer",
    totalGroupCount: "integer",
  },
  errors: [...everywhere, { ...unknownDataset, source: "GUESS" }],
};

export const revokePermission: Fact = {
  name: "revokePermission",
  method: "DELETE",
  path: `${base}/permissions/{type}/{granteeId}`,
  source: "EXT-D",
  parts: { "path.type": "GUESS" },
  profile: "extended",
  params: { ...params, type: "USER", granteeId: "6789456782" },
  statuses: [200],
  errors: [
    ...everywhere,
    {
      when: "a user or group without access",
      source: "GUESS",
      status: 404,
      params: { granteeId: "5" },
    },
  ],
};

export const indexDataset: Fact = {
  name: "indexDataset",
  method: "POST",
  path: `${base}/indexes`,
  source: "SPEC",
  parts: { status: "EXT-D", "request.dataIds[]": "EXT-D" },
  profile: "documented",
  params,
  requestFields: { dataIds: ["string"] },
  sampleRequest: { dataIds: [] },
  statuses: [200],
  errors: [
    ...everywhere,
    ...withBody,
    unknownDataset,
    {
      when: "data ids that are no list",
      source: "SPEC",
      parts: { status: "GUESS" },
      status: 400,
      request: { dataIds: 1 },
      names: "dataIds",
    },
  ],
};

export const readIndexStatuses: Fact = {
  name: "readIndexStatuses",
  method: "GET",
  path: `${base}/indexes/{indexId}/statuses`,
  source: "EXT-D",
  parts: { "path.indexId": "GUESS" },
  profile: "extended",
  params: { ...params, indexId: { of: indexDataset, field: "indexRequestKey" } },
  statuses: [200],
  errors: [
    ...everywhere,
    {
      when: "a request that does not exist",
      source: "GUESS",
      status: 404,
      params: { indexId: "0" },
    },
  ],
};

const stream = "/api/data/v1/streams/{streamId}";
const unknownStream: ErrorCase = {
  when: "a stream that does not exist",
  source: "SPEC",
  parts: { body: "EXT-D" },
  status: 404,
  params: { streamId: "no-such-stream" },
  body: "message",
};

export const executeStream: Fact = {
  name: "executeStream",
  method: "POST",
  path: `${stream}/executions`,
  source: "SPEC",
  parts: { status: "EXT-D" },
  profile: "documented",
  params: { streamId: "4021" },
  requestFields: fields.execution,
  sampleRequest: { action: "MANUAL" },
  statuses: [200, 201],
  errors: [
    ...everywhere,
    ...withBody,
    unknownStream,
    { when: "an unknown field", source: "GUESS", status: 400, request: { colour: 1 }, names: "" },
  ],
};

export const listExecutions: Fact = {
  name: "listExecutions",
  method: "GET",
  path: `${stream}/executions`,
  source: "EXT-D",
  profile: "extended",
  params: { streamId: "4021" },
  query: { limit: "100", offset: "0" },
  statuses: [200],
  errors: [...everywhere, { ...unknownStream, source: "GUESS", parts: {} }],
};

export const readExecution: Fact = {
  name: "readExecution",
  method: "GET",
  path: `${stream}/executions/{executionId}`,
  source: "EXT-D",
  profile: "extended",
  params: { streamId: "4021", executionId: { of: executeStream, field: "executionId" } },
  statuses: [200],
  errors: [
    ...everywhere,
    {
      when: "an execution that does not exist",
      source: "GUESS",
      status: 404,
      params: { executionId: "999" },
      body: "message",
    },
  ],
};
