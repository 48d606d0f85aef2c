import { z } from "zod";
import { repeatOption } from "../messages/options";
import { defineAction } from "../definition/action";
import { routes } from "../platform/routes";
import { generate, response, textRequest } from "./textRequest";

const { sessionId, ...answered } = response;
// If the outcome is unknown, there are no outputs.
const outputs = z
  .object({
    ...answered,
    // The argument has the name of the specification.
    responseSessionId: sessionId.describe(
      "Id of the AI session of the answer. It can differ from the argument `sessionId`.",
    ),
  })
  .partial();

export const textGeneration = defineAction({
  name: "TextGeneration",
  noun: "text generation",
  does: "generates a text, which can cost money",
  doc: "Generates a text with a model of the platform and keeps it. Pulumi generates the text when it creates the resource, and again when an argument or a trigger changes. Each generation can cost money.",
  inputs: textRequest,
  outputs,
  label: ({ model }) => (model === undefined ? "with the default model" : `with model ${model}`),
  calls: [{ route: routes.generateText }],
  async run(instance, inputs) {
    const text = await generate(instance, inputs);
    return outputs.parse({ ...text, responseSessionId: text.sessionId });
  },
  whenUnknown: [
    { ...repeatOption, note: "That costs again. A text that the platform generated is lost." },
  ],
  limits: [
    "The text can repeat an argument. If an argument is a secret, set the resource option `additionalSecretOutputs: ['output', 'prompt', 'choices']`.",
  ],
  example: {
    name: "welcome",
    args: {
      input: "Greet the readers of the weekly report in one sentence.",
      system: "You write plainly and briefly.",
      promptTemplate: { template: "${system}\n${input}" },
      temperature: 0.2,
      triggers: ["2025"],
    },
    exports: { greeting: "output" },
    answer: {
      output: "Welcome to the weekly report.",
      prompt: "Greet the readers of the weekly report in one sentence.",
      modelId: "platform.text-1",
      modelProviderUsage: { inputTokens: 18, outputTokens: 6, totalTokens: 24, reasoningTokens: 0 },
      choices: [{ output: "Welcome to the weekly report." }],
      responseSessionId: "8d2f4b60-1c3e-4f7a-a9b8-7e6d5c4b3a05",
    },
  },
});
