import type { Values } from "../definition/values";
import { mailedAtKey } from "../definition/mail";
import { holdsUnknown } from "../definition/unknowns";
import type { Requested } from "../duplicates/objectCreate";
import { contentOfInputs } from "../state/likeness";
import type { Journal, JournalEntry } from "../journal/journal";
import * as messages from "../report/messages/index";
import type { Notice } from "../report/notices";

/** The state before an update: the time of its last run or e-mail. */
export const originOf = ({ ranAt, [mailedAtKey]: mailedAt }: Values) => ({
  ranAt: (ranAt ?? mailedAt) as number | undefined,
});

/** A request that must be sent once. */
export interface OnceRequest extends Requested {
  /** Absent for a create, which starts from no state. */
  origin?: ReturnType<typeof originOf>;
}

/** The entry of the same run or e-mail: the same content, and no later one in the state. */
export function earlierRun(
  { resource, inputs, origin }: OnceRequest,
  earlier: JournalEntry | undefined,
): JournalEntry | undefined {
  if (earlier?.content !== contentOfInputs(resource, inputs)) return undefined;
  // A create of what a state held is a replacement.
  if (origin === undefined) return earlier.isStored === true ? undefined : earlier;
  const { ranAt } = origin;
  const isBefore = ranAt === undefined || ranAt < earlier.sentAt;
  return isBefore || ranAt === earlier.origin ? earlier : undefined;
}

/** The notice of a preview about a request that will not be sent again. */
export function repeatedNotice(request: OnceRequest, journal: Journal): Notice | undefined {
  const { resource, inputs, identity } = request;
  const canMail = resource.mail?.sent !== undefined;
  if (holdsUnknown(inputs) || (!canMail && resource.kind !== "action")) return undefined;
  const earlier = earlierRun(request, journal.readIfWhole(identity));
  if (earlier === undefined) return undefined;
  if (canMail) return messages.mailedBefore(resource, inputs, earlier.sentAt);
  const isSent = earlier.phase === "done" || (resource.kind === "action" && !resource.repeatable);
  return isSent ? messages.doneBefore(resource, inputs, earlier.sentAt) : undefined;
}
