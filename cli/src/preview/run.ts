import { join, resolve } from "node:path";
import { chosenStack, openProject } from "../stack/project.js";
import { inPrivateFolder } from "../privateFolder.js";
import { previewStack } from "../stack/preview.js";
import { collectedIn } from "./collected.js";
import { impossibleDeletes } from "./deletes.js";
import { readReport } from "./read.js";
import type { Preview, PreviewOptions } from "./types.js";

/** Runs a preview of a stack, and reads what the engine says. A preview that fails has problems. */
export async function runPreview(options: PreviewOptions = {}): Promise<Preview> {
  const { environment = process.env, folder = process.cwd(), savePlan } = options;
  const project = openProject(folder).name;
  const stack = await chosenStack(options.stack, { folder, environment });
  return inPrivateFolder(async (temporary) => {
    const collect = join(temporary, "impossible.jsonl");
    const planFile = savePlan === undefined ? undefined : resolve(folder, savePlan);
    const flags = { refresh: options.refresh, savePlan: planFile };
    const { report, problems } = await previewStack(stack, flags, {
      folder,
      environment: { ...environment, PLATFORM_COLLECT: collect },
    });
    const { remaining, ...read } = readReport(report, environment);
    const collected = collectedIn(collect, remaining);
    const reasons = new Set(collected.map(({ reason }) => reason));
    return {
      project,
      stack: stack.replace(/^.*\//, ""),
      ...read,
      impossible: [...collected, ...impossibleDeletes(read.changes, remaining)],
      problems,
      // Some reasons are also warnings.
      warnings: [...new Set(report.warnings)].filter((text) => !reasons.has(text)),
      ...(planFile !== undefined && problems.length === 0 && { planFile }),
    };
  });
}
