import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { holdsUnknown } from "../definition/unknowns";
import { contentOfInputs } from "../state/content";
import { journalEntry } from "../journal/journal";
import type { Journal, JournalEntry } from "../journal/journal";
import * as messages from "../report/messages";
import type { Counted } from "../report/notices";

/** The state that an update starts from: when its last run or e-mail was. */
export interface Origin {
  ranAt?: number;
}

export const originOf = ({ ranAt, __mailedAt }: Values): Origin => ({
  ranAt: (ranAt ?? __mailedAt) as number | undefined,
});

interface Request {
  resource: Resource;
  inputs: Values;
  identity?: string;
  /** Absent for a create, which starts from no state. */
  origin?: Origin;
}

/**
 * What is known of this very run or e-mail: one with the same content that started from the same state. Since then,
 * another run may have changed the state, and this one changes it back: that is asked for again.
 */
export function earlierRun(
  { resource, inputs, origin }: Request,
  earlier: JournalEntry | undefined,
): JournalEntry | undefined {
  if (earlier?.content !== contentOfInputs(resource, inputs)) return undefined;
  return origin === undefined || earlier.origin === origin.ranAt ? earlier : undefined;
}

/** What a preview says of a request that would not be sent again. */
export function repeatedNotice(request: Request, journal: Journal): Counted | undefined {
  const { resource, inputs, identity } = request;
  const canMail = resource.mail?.sent !== undefined;
  if (identity === undefined || holdsUnknown(inputs)) return undefined;
  if (!canMail && resource.kind !== "action") return undefined;
  const earlier = earlierRun(request, journal.readIfWhole(identity, "", journalEntry));
  if (earlier === undefined) return undefined;
  if (canMail) return messages.mailedBefore(resource, inputs, earlier.sentAt);
  const isSent = earlier.phase === "done" || (resource.kind === "action" && !resource.repeatable);
  return isSent ? messages.doneBefore(resource, inputs, earlier.sentAt) : undefined;
}
