import { z } from "zod";
import { repeatWay } from "../definition/commands";
import { defineAction } from "../definition/action";
import { routes } from "../platform/routes";
import { generate, textRequest, textResponse } from "./textRequest";

export const textGeneration = defineAction({
  name: "TextGeneration",
  noun: "text generation",
  does: "generates a text, which can cost money",
  doc: "Generates a text with a model of the platform and keeps it. Pulumi generates the text when it creates the resource, and again when an argument or a trigger changes. Each generation can cost money.",
  inputs: textRequest,
  // If the outcome is unknown, there are no outputs.
  outputs: textResponse.partial(),
  label: ({ model }) => (model === undefined ? "with the default model" : `with model ${model}`),
  calls: [{ route: routes.generateText }],
  async run(instance, inputs) {
    const response = await generate(instance, inputs);
    // Removes the fields that are not in the schema.
    return z.object(textResponse.shape).parse(response);
  },
  whenUnknown: [
    { ...repeatWay, note: "That costs again. A text that the platform generated is lost." },
  ],
  limits: [
    "The text can repeat an argument. If an argument is a secret, set the resource option `additionalSecretOutputs: ['output', 'prompt', 'choices']`.",
  ],
  example: {
    name: "welcome",
    args: {
      input: "Greet the readers of the weekly report in one sentence.",
      system: "You write plainly and briefly.",
      temperature: 0.2,
      triggers: ["2025"],
    },
    exports: { greeting: "output" },
  },
});
