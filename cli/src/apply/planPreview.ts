import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../failure.js";
import { linesIn } from "../print.js";
import { inPrivateFolder } from "../files.js";
import type { EngineReport } from "../stack/events.js";
import { previewStack } from "../stack/enginePreview.js";
import { stepsOf } from "./steps.js";
import type { Steps } from "./steps.js";

/** The changes that the engine would make now, with the live values of the instance, and the engine's plan. */
export interface Previewed {
  steps: Steps;
  plan: string;
  report: EngineReport;
}

/** Previews the program with the live values of the instance. */
export async function previewPlan(stack: string, key: string): Promise<Previewed> {
  return inPrivateFolder(async (folder) => {
    const file = join(folder, "plan.json");
    const { report, problems } = await previewStack(stack, { refresh: true, savePlan: file });
    if (problems.length > 0) {
      throw new Failure(...linesIn(`The preview of stack ${stack} failed: ${problems.join("\n")}`));
    }
    return { steps: stepsOf(report.steps, key), plan: readFileSync(file, "utf8"), report };
  });
}
