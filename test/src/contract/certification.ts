import { everywhere, type ErrorCase, type Fact } from "./fact.js";

const entity = {
  entityType: "DATA_SOURCE",
  entityId: "11111111-2222-4333-8444-555555555555",
} as const;
const state = "/api/tags/v3/{entityType}/{entityId}/system/CERTIFIED/state";
const certificationErrors: readonly ErrorCase[] = [
  ...everywhere,
  {
    when: "content of another type",
    source: "GUESS",
    parts: { body: "SPEC" },
    status: 400,
    params: { entityType: "PAGE" },
    body: "message",
  },
  {
    when: "content that does not exist",
    source: "GUESS",
    parts: { body: "SPEC" },
    status: 404,
    params: { entityId: "no-such-dataset" },
    body: "message",
  },
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
  responseFields: { message: "string" },
  errors: certificationErrors,
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
  errors: certificationErrors,
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
  errors: certificationErrors,
};
