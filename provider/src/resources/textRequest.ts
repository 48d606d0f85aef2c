import { z } from "zod";
import { anyLongCount, anyText, listIn, maybe, openObject, orBare } from "../definition/answers";
import { openRecord, uuid } from "../definition/fields";
import type { Instance } from "../platform/instance";
import { routes } from "../platform/routes";
import { objectSchema } from "./parameterSchema";

/** An optional argument. If the program removes it, the resource generates the text again. */
const argument = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().meta({ omitted: { write: null } });

/** The request, with the fields of the specification. */
export const textRequest = z.strictObject({
  input: z.string().describe("The input text. It replaces `${input}` in the template."),
  sessionId: argument(uuid())
    .describe(
      "Id of the AI session that the request belongs to, a UUID. The answer shows the id of its session. Assumed: if you omit `sessionId`, the platform chooses a session.",
    )
    .meta({ idOf: "session" }),
  promptTemplate: z
    .strictObject({
      template: z
        .string()
        .meta({ omitted: { write: null } })
        .describe(
          "The prompt. The platform replaces `${input}` and `${system}` by the arguments, and each other `${name}` by `parameters`. The specification shows only `${input}`, or `${system}`, a line break and `${input}`. A model with built-in support for system messages and chat history needs neither `${system}` nor `${chatContext}`. In YAML programs, write `$${input}`, because Pulumi reads `${input}` as a reference.",
        ),
    })
    .meta({ typeName: "PromptTemplate" })
    .optional()
    .describe("Prompt template that replaces the model's own."),
  parameters: argument(z.record(z.string(), z.string())).describe(
    "Texts for the other placeholders of the template, by name.",
  ),
  model: argument(z.string().min(1))
    .describe(
      "Id of a model that an administrator configured for text generation. The specification does not say which model applies if you omit it.",
    )
    .meta({ idOf: "model" }),
  modelConfiguration: argument(openRecord()).describe(
    "Settings of this model only, such as `{ max_tokens: 100 }`.",
  ),
  system: argument(z.string()).describe(
    "System message. If you omit it, the platform uses its default. Models without system messages read it as `${system}` in the template.",
  ),
  temperature: argument(z.number()).describe(
    "Randomness of the text. Lower values make the text more predictable.",
  ),
  maxTokens: argument(z.int32()).describe("Maximum number of tokens to generate."),
  responseFormat: z
    .strictObject({
      type: z
        .string()
        .min(1)
        .meta({ omitted: { write: null } })
        .describe("Format of the answer, in the platform's words."),
      schema: argument(objectSchema)
        .meta({ meaning: (schema: unknown) => schema })
        .describe(
          "Schema that the answer follows. In Python, write the keys of dictionaries below it as the platform does, such as `minLength`, or use the classes of the package.",
        ),
    })
    .meta({ typeName: "ResponseFormat" })
    .optional()
    .describe("Asks the model for a JSON answer of a given structure."),
  reasoningConfig: z
    .strictObject({
      reasoningEffort: argument(z.enum(["NONE", "LOW", "MEDIUM", "HIGH"])).describe(
        "How much the model reasons before it answers.",
      ),
    })
    .meta({ typeName: "ReasoningConfig" })
    .optional()
    .describe("Reasoning settings of the model."),
});

/** The fields of the answer in the specification. */
export const response = {
  output: anyText.describe("The text that the model generated."),
  prompt: maybe(anyText).describe("The prompt that the model received."),
  modelId: maybe(anyText).describe("Id of the model that generated the text."),
  sessionId: maybe(anyText).describe("Id of the AI session of the request."),
  modelProviderUsage: maybe(
    openObject({
      inputTokens: anyLongCount("Tokens in the prompt."),
      outputTokens: anyLongCount("Tokens in the text."),
      totalTokens: anyLongCount("All tokens."),
      reasoningTokens: anyLongCount("Tokens that the model used for reasoning."),
    }).meta({ typeName: "ModelProviderUsage" }),
  ).describe("Number of tokens, as the provider of the model counts them."),
  choices: maybe(
    listIn(
      orBare(
        "output",
        openObject({ output: maybe(anyText).describe("The text of this choice.") }).meta({
          typeName: "TextChoice",
        }),
      ),
    ),
  )
    .describe("Choices of the model. Use `output` instead.")
    .meta({ deprecated: true }),
};

export const textResponse = openObject(response);

const anyResponse = z.looseObject({ ...response, output: maybe(anyText) });

/** The answer in any form that contains the text, because the generation cost money. */
const answered = z.preprocess((answer) => {
  if (anyText.safeParse(answer).success) return { output: answer };
  const { data } = anyResponse.safeParse(answer);
  return (
    data && { ...data, output: data.output ?? data.choices?.find(({ output }) => output)?.output }
  );
}, textResponse);

/** Generates a text. The request is never sent twice, because each generation costs money. */
export function generate(instance: Instance, request: z.infer<typeof textRequest>) {
  const { model } = request;
  return instance.send({
    operation: `generate text ${model === undefined ? "with the default model" : `with model ${model}`}`,
    route: routes.generateText,
    // The inputs of the resource have more fields than the request.
    body: Object.fromEntries(
      textRequest.keyof().options.map((name): [string, unknown] => [name, request[name]]),
    ),
    answer: answered,
    hints: {
      lost: {
        note: "Pulumi did not send it again, because each generation costs money.",
        advice: [],
      },
      forbidden: {
        note: "The token's user needs the right to generate text, and the model must be one that an administrator has configured for text generation.",
        advice: [{ steps: [{ ask: "grant" }] }],
      },
      conflict: {
        note: "The platform does not say why.",
        advice: [
          { steps: [{ again: "command", after: "minutes" }] },
          { steps: [{ ask: "model" }] },
        ],
      },
    },
  });
}
