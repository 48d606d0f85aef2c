import { join, resolve } from "node:path";
import { chosenStack, openProject } from "../stack/project.js";
import { inPrivateFolder } from "../privateFolder.js";
import { previewStack } from "../stack/preview.js";
import { collectedIn } from "./collected.js";
import { impossibleDeletes } from "./deletes.js";
import { EngineReport } from "./events.js";
import { readReport } from "./read.js";
import type { Preview, PreviewOptions } from "./types.js";

/** Runs a preview of a stack, and reads what the engine says. A preview that fails has problems. */
export async function runPreview(options: PreviewOptions = {}): Promise<Preview> {
  const { environment = process.env, folder = process.cwd(), savePlan } = options;
  const project = openProject(folder).name;
  const stack = await chosenStack(options.stack, { folder, environment });
  process.stderr.write(`Previewing stack ${stack}.\n`);
  return inPrivateFolder(async (temporary) => {
    const collect = join(temporary, "impossible.jsonl");
    const report = new EngineReport();
    const planFile = savePlan === undefined ? undefined : resolve(folder, savePlan);
    const flags = { stack, refresh: options.refresh, savePlan: planFile };
    const { code, err } = await previewStack(flags, {
      folder,
      environment: {
        ...environment,
        PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true",
        PULUMI_SKIP_UPDATE_CHECK: "true",
        PLATFORM_COLLECT: collect,
      },
      take: (line) => report.add(line),
    });
    const { remaining, ...read } = readReport(report, environment);
    const collected = collectedIn(collect, remaining);
    const reasons = new Set(collected.map(({ reason }) => reason));
    return {
      project,
      stack: stack.replace(/^.*\//, ""),
      ...read,
      impossible: [...collected, ...impossibleDeletes(read.changes, remaining)],
      problems: problemsOf(report, code, err),
      // Some reasons are also warnings.
      warnings: [...new Set(report.warnings)].filter((text) => !reasons.has(text)),
      ...(planFile !== undefined && code === 0 && { planFile }),
    };
  });
}

/** The errors of the engine, without repetitions. */
function problemsOf(report: EngineReport, code: number, said: string): string[] {
  if (code === 0) return [...new Set(report.errors)];
  // The engine adds this line after every error.
  const errors = report.errors.filter((text) => text !== "preview failed");
  const told = errors.length > 0 ? errors : [...report.other, ...said.split(/\n(?=error: )/)];
  const problems = told
    .map((text) => text.replace(/^error: /, "").trim())
    .filter((one) => one !== "");
  return problems.length > 0
    ? [...new Set(problems)]
    : [`\`pulumi preview\` ended with exit code ${code}, without a message.`];
}
