import { textIn } from "../files.js";
import { groupedBy } from "../output/groupedBy.js";
import { get, identityKey, Impossible } from "pulumi-platform-provider/contract";
import type { Message } from "pulumi-platform-provider/contract";
import type { About, Change, Declared } from "./types.js";

/** The impossible changes that providers wrote, each once, with the URN of its resource. */
export function collectedIn(file: string, remaining: readonly Declared[]): Impossible[] {
  const found = [...new Set(linesOf(file))];
  const withUrn = addingUrns(remaining);
  return found.map((line) => withUrn(Impossible.parse(JSON.parse(line))));
}

/** The messages that providers wrote, with the URNs of their resources. */
export function messagesIn(file: string, remaining: readonly Declared[]): Message[] {
  const withUrn = addingUrns(remaining);
  return linesOf(file).map((line) => withUrn(JSON.parse(line) as Message));
}

/** The changes, each with what only the provider knows: from the journal, and from a look at the instance. */
export function withMessages(changes: readonly Change[], said: readonly Message[]): Change[] {
  const byUrn = groupedBy(said, ({ urn }) => urn);
  return changes.map((change) => {
    const own = byUrn.get(change.urn) ?? [];
    const earlier = own.flatMap(({ text, earlier: has }) => (has ? { text, has } : []))[0];
    const held = own.flatMap((one) => one.held ?? []);
    return { ...change, ...(earlier && { earlier }), ...(held.length > 0 && { held }) };
  });
}

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

/** Adds the URN of a dynamic resource, which its provider does not get. */
function addingUrns(remaining: readonly Declared[]) {
  const urns = new Map(remaining.map(({ about, inputs }) => [inputs[identityKey], about.urn]));
  return <One extends { urn?: string; identity?: string }>(one: One): One =>
    one.urn !== undefined || one.identity === undefined
      ? one
      : { ...one, urn: urns.get(one.identity) };
}

const linesOf = (file: string): string[] =>
  (textIn(file) ?? "").split("\n").filter((line) => line !== "");
