import { textIn } from "../files.js";
import { get, identityKey, Impossible } from "pulumi-platform-provider/contract";
import type { Message } from "pulumi-platform-provider/contract";
import type { About, Declared } from "./types.js";

/** The impossible changes that providers wrote, each once, with the URN of its resource. */
export function collectedIn(file: string, remaining: readonly Declared[]): Impossible[] {
  const found = [...new Set(linesOf(file))];
  // The provider of a dynamic resource does not get the URN.
  const urns = new Map(remaining.map(({ about, inputs }) => [inputs[identityKey], about.urn]));
  return found.map((line) => {
    const one = Impossible.parse(JSON.parse(line));
    return { ...one, urn: one.urn ?? urns.get(one.identity) };
  });
}

/** The messages with a code that providers wrote. */
export const messagesIn = (file: string, code: Message["code"]): Message[] =>
  linesOf(file)
    .map((line) => JSON.parse(line) as Message)
    .filter((one) => one.code === code);

/** The schedules whose number of recipients changed, although the program declares their recipients. */
export function recountedIn(file: string, remaining: readonly Declared[]): About[] {
  const counted = messagesIn(file, "recipients_changed");
  return remaining
    .filter(
      ({ about, inputs }) =>
        get(inputs, "schedule.additionalRecipients") !== undefined &&
        counted.some(({ urn, identity }) =>
          urn === undefined ? identity === inputs[identityKey] : urn === about.urn,
        ),
    )
    .map(({ about }) => about);
}

const linesOf = (file: string): string[] =>
  (textIn(file) ?? "").split("\n").filter((line) => line !== "");
