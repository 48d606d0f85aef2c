import type { Stack } from "@pulumi/pulumi/automation/index.js";
import { missingEngine } from "./run.js";
import type { EngineOptions } from "./run.js";

/** A stack for Pulumi's Automation API. */
export async function openStack(
  name: string,
  { folder = process.cwd(), environment = process.env }: EngineOptions = {},
): Promise<Stack> {
  // Only previews need this large module.
  const { LocalWorkspace, Stack } = await import("@pulumi/pulumi/automation/index.js");
  const envVars = environment as Record<string, string>;
  const workspace = await LocalWorkspace.create({ workDir: folder, envVars }).catch(
    (error: unknown) => {
      throw /\bENOENT\b/.test(String(error)) ? missingEngine() : error;
    },
  );
  // `Stack.select` would change the stack that the user selected. Each command names its stack.
  workspace.selectStack = () => Promise.resolve();
  return Stack.select(name, workspace);
}
