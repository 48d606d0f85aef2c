import { textIn } from "../files.js";
import { identityKey, Impossible } from "pulumi-platform-provider/contract";
import type { Message } from "pulumi-platform-provider/contract";
import type { Remaining } from "./read.js";

/** The impossible changes that providers wrote, each once, with the URN of its resource. */
export function collectedIn(file: string, remaining: readonly Remaining[]): Impossible[] {
  const found = [...new Set(linesOf(file))];
  // The provider of a dynamic resource does not get the URN.
  const urns = new Map(remaining.map(({ about, inputs }) => [inputs[identityKey], about.urn]));
  return found.map((line) => {
    const one = Impossible.parse(JSON.parse(line));
    return { ...one, urn: one.urn ?? urns.get(one.identity) };
  });
}

/** The warnings about objects that the provider could not read, so that their states stay as they are. */
export const unreadIn = (file: string): string[] =>
  linesOf(file)
    .map((line) => JSON.parse(line) as Message)
    .filter(({ code }) => code === "unknown_state")
    .map(({ text }) => text);

const linesOf = (file: string): string[] =>
  (textIn(file) ?? "").split("\n").filter((line) => line !== "");
