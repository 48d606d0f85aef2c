import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Failure } from "../failure.js";
import { runEngine } from "../stack/run.js";
import { stepsOf } from "./steps.js";
import type { PreviewStep, Steps } from "./steps.js";

/** The engine offers plans only where this is set. */
export const experimental = { PULUMI_EXPERIMENTAL: "true" };

/** What the engine would do now, with the live values of the instance, and its plan of that. */
export interface Previewed {
  steps: Steps;
  plan: string;
}

interface Output {
  steps?: PreviewStep[] | null;
  diagnostics?: { message?: string; severity?: string }[] | null;
}

/** Previews the program with the live values of the instance. */
export async function previewPlan(stack: string, key: string): Promise<Previewed> {
  process.stderr.write(`Previewing stack ${stack}.\n`);
  return inPrivateFolder(async (folder) => {
    const file = join(folder, "plan.json");
    const args = ["preview", "--stack", stack, "--refresh", "--json", "--save-plan", file];
    const { code, out, err } = await runEngine(args, {
      environment: { ...process.env, ...experimental },
    });
    const output = parsed(out);
    if (code !== 0 || output?.steps === undefined) {
      throw new Failure(`The preview of stack ${stack} failed: ${problemIn(output, err, out)}`);
    }
    const steps = stepsOf(output.steps ?? [], key);
    return { steps, plan: readFileSync(file, "utf8") };
  });
}

/** Works in a folder that nobody else can read, and removes it. */
export async function inPrivateFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-plan-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function parsed(text: string): Output | undefined {
  try {
    return JSON.parse(text) as Output;
  } catch {
    return undefined;
  }
}

function problemIn(output: Output | undefined, err: string, out: string): string {
  const errors = (output?.diagnostics ?? [])
    .filter(({ severity }) => severity === "error")
    .map(({ message = "" }) => message.trim());
  const text = errors.length > 0 ? errors.join("\n") : (err || out).trim();
  return text.replace(/^error: /gm, "");
}
