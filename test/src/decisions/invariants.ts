import type {
  CreateFacts,
  CreateVerdict,
  ShownObject,
  StopReason,
} from "../../../provider/dist/decisions/create";
import { createRow, every, withEarlier, withFacts } from "./rows";
import { isSame, textOf } from "./verdicts";
import { afterWays } from "./ways";

type Decide = (facts: CreateFacts) => CreateVerdict;
type Check = (facts: CreateFacts, verdict: CreateVerdict, decide: Decide) => string | undefined;

const isFree = ({ manager }: ShownObject) => manager === "stored" || manager === "nobody";
const listed = ({ shown }: CreateFacts) => (typeof shown === "object" ? shown : undefined);

/** One list can lack an object that moves to another page while it is read. */
const enoughLists = 2;

/** No create while it could make a second object, or one beside an object that nobody can delete. */
const createsOnlyOne: Check = (facts, verdict) => {
  if (verdict.do !== "create") return undefined;
  const { earlier, can, replaced, allowsDuplicate } = facts;
  const isReplacing = replaced === "held" || replaced === "reported";
  if (isReplacing && !can.delete) return "the replaced object stays";
  const hasName = facts.hasUniqueName && facts.hasNameOfReplaced;
  if (isReplacing && hasName && facts.isNameFree !== true)
    return "the replaced object has the name";
  const all = listed(facts)?.objects ?? [];
  if (!allowsDuplicate) {
    if (all.some((one) => isFree(one) && one.likeness === "equal")) return "a duplicate";
    const isTaken = (one: ShownObject) => isFree(one) && one.likeness !== "otherName";
    if (facts.hasUniqueName && all.some(isTaken)) return "an object has the unique name";
    if (!can.delete && all.some(isTaken)) return "an object of the state may stay";
  }
  if (earlier === undefined || earlier.isConfirmedAbsent) return undefined;
  if (earlier.phase === "answered") {
    // Pulumi deletes the saved object that this create replaces, if its state has that one.
    const isReplaced = isReplacing && earlier.isOfAnotherState !== true;
    const isExpected = earlier.isSaved && (isReplaced || allowsDuplicate);
    if (earlier.isManaged || isExpected) return undefined;
    const isGone = earlier.found === "absent" && !earlier.isYoung;
    return isGone ? undefined : "the earlier object";
  }
  if (earlier.canHaveEffect) return "the earlier request";
  if (!earlier.isSame || !earlier.hasListBefore) return "an earlier request for something unknown";
  if (listed(facts)?.isComplete !== true || earlier.proofs < enoughLists) return "no proof";
  return all.some((one) => one.isNew === true && isFree(one))
    ? "a similar object, which the earlier request can have made"
    : undefined;
};

/** Only an object that is there, free and the only candidate is taken over. */
const takesOverTheOnlyOne: Check = (facts, verdict) => {
  if (verdict.do !== "takeOver") return undefined;
  const { earlier, isEngineQuiet } = facts;
  if (earlier === undefined || earlier.isConfirmedAbsent) return "nothing to take over";
  if (earlier.phase === "answered") {
    const { isManaged, isSaved, found, isOther } = earlier;
    const isThere = earlier.id === verdict.id && found === "present" && isOther !== true;
    return isThere && !isManaged && !isSaved ? undefined : "not this object";
  }
  if (!earlier.isSame || !earlier.hasListBefore) return "the request is unknown";
  const fresh = (listed(facts)?.objects ?? []).filter((one) => one.isNew === true && isFree(one));
  const [only, other] = fresh.filter(({ likeness }) => likeness === "equal");
  if (only?.id !== verdict.id || other !== undefined) return "not the only one";
  return only.isWhole || isEngineQuiet ? undefined : "another resource can mean it";
};

/** To save time, what does not depend on the replaced object is tried only without one, and with one. */
const isPlain = ({ replaced, hasNameOfReplaced }: CreateFacts) =>
  replaced === "none" || (replaced === "held" && !hasNameOfReplaced);

/** The preview says before the engine is quiet what `up` does after it. */
const keepsItsPreview: Check = (facts, verdict, decide) => {
  if (facts.isEngineQuiet) return undefined;
  const later = decide(withFacts(facts, { isEngineQuiet: true }));
  const isOpen = verdict.do === "undecided" && verdict.needs === "engine";
  const foreseen = isOpen ? verdict.unless : verdict;
  return foreseen === undefined || isSame(foreseen, later) ? undefined : `up does ${later.do}`;
};

const found = ["present", "absent", "unknown"] as const;
const sample = (likeness: ShownObject["likeness"], manager: ShownObject["manager"]) =>
  ({ id: "1", isNew: true, isWhole: true, likeness, manager }) as const;
/** Lists for a row without one. Without the call, a list has only what the state holds. */
const lists = ({ list }: CreateFacts["can"]) => [
  "refused" as const,
  { isComplete: false, objects: [sample("namesake", "stored")] },
  ...(list ? [[], [sample("equal", "nobody")]] : []).map((objects) => ({
    isComplete: true,
    objects,
  })),
];

/**
 * The rows directly above a row in the partial order of evidence: an unknown fact becomes known, a list becomes
 * complete without other objects, or one more complete list has lacked the object. The engine is the order's last
 * fact, see above. Time is no evidence, and neither is what a person or another run does.
 */
function* withMoreEvidence(facts: CreateFacts): Generator<[keyof CreateFacts, CreateFacts]> {
  const { earlier, shown, isNameFree, can } = facts;
  if (isNameFree === undefined)
    for (const one of [true, false]) yield ["isNameFree", withFacts(facts, { isNameFree: one })];
  if (shown === undefined)
    for (const one of lists(can)) yield ["shown", withFacts(facts, { shown: one })];
  if (can.list && typeof shown === "object" && !shown.isComplete) {
    const complete = { isComplete: true, objects: shown.objects };
    yield ["shown", withFacts(facts, { shown: complete })];
  }
  // A person's word about the earlier object replaces evidence.
  if (earlier === undefined || earlier.isConfirmedAbsent) return;
  if (earlier.phase === "answered" && earlier.found === undefined && !earlier.isManaged)
    for (const one of found)
      yield ["earlier", withFacts(facts, { earlier: withEarlier(earlier, { found: one }) })];
  if (earlier.phase !== "sent" || earlier.canHaveEffect || typeof shown !== "object") return;
  if (earlier.proofs >= enoughLists) return;
  const proofs = earlier.proofs + 1;
  yield ["earlier", withFacts(facts, { earlier: withEarlier(earlier, { proofs }) })];
}

/** The facts whose evidence can show that a stop was not necessary. */
const restsOn: Partial<Record<StopReason, readonly (keyof CreateFacts)[]>> = {
  lost: ["shown", "earlier"],
};

/** More evidence changes no action, and makes a create of a stop only if the stop is about this evidence. */
const standsWithMoreEvidence: Check = (facts, verdict, decide) => {
  if (verdict.do === "undecided" || (verdict.do === "stop" && !facts.isEngineQuiet))
    return undefined;
  if (!isPlain(facts)) return undefined;
  for (const [fact, above] of withMoreEvidence(facts)) {
    const later = decide(above);
    if (verdict.do !== "stop") {
      if (!isSame(verdict, later)) return `with ${fact}, ${verdict.do} becomes ${later.do}`;
    } else if (later.do === "create" && restsOn[verdict.why]?.includes(fact) !== true)
      return `with ${fact}, the stop becomes a create`;
  }
  return undefined;
};

/** A list has no order. Where the replaced object and an answer decide, this saves time. */
const ignoresOrder: Check = (facts, verdict, decide) => {
  const { shown, replaced, earlier } = facts;
  if (replaced !== "none" || earlier?.phase === "answered" || typeof shown !== "object")
    return undefined;
  if (shown.objects.length < 2) return undefined;
  const reversed = { isComplete: shown.isComplete, objects: shown.objects.toReversed() };
  const other = decide(withFacts(facts, { shown: reversed }));
  const sorted = (text: string) => text.replace("2,1", "1,2");
  return sorted(textOf(verdict)) === sorted(textOf(other))
    ? undefined
    : "the order of the list counts";
};

const aboutReplaced: readonly StopReason[] = ["cannotReplace", "mustDeleteFirst"];

/** A stop has a way out among those that its message offers, and no way leads back to it. A way can need another one. */
const canBeLeft: Check = (facts, verdict, decide) => {
  // Before the engine is quiet, a stop is the same as after it.
  if (verdict.do !== "stop" || !facts.isEngineQuiet) return undefined;
  if (!isPlain(facts) && !aboutReplaced.includes(verdict.why)) return undefined;
  // Two listed objects say more than one only if the stop names both.
  const count = typeof facts.shown === "object" ? facts.shown.objects.length : 0;
  if (count > 1 && verdict.ids.length < 2) return undefined;
  const follow = (from: CreateFacts, stop: Stop, depth: number): string | undefined => {
    let isLeft = false;
    for (const { way, facts: next } of afterWays(from, stop)) {
      const after = next === "left" ? undefined : decide(next);
      if (after !== undefined && isSame(after, stop)) return `${way} leads back to ${stop.why}`;
      if (next === "left" || after?.do !== "stop") isLeft = true;
      else isLeft ||= depth > 0 && follow(next, after, depth - 1) === undefined;
    }
    return isLeft ? undefined : `no way out of ${stop.why}`;
  };
  return follow(facts, verdict, 2);
};
type Stop = Extract<CreateVerdict, { do: "stop" }>;

/**
 * The search for facts ends. Each fact is asked for only while it is unknown or can change, and the answer to it leaves
 * less to ask: unknown facts become known once, proofs are counted up to what is enough, and time ends.
 */
const endsItsSearch: Check = (facts, verdict, decide) => {
  if (verdict.do !== "undecided") return undefined;
  const isAboutReplaced = verdict.needs === "engine" || verdict.needs === "name";
  if (!isPlain(facts) && !isAboutReplaced) return undefined;
  const { earlier, shown, isNameFree, isEngineQuiet, can } = facts;
  const { needs } = verdict;
  const answers_ = ((): Partial<CreateFacts>[] | undefined => {
    switch (needs) {
      case "engine":
        return isEngineQuiet ? undefined : [{ isEngineQuiet: true }];
      case "name":
        return isNameFree === undefined ? [{ isNameFree: true }, { isNameFree: false }] : undefined;
      case "object":
        if (earlier?.phase !== "answered" || earlier.found !== undefined) return undefined;
        return found.map((one) => ({ earlier: withEarlier(earlier, { found: one }) }));
      case "list":
        return shown === undefined ? lists(can).map((one) => ({ shown: one })) : undefined;
      case "freshList":
        if (earlier?.phase !== "sent" || earlier.canHaveEffect) return undefined;
        if (listed(facts)?.isComplete !== true || earlier.proofs >= enoughLists) return undefined;
        return [{ earlier: withEarlier(earlier, { proofs: enoughLists }) }];
      case "time":
        if (earlier === undefined || earlier.isSearchOver) return undefined;
        return earlier.phase === "sent"
          ? [{ earlier: withEarlier(earlier, { canHaveEffect: false, isSearchOver: true }) }]
          : [
              { earlier: withEarlier(earlier, { isSearchOver: true }) },
              { earlier: withEarlier(earlier, { isYoung: false }) },
            ];
    }
  })();
  if (answers_ === undefined) return `asks for ${needs}, which is known`;
  const again = answers_.map((change) => decide(withFacts(facts, change)));
  return again.some((next) => next.do === "undecided" && next.needs === needs)
    ? `asks for ${needs} again`
    : undefined;
};

/** The invariants of a create: what is wrong with the verdict about a row; undefined if nothing. */
export const createChecks = {
  "create at most one object, and none beside an object that stays": createsOnlyOne,
  "take over only the one free candidate": takesOverTheOnlyOne,
  "do in `up` what the preview says": keepsItsPreview,
  "stand when more evidence comes": standsWithMoreEvidence,
  "do not depend on the order of a list": ignoresOrder,
  "stop only where a way leads on": canBeLeft,
  "ask for each fact once": endsItsSearch,
} as const satisfies Record<string, Check>;

/** The first row with a breach of the invariant; undefined without one. */
export function breachOf(check: Check, decide: Decide): string | undefined {
  let found: string | undefined;
  every((choose) => {
    const facts = createRow(choose);
    const verdict = decide(facts);
    const breach = check(facts, verdict, decide);
    if (breach !== undefined) found = `${breach}: ${JSON.stringify({ verdict, facts })}`;
    return found !== undefined;
  });
  return found;
}
