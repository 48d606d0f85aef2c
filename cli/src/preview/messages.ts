import { textIn } from "../files.js";
import { get, identityKey, Impossible } from "pulumi-platform-provider/contract";
import type { Message } from "pulumi-platform-provider/contract";
import type { About, Change, Declared } from "./types.js";

/** The impossible changes that providers wrote, each once, with the URN of its resource. */
export function collectedIn(file: string, remaining: readonly Declared[]): Impossible[] {
  const found = [...new Set(linesOf(file))];
  const urns = urnsOf(remaining);
  return found.map((line) => {
    const one = Impossible.parse(JSON.parse(line));
    return { ...one, urn: one.urn ?? urns.get(one.identity) };
  });
}

/** The messages that providers wrote, with the URNs of their resources. */
export function messagesIn(file: string, remaining: readonly Declared[]): Message[] {
  const urns = urnsOf(remaining);
  return linesOf(file).map((line) => {
    const one = JSON.parse(line) as Message;
    return { ...one, urn: one.urn ?? urns.get(one.identity) };
  });
}

/** The changes, each with what only the provider knows: from the journal, and from a look at the instance. */
export const withMessages = (changes: readonly Change[], said: readonly Message[]): Change[] =>
  changes.map((change) => {
    const own = said.filter(({ urn }) => urn === change.urn);
    const earlier = own.flatMap(({ text, earlier: has }) => (has ? { text, has } : []))[0];
    const held = own.flatMap((one) => one.held ?? []);
    return { ...change, ...(earlier && { earlier }), ...(held.length > 0 && { held }) };
  });

/** The schedules whose number of recipients changed, although the program declares their recipients. */
export function recountedIn(said: readonly Message[], remaining: readonly Declared[]): About[] {
  const counted = said.filter(({ code }) => code === "recipients_changed");
  return remaining
    .filter(
      ({ about, inputs }) =>
        get(inputs, "schedule.additionalRecipients") !== undefined &&
        counted.some(({ urn }) => urn === about.urn),
    )
    .map(({ about }) => about);
}

/** The provider of a dynamic resource does not get its URN. */
const urnsOf = (remaining: readonly Declared[]) =>
  new Map(remaining.map(({ about, inputs }) => [inputs[identityKey], about.urn]));

const linesOf = (file: string): string[] =>
  (textIn(file) ?? "").split("\n").filter((line) => line !== "");
