import type { Call } from "../calls.js";
import type { Id } from "../ids.js";
import type { Answer } from "../route.js";

/** The bytes of an answer, and the headers that say what they are. */
export interface SentBody {
  bytes: Buffer;
  headers: Readonly<Record<string, string>>;
}

/** What an active variant does to a call. */
export interface Effect {
  /** Throws the error that the instance answers instead of doing the operation. */
  refuse?(call: Call): void;
  /** The query that the instance obeys. Returns the query itself if nothing changes. */
  query?(call: Call): Call["query"];
  /** The body with the values that the instance stores. Returns the body itself if nothing changes. */
  take?(body: unknown, call: Call): unknown;
  /** The id of the n-th object of a counter. */
  idOfCount?(n: number): Id;
  /** Cuts a page out of a list. */
  page?<T>(items: T[], cut: (all: T[]) => T[], call: Call): T[];
  /** Writes the same answer in another form. Returns the answer itself if nothing changes. */
  answer?(answer: Answer, call: Call): Answer;
  /** Writes the same body in other bytes. Returns the body itself if nothing changes. */
  encode?(body: SentBody): SentBody;
  /** The delay of the answer. */
  delayMs?(call: Call): number;
}

/** One way in which the answers of a real platform can differ, while its work is the same. */
export interface Variant {
  /** The form of what follows the name, as in "[:<seconds>]". */
  argument?: string;
  /** What the instance then answers. For the README. */
  answers: string;
  /** Why real platforms do that. For the README. */
  reason: string;
  /** Starts the variant. An argument that cannot work throws `BadVariant`. */
  start(argument: string | undefined): Effect;
}

/** Thrown for a variant that does not exist. A variant without effect would make a test worthless. */
export class BadVariant extends Error {}

/** For a variant that takes no argument. */
export const always =
  (effect: Effect) =>
  (argument: string | undefined): Effect => {
    if (argument !== undefined) throw new BadVariant(`it takes no argument, not "${argument}"`);
    return effect;
  };

/** For a variant that takes one of these words. */
export function oneWord<Word extends string>(
  words: readonly Word[],
  effectOf: (word: Word) => Effect,
) {
  return (argument: string | undefined): Effect => {
    const word = words.find((one) => one === argument);
    if (word === undefined) {
      throw new BadVariant(`the argument must be ${words.join(", ")}, not "${argument ?? ""}"`);
    }
    return effectOf(word);
  };
}
