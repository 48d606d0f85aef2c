// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { paidCall, paidCallOutput } from "./call";
import type {
  PromptTemplate,
  ResponseFormat,
  ReasoningConfig,
  ModelProviderUsage,
  TextChoice,
} from "../types";
import type { PromptTemplateArgs, ResponseFormatArgs, ReasoningConfigArgs } from "../types";

/** Arguments of generateText. */
export interface GenerateTextArgs {
  /** The input text; stands for `${input}` in the template. */
  input: string;
  /** Id of the AI session that the request belongs to, a uuid. */
  sessionId?: string;
  /** Prompt to use instead of the model's own template. */
  promptTemplate?: PromptTemplate;
  /** Texts for the other placeholders of the template, by name. */
  parameters?: { [name: string]: string };
  /** Id of the model, which an administrator has configured for text generation. Left out, the platform chooses. */
  model?: string;
  /** Settings that only this model has, as in `{ max_tokens: 100 }`. */
  modelConfiguration?: { [name: string]: unknown };
  /** System message; the model's own where left out. A model without system messages takes it where its template has `${system}`. */
  system?: string;
  /** How random the text is: lower values make it more the same each time. */
  temperature?: number;
  /** Largest number of tokens to generate. */
  maxTokens?: number;
  /** Asks for an answer of a given structure, as JSON. */
  responseFormat?: ResponseFormat;
  /** How the model reasons. */
  reasoningConfig?: ReasoningConfig;
  /** Calls it in a preview too, where it costs as much. Left out, a preview calls nothing: the result is not known there. */
  callInPreview?: boolean;
}

/** Arguments of generateTextOutput. */
export interface GenerateTextOutputArgs {
  /** The input text; stands for `${input}` in the template. */
  input: pulumi.Input<string>;
  /** Id of the AI session that the request belongs to, a uuid. */
  sessionId?: pulumi.Input<string>;
  /** Prompt to use instead of the model's own template. */
  promptTemplate?: pulumi.Input<PromptTemplateArgs>;
  /** Texts for the other placeholders of the template, by name. */
  parameters?: pulumi.Input<{ [name: string]: pulumi.Input<string> }>;
  /** Id of the model, which an administrator has configured for text generation. Left out, the platform chooses. */
  model?: pulumi.Input<string>;
  /** Settings that only this model has, as in `{ max_tokens: 100 }`. */
  modelConfiguration?: pulumi.Input<{ [name: string]: pulumi.Input<unknown> }>;
  /** System message; the model's own where left out. A model without system messages takes it where its template has `${system}`. */
  system?: pulumi.Input<string>;
  /** How random the text is: lower values make it more the same each time. */
  temperature?: pulumi.Input<number>;
  /** Largest number of tokens to generate. */
  maxTokens?: pulumi.Input<number>;
  /** Asks for an answer of a given structure, as JSON. */
  responseFormat?: pulumi.Input<ResponseFormatArgs>;
  /** How the model reasons. */
  reasoningConfig?: pulumi.Input<ReasoningConfigArgs>;
  /** Calls it in a preview too, where it costs as much. Left out, a preview calls nothing: the result is not known there. */
  callInPreview?: boolean;
}

/** Result of generateText. */
export interface GenerateTextResult {
  /** The text that the model generated. */
  output: string;
  /** The prompt as the model got it. */
  prompt?: string;
  /** Id of the model that was used. */
  modelId?: string;
  /** Id of the AI session that the request belongs to. */
  sessionId?: string;
  /** Tokens used, as the provider of the model counts them. */
  modelProviderUsage?: ModelProviderUsage;
  /**
   * What the model chose from; use `output`.
   * @deprecated
   */
  choices?: TextChoice[];
}

/** Generates a text with a model of the platform, each time that the program runs. Use the resource `TextGeneration` for a text that is generated once and kept. */
export function generateText(
  args: GenerateTextArgs,
  opts?: pulumi.InvokeOptions,
): Promise<GenerateTextResult> {
  return paidCall("generateText", args, opts);
}

/** Generates a text with a model of the platform, each time that the program runs. Use the resource `TextGeneration` for a text that is generated once and kept. Takes and gives outputs. */
export function generateTextOutput(
  args: GenerateTextOutputArgs,
  opts?: pulumi.InvokeOptions,
): pulumi.Output<GenerateTextResult> {
  return paidCallOutput("generateText", args, opts);
}
