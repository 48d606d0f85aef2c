import type { Values } from "pulumi-platform-provider/contract";
import { chosenStack, findProject } from "../stack/project.js";
import { stackSettings } from "../stack/stackSettings.js";

/** The stack and the settings that the doctor examines. */
export interface Context {
  /** The name of an instance in `instances.yaml`. */
  instance?: string;
  project?: string;
  /** The backend that the project names. */
  backend?: string;
  stack?: string;
  /** The settings of the stack, by their full names. */
  settings: Values;
}

/** The project and the stack of this folder, as far as there are any. */
export async function contextOf(
  instance: string | undefined,
  given: string | undefined,
): Promise<Context> {
  const project = findProject();
  const context: Context = { instance, settings: {} };
  if (project === undefined) return context;
  context.project = project.name;
  context.backend = project.backend;
  const stack = await chosenStack(given).catch(() => undefined);
  if (stack === undefined) return context;
  return { ...context, stack, settings: stackSettings(stack) };
}
