import { z } from "zod";
import { maybe, openRecord, uuid } from "../definition/fields";
import type { Instance } from "../platform/instance";
import { objectSchema } from "./parameterSchema";

/** An argument that may be left out; a resource generates again where it is taken out. */
const argument = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().meta({ whenRemoved: null });

/** A text to generate, as the specification describes it. */
export const textRequest = z.strictObject({
  input: z.string().describe("The input text; stands for `${input}` in the template."),
  sessionId: uuid()
    .optional()
    .describe("Id of the AI session that the request belongs to, a uuid."),
  promptTemplate: z
    .strictObject({
      template: z
        .string()
        .meta({ whenRemoved: null })
        .describe("The prompt, with placeholders written `${name}`."),
    })
    .meta({ typeName: "PromptTemplate" })
    .optional()
    .describe("Prompt to use instead of the model's own template."),
  parameters: argument(z.record(z.string(), z.string())).describe(
    "Texts for the other placeholders of the template, by name.",
  ),
  model: argument(z.string().min(1)).describe(
    "Id of the model, which an administrator has configured for text generation. Left out, the platform chooses.",
  ),
  modelConfiguration: argument(openRecord()).describe(
    "Settings that only this model has, as in `{ max_tokens: 100 }`.",
  ),
  system: argument(z.string()).describe(
    "System message; the model's own where left out. A model without system messages takes it where its template has `${system}`.",
  ),
  temperature: argument(z.number()).describe(
    "How random the text is: lower values make it more the same each time.",
  ),
  maxTokens: argument(z.int32()).describe("Largest number of tokens to generate."),
  responseFormat: z
    .strictObject({
      type: z
        .string()
        .min(1)
        .meta({ whenRemoved: null })
        .describe("Format of the answer, by the platform's own name for it."),
      schema: argument(objectSchema)
        .meta({ whole: true })
        .describe("What the answer has to look like."),
    })
    .meta({ typeName: "ResponseFormat" })
    .optional()
    .describe("Asks for an answer of a given structure, as JSON."),
  reasoningConfig: z
    .strictObject({
      reasoningEffort: argument(z.enum(["NONE", "LOW", "MEDIUM", "HIGH"])).describe(
        "How much the model thinks before it answers.",
      ),
    })
    .meta({ typeName: "ReasoningConfig" })
    .optional()
    .describe("How the model reasons."),
});

const tokens = (text: string) => maybe(z.number()).describe(text);

/** A text that was generated, as the specification describes it. */
export const textResponse = z.object({
  output: z.string().describe("The text that the model generated."),
  prompt: maybe(z.string()).describe("The prompt as the model got it."),
  modelId: maybe(z.string()).describe("Id of the model that was used."),
  sessionId: maybe(z.string()).describe("Id of the AI session that the request belongs to."),
  modelProviderUsage: maybe(
    z
      .object({
        inputTokens: tokens("Tokens of the prompt."),
        outputTokens: tokens("Tokens of the text."),
        totalTokens: tokens("All tokens."),
        reasoningTokens: tokens("Tokens that the model used to reason."),
      })
      .meta({ typeName: "ModelProviderUsage" }),
  ).describe("Tokens used, as the provider of the model counts them."),
  choices: maybe(
    z.array(
      z
        .object({ output: maybe(z.string()).describe("The text of this choice.") })
        .meta({ typeName: "TextChoice" }),
    ),
  )
    .describe("What the model chose from; use `output`.")
    .meta({ deprecated: true }),
});

export const textCall = "POST /api/ai/v1/text/generation";

/** Generates a text, at most once: every generation costs. */
export function generate(instance: Instance, request: z.infer<typeof textRequest>) {
  const { model } = request;
  return instance.send({
    operation: `generate text ${model === undefined ? "with the default model" : `with model ${model}`}`,
    method: "POST",
    path: "/api/ai/v1/text/generation",
    // The inputs of a resource hold more than what is sent.
    body: Object.fromEntries(
      textRequest.keyof().options.map((name): [string, unknown] => [name, request[name]]),
    ),
    answer: textResponse,
    hints: {
      lost: "It was not sent again, as every generation costs money.",
      forbidden:
        "The token's user needs the right to generate text, and the model must be one that an administrator has configured for text generation.",
      conflict:
        "The platform does not say why. Try again later; where that does not help, ask an administrator whether the model is configured for text generation.",
    },
  });
}
