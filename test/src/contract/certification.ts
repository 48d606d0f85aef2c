import { everywhere, type ErrorCase, type Fact } from "./fact.js";
import * as fields from "./specified-fields.js";

const entity = {
  entityType: "DATA_SOURCE",
  entityId: "11111111-2222-4333-8444-555555555555",
} as const;
const state = "/api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state";
const otherType = {
  when: "content of another type",
  status: 400,
  params: { entityType: "PAGE" },
  body: "message",
} as const;
const unknownContent = {
  when: "content that does not exist",
  status: 404,
  params: { entityId: "no-such-dataset" },
  body: "message",
} as const;

const certifyErrors: readonly ErrorCase[] = [
  ...everywhere,
  { ...otherType, source: "SPEC", parts: { status: "GUESS" } },
  { ...unknownContent, source: "SPEC" },
];
const stateErrors: readonly ErrorCase[] = [
  ...everywhere,
  { ...otherType, source: "GUESS" },
  { ...unknownContent, source: "GUESS" },
];

export const certify: Fact = {
  name: "certify",
  method: "PUT",
  path: `${state}/ACTIVE`,
  source: "SPEC",
  parts: { status: "EXT-D" },
  profile: "documented",
  params: entity,
  statuses: [200],
  responseFields: fields.message,
  errors: certifyErrors,
};

export const readCertification: Fact = {
  name: "readCertification",
  method: "GET",
  path: state,
  source: "EXT-D",
  parts: { "answer.updated": "EXT-O" },
  profile: "extended",
  params: entity,
  statuses: [200],
  responseFields: { tag: "string", state: "string?", metadata: "object?", updated: "integer?" },
  errors: stateErrors,
};

export const withdrawCertification: Fact = {
  name: "withdrawCertification",
  method: "DELETE",
  path: state,
  source: "EXT-D",
  parts: { "status.200": "EXT-O" },
  profile: "extended",
  params: entity,
  statuses: [200, 204],
  errors: stateErrors,
};
