import { existsSync } from "node:fs";
import type { Values } from "pulumi-platform-provider/tooling";
import { chosenStack } from "../apply/situation.js";
import { stackSettings } from "../inventory/stack.js";
import { projectName } from "../map/stackSettings.js";

/** Where the doctor looks. */
export interface Context {
  /** The name of an instance in `instances.yaml`. */
  instance?: string;
  project?: string;
  stack?: string;
  /** The settings of the stack, by their full names. */
  settings: Values;
  environment: NodeJS.ProcessEnv;
}

/** The project and the stack of this folder, as far as there are any. */
export async function contextOf(
  instance: string | undefined,
  given: string | undefined,
  environment = process.env,
): Promise<Context> {
  const context: Context = { instance, settings: {}, environment };
  if (!existsSync("Pulumi.yaml")) return context;
  context.project = projectName();
  const stack = await chosenStack(given, environment).catch(() => undefined);
  if (stack === undefined || stack === "") return context;
  return { ...context, stack, settings: stackSettings(stack) };
}
