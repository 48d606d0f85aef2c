import type { Values } from "pulumi-platform-provider/contract";
import { runEngine } from "./run.js";
import type { EngineOptions, EngineRun } from "./run.js";

/** The options of `pulumi preview`. */
export interface PreviewFlags {
  /** The selected stack by default. */
  stack?: string;
  /** Reads all objects on the instance first. */
  refresh?: boolean;
  /** Where the engine writes the plan. */
  savePlan?: string;
}

/** The engine offers plans only where this is set. */
export const experimental = { PULUMI_EXPERIMENTAL: "true" };

/** Runs `pulumi preview`. */
export function previewStack(
  { stack, refresh = false, savePlan }: PreviewFlags,
  { environment = process.env, ...options }: EngineOptions = {},
): Promise<EngineRun> {
  const args = [
    ...["preview", "--json"],
    ...(stack === undefined ? [] : ["--stack", stack]),
    ...(refresh ? ["--refresh"] : []),
    ...(savePlan === undefined ? [] : ["--save-plan", savePlan]),
  ];
  const own = savePlan === undefined ? {} : experimental;
  return runEngine(args, { ...options, environment: { ...environment, ...own } });
}

/** A step of a preview. */
export interface PreviewStep {
  op: string;
  urn: string;
  oldState?: StepState;
  newState?: StepState;
}

interface StepState {
  type?: string;
  inputs?: Values;
}

interface Output {
  steps?: PreviewStep[] | null;
  diagnostics?: { message?: string; severity?: string }[] | null;
}

/** The steps of a preview, or the reason why the engine failed. */
export async function previewSteps(
  flags: PreviewFlags,
  options: EngineOptions = {},
): Promise<{ steps: PreviewStep[] } | { problem: string }> {
  const { code, out, err } = await previewStack(flags, options);
  const output = parsed(out);
  return code === 0 && output?.steps !== undefined
    ? { steps: output.steps ?? [] }
    : { problem: problemIn(output, err || out) };
}

function parsed(text: string): Output | undefined {
  try {
    return JSON.parse(text) as Output;
  } catch {
    return undefined;
  }
}

function problemIn(output: Output | undefined, said: string): string {
  const errors = (output?.diagnostics ?? [])
    .filter(({ severity }) => severity === "error")
    .map(({ message = "" }) => message.trim());
  const text = errors.length > 0 ? errors.join("\n") : said.trim();
  return text.replace(/^error: /gm, "");
}
