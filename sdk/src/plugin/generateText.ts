// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { paidCall, paidCallOutput } from "./call";
import type * as dynamic from "../generateText";

/** Arguments of generateText. */
export type GenerateTextArgs = Omit<dynamic.GenerateTextArgs, "instance">;

/** Arguments of generateTextOutput. */
export type GenerateTextOutputArgs = Omit<dynamic.GenerateTextOutputArgs, "instance">;

/** Result of generateText. */
export type GenerateTextResult = dynamic.GenerateTextResult;

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
 * import * as platform from "pulumi-platform/plugin";
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
