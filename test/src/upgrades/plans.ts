import { cpSync } from "node:fs";
import { join } from "node:path";
import { StubbedProject } from "../cli/apply/stubEngine";

/** The recorded plans by the names of their folders, with the environment of `plan` and `apply`. */
export const planEnvironments: Readonly<Record<string, Record<string, string>>> = {
  plan: {},
  "plan-encrypted": { PLATFORM_PLAN_PASSPHRASE: "a passphrase of recordings" },
};

/** Records the plans of a project whose engine is a script, as the plan of the engine is only a text to `apply`. */
export async function recordPlans(set: string): Promise<void> {
  for (const [name, env] of Object.entries(planEnvironments)) {
    const project = await StubbedProject.start();
    try {
      Object.assign(project.env, env);
      const { code, err } = await project.makePlan();
      if (code !== 0) throw new Error(err);
      cpSync(project.plan, join(set, name), { recursive: true });
    } finally {
      project.remove();
    }
  }
}
