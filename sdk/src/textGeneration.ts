// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
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
  /** Values of any type. Pulumi runs the action again when one of them changes. Default: `[]`. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/**
 * Generates a text with a model of the platform and keeps it. Pulumi generates the text when it creates the resource, and again when an argument or a trigger changes. Each generation can cost money.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * const welcome = new platform.TextGeneration("welcome", {
 *   input: "Greet the readers of the weekly report in one sentence.",
 *   system: "You write plainly and briefly.",
 *   promptTemplate: { template: "${system}\n${input}" },
 *   temperature: 0.2,
 *   triggers: ["2025"],
 * });
 * export const greeting = welcome.output;
 * ```
 */
export class TextGeneration extends PlatformResource {
  /** The input text. It replaces `${input}` in the template. */
  declare readonly input: pulumi.Output<string>;
  /** Id of the AI session that the request belongs to, a UUID. The answer shows the id of its session. Assumed: if you omit `sessionId`, the platform chooses a session. */
  declare readonly sessionId: pulumi.Output<string | undefined>;
  /** Prompt template that replaces the model's own. */
  declare readonly promptTemplate: pulumi.Output<PromptTemplate | undefined>;
  /** Texts for the other placeholders of the template, by name. */
  declare readonly parameters: pulumi.Output<{ [name: string]: string } | undefined>;
  /** Id of a model that an administrator configured for text generation. The specification does not say which model applies if you omit it. */
  declare readonly model: pulumi.Output<string | undefined>;
  /** Settings of this model only, such as `{ max_tokens: 100 }`. */
  declare readonly modelConfiguration: pulumi.Output<{ [name: string]: unknown } | undefined>;
  /** System message. If you omit it, the platform uses its default. Models without system messages read it as `${system}` in the template. */
  declare readonly system: pulumi.Output<string | undefined>;
  /** Randomness of the text. Lower values make the text more predictable. */
  declare readonly temperature: pulumi.Output<number | undefined>;
  /** Maximum number of tokens to generate. */
  declare readonly maxTokens: pulumi.Output<number | undefined>;
  /** Asks the model for a JSON answer of a given structure. */
  declare readonly responseFormat: pulumi.Output<ResponseFormat | undefined>;
  /** Reasoning settings of the model. */
  declare readonly reasoningConfig: pulumi.Output<ReasoningConfig | undefined>;
  /** Values of any type. Pulumi runs the action again when one of them changes. Default: `[]`. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** The text that the model generated. */
  declare readonly output: pulumi.Output<string | undefined>;
  /** The prompt that the model received. */
  declare readonly prompt: pulumi.Output<string | undefined>;
  /** Id of the model that generated the text. */
  declare readonly modelId: pulumi.Output<string | undefined>;
  /** Number of tokens, as the provider of the model counts them. */
  declare readonly modelProviderUsage: pulumi.Output<ModelProviderUsage | undefined>;
  /**
   * Choices of the model. Use `output` instead.
   * @deprecated
   */
  declare readonly choices: pulumi.Output<TextChoice[] | undefined>;
  /** Id of the AI session of the answer. It can differ from the argument `sessionId`. */
  declare readonly responseSessionId: pulumi.Output<string | undefined>;
  /** Result of the last run: `done`, `unknown` after a lost answer, or `muted` because of `platform:mail`. Pulumi never repeats an unknown run automatically. */
  declare readonly outcome: pulumi.Output<"done" | "unknown" | "muted">;
  /** Time of the last run, in epoch milliseconds. */
  declare readonly ranAt: pulumi.Output<number>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  declare readonly instance: pulumi.Output<string | undefined>;

  constructor(name: string, args: TextGenerationArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      "TextGeneration",
      name,
      args,
      {
        inputs: [
          "input",
          "sessionId",
          "promptTemplate",
          "parameters",
          "model",
          "modelConfiguration",
          "system",
          "temperature",
          "maxTokens",
          "responseFormat",
          "reasoningConfig",
          "triggers",
        ],
        outputs: [
          "output",
          "prompt",
          "modelId",
          "modelProviderUsage",
          "choices",
          "responseSessionId",
          "outcome",
          "ranAt",
        ],
      },
      opts,
    );
  }
}
