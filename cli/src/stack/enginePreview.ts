import type { Stack } from "@pulumi/pulumi/automation/index.js";
import { EngineReport } from "./events.js";
import { Failure } from "../failure.js";
import { printRemarks } from "../print.js";
import { missingEngine, missingStack, untilEnded } from "./run.js";

/** How to run a preview. */
export interface PreviewOptions {
  /** Reads all objects on the instance first. */
  refresh?: boolean;
  /** Where the engine writes the plan. */
  savePlan?: string;
  /** The folder of the project, if it is not the current one. */
  folder?: string;
  /** Variables for the environment of the engine. */
  variables?: Record<string, string>;
}

/** The engine offers plans only where this is set. */
export const experimental = { PULUMI_EXPERIMENTAL: "true" };

/** The result of a preview. One that failed has problems. */
interface PreviewResult {
  report: EngineReport;
  /** The errors of the engine, without repetitions. */
  problems: string[];
}

/** Runs `pulumi preview`. */
export async function previewStack(
  stack: string,
  { refresh, savePlan, folder = process.cwd(), variables }: PreviewOptions,
): Promise<PreviewResult> {
  printRemarks(`Previewing stack ${stack}.`);
  const opened = await openStack(stack, folder, {
    ...variables,
    ...(savePlan !== undefined && experimental),
    PULUMI_SKIP_UPDATE_CHECK: "true",
  });
  const report = new EngineReport();
  const said = { out: "", err: "" };
  const leaving = new AbortController();
  try {
    const previewing = opened.preview({
      ...{ refresh, plan: savePlan, signal: leaving.signal },
      onEvent: (event) => report.add(event),
      onOutput: (text) => (said.out += text),
      onError: (text) => (said.err += text),
    });
    await untilEnded(previewing, () => leaving.abort());
    // Up to 3.205, the engine writes its events to a file, and the end of the command can cut them off.
    const cut =
      "Pulumi did not report the whole preview. Run the command again, or use Pulumi 3.206 or newer.";
    return { report, problems: [...new Set(report.errors), ...(report.isEnded ? [] : [cut])] };
  } catch (error) {
    const problems = problemsIn(report, said.err || said.out || String(error));
    const missing = missingStack(problems.join("\n"));
    if (missing === undefined) return { report, problems };
    throw new Failure(`${missing}. The stacks there are: pulumi stack ls`);
  }
}

function problemsIn({ errors }: EngineReport, said: string): string[] {
  // The engine adds this line after every error.
  const told = errors.filter((text) => text !== "preview failed");
  const problems = (told.length > 0 ? told : said.split(/\n(?=error: )/))
    .map((text) => text.replace(/^error: /, "").trim())
    .filter((text) => text !== "");
  return problems.length > 0
    ? [...new Set(problems)]
    : ["`pulumi preview` failed without a message."];
}

/** A stack for Pulumi's Automation API. Its commands run in this folder, with these variables in their environment. */
async function openStack(
  name: string,
  workDir: string,
  envVars: Record<string, string>,
): Promise<Stack> {
  // Only previews need this large module.
  const { LocalWorkspace, Stack } = await import("@pulumi/pulumi/automation/index.js");
  const workspace = await LocalWorkspace.create({ workDir, envVars }).catch((error: unknown) => {
    throw /\bENOENT\b/.test(String(error)) ? missingEngine() : error;
  });
  // `Stack.select` would change the stack that the user selected. Each command names its stack.
  workspace.selectStack = () => Promise.resolve();
  return Stack.select(name, workspace);
}
