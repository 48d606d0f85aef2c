import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Failure } from "../failure.js";
import { inPrivateFolder } from "../privateFolder.js";
import { previewSteps } from "../stack/preview.js";
import { stepsOf } from "./steps.js";
import type { Steps } from "./steps.js";

/** The changes that the engine would make now, with the live values of the instance, and the engine's plan. */
export interface Previewed {
  steps: Steps;
  plan: string;
}

/** Previews the program with the live values of the instance. */
export async function previewPlan(stack: string, key: string): Promise<Previewed> {
  process.stderr.write(`Previewing stack ${stack}.\n`);
  return inPrivateFolder(async (folder) => {
    const file = join(folder, "plan.json");
    const result = await previewSteps({ stack, refresh: true, savePlan: file });
    if ("problem" in result) {
      throw new Failure(`The preview of stack ${stack} failed: ${result.problem}`);
    }
    return { steps: stepsOf(result.steps, key), plan: readFileSync(file, "utf8") };
  });
}
