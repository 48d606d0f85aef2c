import type { z } from "zod";
import type { ErrorCode, ErrorParts } from "../messages/errors";
import type { AnswerRoom } from "./answerText";
import type { Params, Route } from "./route";

/** One request to the platform. */
export interface Request<Answer> {
  /** The operation and its object, for messages: `create report schedule "Weekly"`. */
  operation: string;
  route: Route;
  params?: Params;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
  /** The schema of the answer. Unknown keys are allowed. */
  answer: z.ZodType<Answer>;
  /**
   * Sending the request twice has the same effect as sending it once. By default true for reads and for all methods
   * but POST.
   */
  repeatable?: boolean;
  /** How many bytes the answers of one list may still have together. */
  room?: AnswerRoom;
  /** Advice for failures that is specific to this request. `lost` is for a lost answer. */
  hints?: Partial<Record<ErrorCode | "lost", Pick<ErrorParts, "note" | "advice">>>;
}
