import { existsSync, readFileSync } from "node:fs";
import { identityKey, Impossible } from "pulumi-platform-provider/contract";
import type { Remaining } from "./read.js";

/** The impossible changes that providers wrote, each once, with the URN of its resource. */
export function collectedIn(file: string, remaining: readonly Remaining[]): Impossible[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  const found = [...new Set(lines)].filter((line) => line !== "");
  // The provider of a dynamic resource does not get the URN.
  const urns = new Map(remaining.map(({ about, inputs }) => [inputs[identityKey], about.urn]));
  return found.map((line) => {
    const one = Impossible.parse(JSON.parse(line));
    return { ...one, urn: one.urn ?? urns.get(one.identity) };
  });
}
