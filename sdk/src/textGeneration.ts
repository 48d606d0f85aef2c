// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "./platformResource";
import type {
  PromptTemplate,
  ResponseFormat,
  ReasoningConfig,
  ModelProviderUsage,
  TextChoice,
} from "./types";
import type { PromptTemplateArgs, ResponseFormatArgs, ReasoningConfigArgs } from "./types";

/** Arguments of TextGeneration. */
export interface TextGenerationArgs {
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
  /** Values of any kind; the action runs again when one of them changes. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /** Name of the instance in `platform:instances`; the one of `platform:baseUrl` where left out. */
  instance?: string;
}

/**
 * Generates a text with a model of the platform when it is created, and keeps it: again only when an argument or a trigger changes. It costs money once, whatever becomes of the answer. The answer can repeat what it was asked: where an argument is a secret, set the resource option `additionalSecretOutputs: ['output', 'prompt', 'choices']`.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * const welcome = new platform.TextGeneration("welcome", {
 *   input: "Greet the readers of the weekly report in one sentence.",
 *   system: "You write plainly and briefly.",
 *   temperature: 0.2,
 *   triggers: ["2025"],
 * });
 * export const greeting = welcome.output;
 * ```
 */
export class TextGeneration extends PlatformResource {
  /** The input text; stands for `${input}` in the template. */
  declare readonly input: pulumi.Output<string>;
  /** Id of the AI session that the request belongs to. */
  declare readonly sessionId: pulumi.Output<string | undefined>;
  /** Prompt to use instead of the model's own template. */
  declare readonly promptTemplate: pulumi.Output<PromptTemplate | undefined>;
  /** Texts for the other placeholders of the template, by name. */
  declare readonly parameters: pulumi.Output<{ [name: string]: string } | undefined>;
  /** Id of the model, which an administrator has configured for text generation. Left out, the platform chooses. */
  declare readonly model: pulumi.Output<string | undefined>;
  /** Settings that only this model has, as in `{ max_tokens: 100 }`. */
  declare readonly modelConfiguration: pulumi.Output<{ [name: string]: unknown } | undefined>;
  /** System message; the model's own where left out. A model without system messages takes it where its template has `${system}`. */
  declare readonly system: pulumi.Output<string | undefined>;
  /** How random the text is: lower values make it more the same each time. */
  declare readonly temperature: pulumi.Output<number | undefined>;
  /** Largest number of tokens to generate. */
  declare readonly maxTokens: pulumi.Output<number | undefined>;
  /** Asks for an answer of a given structure, as JSON. */
  declare readonly responseFormat: pulumi.Output<ResponseFormat | undefined>;
  /** How the model reasons. */
  declare readonly reasoningConfig: pulumi.Output<ReasoningConfig | undefined>;
  /** Values of any kind; the action runs again when one of them changes. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** The text that the model generated. */
  declare readonly output: pulumi.Output<string | undefined>;
  /** The prompt as the model got it. */
  declare readonly prompt: pulumi.Output<string | undefined>;
  /** Id of the model that was used. */
  declare readonly modelId: pulumi.Output<string | undefined>;
  /** Tokens used, as the provider of the model counts them. */
  declare readonly modelProviderUsage: pulumi.Output<ModelProviderUsage | undefined>;
  /**
   * What the model chose from; use `output`.
   * @deprecated
   */
  declare readonly choices: pulumi.Output<TextChoice[] | undefined>;
  /** What is known of it: `done`, `unknown` where the answer was lost (then it is not run again by itself), or `muted` where `platform:mail` kept it from mailing. */
  declare readonly outcome: pulumi.Output<"done" | "unknown" | "muted">;
  /** When it ran, in epoch milliseconds. */
  declare readonly ranAt: pulumi.Output<number>;
  /** Name of the instance in `platform:instances`; the one of `platform:baseUrl` where left out. */
  declare readonly instance: pulumi.Output<string | undefined>;

  constructor(name: string, args: TextGenerationArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      "TextGeneration",
      name,
      args,
      [
        "output",
        "prompt",
        "modelId",
        "sessionId",
        "modelProviderUsage",
        "choices",
        "outcome",
        "ranAt",
      ],
      opts,
    );
  }
}
