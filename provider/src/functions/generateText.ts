import { defineFunction } from "../definition/function";
import { routes } from "../platform/routes";
import { generate, textRequest, textResponse } from "../resources/textRequest";

export const generateText = defineFunction({
  name: "generateText",
  doc: "Generates a text with a model of the platform each time the program runs. To generate a text once and keep it, use the resource `TextGeneration`.",
  costs: true,
  args: textRequest,
  result: textResponse,
  calls: [{ route: routes.generateText }],
  run: generate,
  example: {
    name: "answer",
    args: {
      input: "Name three risks of the plan as JSON.",
      responseFormat: {
        type: "json",
        schema: {
          type: "object",
          properties: {
            risks: {
              type: "array",
              description: "The risks",
              items: { type: "string", description: "One risk", maxLength: 80 },
            },
          },
          required: ["risks"],
        },
      },
    },
    exports: { risks: "output" },
    answer: {
      output: '{"risks":["time","money","people"]}',
      prompt: "Name three risks of the plan as JSON.",
      modelId: "platform.text-1",
      sessionId: "8d2f4b60-1c3e-4f7a-a9b8-7e6d5c4b3a05",
      modelProviderUsage: {
        inputTokens: 24,
        outputTokens: 12,
        totalTokens: 36,
        reasoningTokens: 0,
      },
      choices: [{ output: '{"risks":["time","money","people"]}' }],
    },
  },
});
