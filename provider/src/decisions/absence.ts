/** Decides whether an object that no read shows is gone. Without evidence, its state is kept. */

export interface AbsenceFacts {
  /**
   * What the reads found. `absent`: lists and the object's own address agree. `missing`: its own address answers 404,
   * and the list hides objects. `unknown`: the answers prove nothing.
   */
  found: "absent" | "missing" | "unknown";
  /** A person confirmed it, or the platform confirmed the delete of an earlier run. */
  isConfirmed: boolean;
  /** An earlier run asked the platform to delete the object, and got no answer. */
  isDeleteSent: boolean;
  /** The object was created on another instance. */
  isElsewhere: boolean;
  /** Pulumi wrote the object a moment ago, and no read has shown it since. */
  isYoung: boolean;
  /** Most objects are missing at once; undefined before all have been read. */
  isOneOfMost?: boolean;
}

export type AbsenceVerdict =
  | { is: "gone" }
  | { is: "unknown"; why: "elsewhere" | "unproven" | "young" | "oneOfMost" }
  /** The reads of the other objects decide. */
  | { is: "undecided" };

export function decideAbsence(facts: AbsenceFacts): AbsenceVerdict {
  const { found, isConfirmed, isDeleteSent, isElsewhere, isYoung, isOneOfMost } = facts;
  if (isConfirmed) return { is: "gone" };
  if (found !== "unknown" && isElsewhere) return { is: "unknown", why: "elsewhere" };
  // An instance that does not show the object yet answers in the same way, whether or not the delete worked.
  if (isYoung) return { is: "unknown", why: "young" };
  if (isDeleteSent && found !== "unknown") return { is: "gone" };
  if (found !== "absent") return { is: "unknown", why: "unproven" };
  if (isOneOfMost === undefined) return { is: "undecided" };
  return isOneOfMost ? { is: "unknown", why: "oneOfMost" } : { is: "gone" };
}
