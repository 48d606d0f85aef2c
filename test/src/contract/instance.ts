import { but, everywhere, withBody, type ErrorCase, type Fact } from "./fact.js";
import * as fields from "./specified-fields.js";

const generation = {
  input: "What changed last month?",
  sessionId: "9a1b2c3d-4e5f-4a6b-8c7d-0e1f2a3b4c5d",
  promptTemplate: { template: "${system}\n${input} for ${region}" },
  parameters: { region: "Europe" },
  modelConfiguration: { temperature: 0.1, max_tokens: 100 },
  system: "Be brief.",
  temperature: 0.1,
  maxTokens: 100,
  responseFormat: {
    type: "json",
    schema: { type: "object", properties: { answer: { type: "string", description: "It" } } },
  },
  reasoningConfig: { reasoningEffort: "LOW" },
};
const schemaError = (when: string, schema: unknown, names: string): ErrorCase => ({
  when,
  source: "SPEC",
  parts: { status: "GUESS" },
  status: 400,
  request: but(generation, { responseFormat: { type: "json", schema } }),
  names,
});

export const generateText: Fact = {
  name: "generateText",
  method: "POST",
  path: "/api/ai/v1/text/generation",
  source: "SPEC",
  profile: "documented",
  requestFields: fields.textRequest,
  sampleRequest: generation,
  statuses: [200],
  responseFields: fields.textAnswer,
  errors: [
    ...everywhere,
    ...withBody,
    {
      when: "a request without input",
      source: "SPEC",
      parts: { status: "GUESS" },
      status: 400,
      request: but(generation, { input: undefined }),
      names: "input",
    },
    {
      when: "an effort that is none of the four",
      source: "SPEC",
      parts: { status: "GUESS" },
      status: 400,
      request: but(generation, { reasoningConfig: { reasoningEffort: "EXTREME" } }),
      names: "reasoningConfig.reasoningEffort",
    },
    {
      when: "a session that is no uuid",
      source: "SPEC",
      parts: { status: "GUESS" },
      status: 400,
      request: but(generation, { sessionId: "mine" }),
      names: "sessionId",
    },
    {
      when: "a model that is not configured",
      source: "GUESS",
      status: 400,
      request: but(generation, { model: "no-such-model" }),
      names: "model",
    },
    schemaError("an object node without properties", { type: "object" }, "properties"),
    schemaError(
      "a nested node without a description",
      {
        type: "object",
        properties: { list: { type: "array", description: "x", items: { type: "string" } } },
      },
      "properties.list.items.description",
    ),
    schemaError(
      "a nested node of an unknown type",
      { type: "object", properties: { answer: { type: "date", description: "x" } } },
      "properties.answer.type",
    ),
  ],
};

export const getRoles: Fact = {
  name: "getRoles",
  method: "GET",
  path: "/api/authorization/v1/roles",
  source: "SPEC",
  parts: { status: "EXT-O" },
  profile: "documented",
  statuses: [200],
  responseFields: [fields.role],
  errors: [...everywhere],
};

export const readRole: Fact = {
  name: "readRole",
  method: "GET",
  path: "/api/authorization/v1/roles/{roleId}",
  source: "EXT-D",
  profile: "extended",
  params: { roleId: "1" },
  statuses: [200],
  responseFields: fields.role,
  errors: [
    ...everywhere,
    { when: "a role that does not exist", source: "GUESS", status: 404, params: { roleId: "99" } },
  ],
};

export const getFileMetadata: Fact = {
  name: "getFileMetadata",
  method: "GET",
  path: "/api/files/v1/filesets/{filesetId}/files/{fileId}",
  source: "SPEC",
  parts: {
    status: "GUESS",
    "answer.downloadUrl?": "EXT-D",
    "answer.connectorKey?": "EXT-D",
    "answer.indexStatus?": "EXT-D",
    "answer.indexReason?": "EXT-D",
  },
  profile: "documented",
  params: {
    filesetId: "5b1f6c52-8a5e-4d0b-9f5d-2f1f0a9f6b02",
    fileId: "c3d9a1b4-7e21-4c7b-8d8e-6a5b4c3d2e03",
  },
  statuses: [200],
  responseFields: {
    ...fields.file,
    downloadUrl: "string?",
    connectorKey: "string?",
    indexStatus: "string?",
    indexReason: "string?",
  },
  errors: [
    ...everywhere,
    { when: "a file id that is no uuid", source: "SPEC", status: 404, params: { fileId: "1" } },
  ],
};

export const listWorkflows: Fact = {
  name: "listWorkflows",
  method: "GET",
  path: "/v1/workflows",
  source: "SPEC",
  parts: { status: "GUESS" },
  profile: "documented",
  auth: "bearer",
  statuses: [200],
  errors: [...everywhere],
};
