import type { Call } from "../calls.js";
import type { Answer } from "../route.js";

/** What an active variant does to a call. */
export interface Effect {
  /** Throws the error that the instance answers instead of doing the operation. */
  refuse?(call: Call): void;
  /** Cuts a page out of a list. */
  page?<T>(items: T[], cut: (all: T[]) => T[], call: Call): T[];
  /** Writes the same answer in another form. Returns the answer itself if nothing changes. */
  answer?(answer: Answer, call: Call): Answer;
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
