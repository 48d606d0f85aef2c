import type { Stack } from "@pulumi/pulumi/automation/index.js";
import { missingEngine } from "./run.js";

/** A stack for Pulumi's Automation API. Its commands run in this folder, with these variables in their environment. */
export async function openStack(
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
