import type { Entry } from "../../harness/sessions/session";
import { pluginStack } from "../../plugin/stack";
import { Stack } from "./stack";

/** A project whose program uses one entry and makes what is declared; one process runs it each time. */
export async function stackOn(entry: Entry, settings: Record<string, string>): Promise<Stack> {
  const stack = entry === "plugin" ? pluginStack(settings) : new Stack(settings);
  await stack.host(entry);
  return stack;
}
