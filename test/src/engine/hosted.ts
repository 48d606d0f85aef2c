import { pluginStack } from "../plugin/stack";
import { Stack } from "./stack";

/** The ways in which the engine reaches the provider. */
export const faces = ["dynamic", "plugin"] as const;
export type Face = (typeof faces)[number];

/** A project whose program uses one face and makes what is declared; one process runs it each time. */
export async function stackOn(face: Face, settings: Record<string, string>): Promise<Stack> {
  const stack = face === "plugin" ? pluginStack(settings) : new Stack(settings);
  await stack.host(face);
  return stack;
}
