// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { paidCall, paidCallOutput } from "./call";
import type {
  PromptTemplate,
  ResponseFormat,
  ReasoningConfig,
  ModelProviderUsage,
  TextChoice,
} from "./types";
import type { PromptTemplateArgs, ResponseFormatArgs, ReasoningConfigArgs } from "./types";

/** Arguments of generateText. */
export interface GenerateTextArgs {
  /** The input text. It replaces `${input}` in the template. */
  input: string;
  /** Id of the AI session that the request belongs to, a UUID. The answer shows the id of its session. Assumed: if you omit `sessionId`, the platform chooses a session. */
  sessionId?: string;
  /** Prompt template that replaces the model's own. */
  promptTemplate?: PromptTemplate;
  /** Texts for the other placeholders of the template, by name. */
  parameters?: { [name: string]: string };
  /** Id of a model that an administrator configured for text generation. The specification does not say which model applies if you omit it. */
  model?: string;
  /** Settings of this model only, such as `{ max_tokens: 100 }`. */
  modelConfiguration?: { [name: string]: unknown };
  /** System message. If you omit it, the platform uses its default. Models without system messages read it as `${system}` in the template. */
  system?: string;
  /** Randomness of the text. Lower values make the text more predictable. */
  temperature?: number;
  /** Maximum number of tokens to generate. */
  maxTokens?: number;
  /** Asks the model for a JSON answer of a given structure. */
  responseFormat?: ResponseFormat;
  /** Reasoning settings of the model. */
  reasoningConfig?: ReasoningConfig;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
  /** Calls the function in a preview, too, which costs as much. Otherwise the result is unknown in a preview. */
  callInPreview?: boolean;
}

/** Arguments of generateTextOutput. */
export interface GenerateTextOutputArgs {
  /** The input text. It replaces `${input}` in the template. */
  input: pulumi.Input<string>;
  /** Id of the AI session that the request belongs to, a UUID. The answer shows the id of its session. Assumed: if you omit `sessionId`, the platform chooses a session. */
  sessionId?: pulumi.Input<string>;
  /** Prompt template that replaces the model's own. */
  promptTemplate?: pulumi.Input<PromptTemplateArgs>;
  /** Texts for the other placeholders of the template, by name. */
  parameters?: pulumi.Input<{ [name: string]: pulumi.Input<string> }>;
  /** Id of a model that an administrator configured for text generation. The specification does not say which model applies if you omit it. */
  model?: pulumi.Input<string>;
  /** Settings of this model only, such as `{ max_tokens: 100 }`. */
  modelConfiguration?: pulumi.Input<{ [name: string]: pulumi.Input<unknown> }>;
  /** System message. If you omit it, the platform uses its default. Models without system messages read it as `${system}` in the template. */
  system?: pulumi.Input<string>;
  /** Randomness of the text. Lower values make the text more predictable. */
  temperature?: pulumi.Input<number>;
  /** Maximum number of tokens to generate. */
  maxTokens?: pulumi.Input<number>;
  /** Asks the model for a JSON answer of a given structure. */
  responseFormat?: pulumi.Input<ResponseFormatArgs>;
  /** Reasoning settings of the model. */
  reasoningConfig?: pulumi.Input<ReasoningConfigArgs>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
  /** Calls the function in a preview, too, which costs as much. Otherwise the result is unknown in a preview. */
  callInPreview?: boolean;
}

/** Result of generateText. */
export interface GenerateTextResult {
  /** The text that the model generated. */
  output: string;
  /** The prompt that the model received. */
  prompt?: string;
  /** Id of the model that generated the text. */
  modelId?: string;
  /** Id of the AI session of the request. */
  sessionId?: string;
  /** Number of tokens, as the provider of the model counts them. */
  modelProviderUsage?: ModelProviderUsage;
  /**
   * Choices of the model. Use `output` instead.
   * @deprecated
   */
  choices?: TextChoice[];
  /** Other fields that the platform sends, by their names. */
  otherFields?: { [name: string]: unknown };
}

/** Generates a text with a model of the platform each time the program runs. To generate a text once and keep it, use the resource `TextGeneration`. */
export function generateText(
  args: GenerateTextArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GenerateTextResult> {
  return paidCall("generateText", args, opts);
}

/**
 * Generates a text with a model of the platform each time the program runs. To generate a text once and keep it, use the resource `TextGeneration`. Takes and returns outputs.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * const answer = platform.generateTextOutput({
 *   input: "Name three risks of the plan as JSON.",
 *   responseFormat: {
 *     type: "json",
 *     schema: {
 *       type: "object",
 *       properties: {
 *         risks: {
 *           type: "array",
 *           description: "The risks",
 *           items: { type: "string", description: "One risk", maxLength: 80 },
 *         },
 *       },
 *       required: ["risks"],
 *     },
 *   },
 * });
 * export const risks = answer.output;
 * ```
 */
export function generateTextOutput(
  args: GenerateTextOutputArgs,
  opts?: pulumi.InvokeOptions,
): pulumi.Output<GenerateTextResult> {
  return paidCallOutput("generateText", args, opts);
}
