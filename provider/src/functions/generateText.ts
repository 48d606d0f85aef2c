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
  },
});
