import type { HostileAnswer, Moment } from "./hostileServer";
import { answerKinds } from "./answerKinds";
import { pageKinds } from "./pageKinds";
import type { Row } from "./payloads";
import { pauseKinds } from "./pauseKinds";
import { streamKinds } from "./streamKinds";

/**
 * How long a call may take. `deadline`: the time limit of the call. `retries`: also the pauses between its attempts. `pauses`: the pauses after 429 and 503, at most two
 * minutes. `pages`: the pages of one list, each within the time limit of a call.
 */
export type Bound = "deadline" | "retries" | "pauses" | "pages";

/** One way in which a server is hostile. */
export interface HostileKind {
  name: string;
  moments: readonly Moment[];
  bound: Bound;
  answer: HostileAnswer;
  /** Computes what it sends, so that this takes none of the time of a call. */
  prepare?: (row: Row) => unknown;
  /** The time limit of its calls, if a whole answer needs more than the usual one to arrive. */
  deadlineSeconds?: number;
  /** It needs thousands of calls, so the tests leave it out. */
  isLong?: boolean;
  /** The answer is odd, but the client may accept it. */
  isHarmless?: boolean;
}

export const kinds: readonly HostileKind[] = [
  ...streamKinds,
  ...answerKinds,
  ...pauseKinds,
  ...pageKinds,
];
