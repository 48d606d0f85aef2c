import { folded, isMailAddress, mailKey } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import type { Party, Sighting } from "./findings.js";

/** What somebody looks for. */
export class Query {
  readonly #words: readonly { text: string; folded: string }[];
  /** Who the words are, if each is an address or the id of a user or group; empty if they are names. */
  readonly parties: readonly Party[];

  constructor(words: readonly string[]) {
    const texts = words.flatMap((word) => word.split(/\s+/)).filter((word) => word !== "");
    if (texts.length === 0) throw new Failure("Name at least one word, address or id.");
    this.#words = texts.map((text) => ({ text, folded: folded(text) }));
    const parties = texts.map(partiesOf);
    this.parties = parties.every((all) => all.length > 0) ? parties.flat() : [];
  }

  /** Whether every word is in the name, or is the id. Several addresses and ids are of one person. */
  has({ id, name = "", also = [] }: Sighting): boolean {
    const text = folded([name, ...also].join(" "));
    const isMeant = (word: { text: string; folded: string }) =>
      word.text === id || word.folded === id || text.includes(word.folded);
    return this.parties.length > 0 ? this.#words.some(isMeant) : this.#words.every(isMeant);
  }
}

function partiesOf(word: string): Party[] {
  if (isMailAddress(word)) return [addressParty(word)];
  if (!/^\d+$/.test(word)) return [];
  return ["user", "group"].map((kind) => ({ kind, id: word }));
}

export const addressParty = (address: string): Party => ({
  kind: "address",
  id: mailKey(address),
});

/** The recipient or grantee of this type. A type that is not known can also have an address. */
export const partyOf = (type: string, value: string): Party =>
  isMailAddress(value) ? addressParty(value) : { kind: type.toLowerCase(), id: value };
