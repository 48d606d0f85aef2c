import type { AbsenceFacts, AbsenceVerdict } from "../../../provider/dist/decisions/absence";
import { product, yesNo } from "./rows";

type Decide = (facts: AbsenceFacts) => AbsenceVerdict;

/** All rows of facts about an absence. */
export const absenceRows = product<Required<AbsenceFacts>>({
  found: ["absent", "missing", "unknown"],
  ...{ isConfirmed: yesNo, isDeleteSent: yesNo, isElsewhere: yesNo, isYoung: yesNo },
  isOneOfMost: [undefined as never, true, false],
}) as AbsenceFacts[];

/** What is wrong with the verdict about an absence. */
export function absenceBreach(facts: AbsenceFacts, decide: Decide) {
  const verdict = decide(facts);
  const { found: read, isConfirmed, isDeleteSent, isElsewhere, isYoung, isOneOfMost } = facts;
  const isProven =
    isConfirmed ||
    (!isElsewhere &&
      !isYoung &&
      ((isDeleteSent && read !== "unknown") || (read === "absent" && isOneOfMost === false)));
  if (verdict.is === "gone" && !isProven) return "gone without evidence";
  const later = (change: Partial<AbsenceFacts>) => decide({ ...facts, ...change });
  const decided =
    isOneOfMost === undefined ? [true, false].map((one) => later({ isOneOfMost: one })) : [];
  if (verdict.is === "undecided") {
    if (decided.length === 0) return "asks for what is known";
    return decided.some(({ is }) => is === "undecided") ? "asks again" : undefined;
  }
  if (decided.some(({ is }) => is !== verdict.is)) return "more evidence changes the verdict";
  return later({ isConfirmed: true }).is === "gone" ? undefined : "no way out";
}
