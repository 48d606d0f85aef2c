import { defineAction } from "../definition/action";
import { generate, textCall, textRequest, textResponse } from "./textRequest";

export const textGeneration = defineAction({
  name: "TextGeneration",
  noun: "text generation",
  doc: "Generates a text with a model of the platform when it is created, and keeps it: again only when an argument or a trigger changes. It costs money once, whatever becomes of the answer. The answer can repeat what it was asked: where an argument is a secret, set the resource option `additionalSecretOutputs: ['output', 'prompt', 'choices']`.",
  inputs: textRequest,
  // Where the outcome is unknown, there is none of them.
  outputs: textResponse.partial(),
  label: ({ model }) => (model === undefined ? "with the default model" : `with model ${model}`),
  calls: [textCall],
  run: generate,
  whenUnknown:
    "If a text was generated, it is lost; to generate another one, which costs again, change `triggers`.",
  example: `import * as platform from "pulumi-platform";

const welcome = new platform.TextGeneration("welcome", {
  input: "Greet the readers of the weekly report in one sentence.",
  system: "You write plainly and briefly.",
  temperature: 0.2,
  triggers: ["2025"],
});
export const greeting = welcome.output;
`,
});
