import { moved, renamed } from "./instance";
import type { Expected, Row, Values } from "../row";

const generate = ["POST /api/ai/v1/text/generation"];
const again: Expected = { documented: "update", extended: "update" };
const same: Expected = { documented: "same", extended: "same" };
const fields = [
  "promptTemplate.template",
  "parameters",
  "model",
  "modelConfiguration",
  "system",
  "temperature",
  "maxTokens",
  "responseFormat.type",
  "responseFormat.schema",
  "reasoningConfig.reasoningEffort",
];

/** By this end of its input a text is known. */
const mark = ({ input }: Values) => /\(\d+\)$/.exec(String(input))?.[0] ?? "";

export const textGeneration: Row = {
  resource: "TextGeneration",
  apart: (inputs, n) => ({ ...inputs, input: `${String(inputs.input)} (${n})` }),
  documented: { create: generate, update: generate, delete: [] },
  extended: { create: generate, update: generate, delete: [] },
  find: ({ state }, _id, inputs) => ({
    texts: state.texts.filter(({ input }) => mark({ input }) === mark(inputs)),
  }),
  unseen: ["input", "sessionId", "triggers", ...fields.map((path) => path.replace(/\..*/, ""))],
  outputs: {
    output: (value) => /What changed last month/.test(String(value)),
    prompt: (value) => /^Be brief.\nWhat changed .* for Europe$/.test(String(value)),
    modelId: (value) => value === "text-model-v1",
    sessionId: (value) => value === "9a1b2c3d-4e5f-4a6b-8c7d-0e1f2a3b4c5d",
    modelProviderUsage: (value) => Number((value as Values).totalTokens) > 0,
    choices: (value) => (value as Values[]).length === 1,
    outcome: (value) => value === "done",
    ranAt: (value) => Math.abs(Date.now() - Number(value)) < 600_000,
  },
  changes: [
    { field: "input", expected: again },
    { field: "sessionId", expected: again },
    // The session that the platform began is as good as the one that the program named.
    { field: "sessionId", how: "taken out", removed: true, expected: same },
    ...fields.map((field) => ({ field, expected: again })),
    { field: "system", how: "taken out", removed: true, expected: again },
    { field: "triggers", expected: again },
    { field: "triggers", how: "taken out", removed: true, expected: same },
    renamed,
    moved({ documented: "replace", extended: "replace" }),
  ],
  edits: [],
  losses: [],
};
