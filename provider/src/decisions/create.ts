/**
 * Decides about a create that must happen once: facts in, verdict out. A fact that nobody has looked up yet is
 * undefined. If the verdict depends on it, the verdict is `undecided` and names the fact.
 */

/** What the platform shows of an object, compared with the declared inputs. */
type Likeness =
  /** The same content. Names that differ only in letter case or blanks count as the same. */
  | "equal"
  /** The same content, but the name is cut off or another one. */
  | "otherName"
  /** The same natural key, and other content. */
  | "namesake";

/** A listed object that people can take for the declared one. */
export interface ShownObject {
  id: string;
  likeness: Likeness;
  /**
   * `own`: the state holds it for this resource. `another`: another resource manages or created it, or this stack
   * deleted it. `stored`: the state holds it for a resource that the program has not declared so far. `nobody`: nothing
   * is known.
   */
  manager: "own" | "another" | "stored" | "nobody";
  /** The list before the request lacked it. Undefined without such a list. */
  isNew?: boolean;
  /** Nothing that the program declares is hidden, so no other resource can mean this object. */
  isWhole: boolean;
}

/** What an earlier request for the object is known to have done. */
export type EarlierCreate =
  /** A request without an answer. */
  | {
      phase: "sent";
      /** The program still declares what the request sent. */
      isSame: boolean;
      hasListBefore: boolean;
      isConfirmedAbsent: boolean;
      /** The platform can still carry out the request, or show its result. */
      canHaveEffect: boolean;
      /** How many complete lists lacked the object since then. */
      proofs: number;
      /** No time is left to search. */
      isSearchOver: boolean;
    }
  /** The platform answered with an id. */
  | {
      phase: "answered";
      id: string;
      /** A state was saved with it. */
      isSaved: boolean;
      /** The state of this run holds another object for the resource. */
      isOfAnotherState?: boolean;
      isConfirmedAbsent: boolean;
      /** Another resource manages it, or the state holds it for this one. */
      isManaged: boolean;
      /** What a read found. */
      found?: "present" | "absent" | "unknown";
      /** It differs from the program, and no call can update it. */
      isOther?: boolean;
      /** The instance can still be late to show it. */
      isYoung: boolean;
      isSearchOver: boolean;
    };

export interface CreateFacts {
  can: { list: boolean; delete: boolean };
  /** Two objects cannot have the same name. */
  hasUniqueName: boolean;
  /** The user wants a second object with the same content. */
  allowsDuplicate: boolean;
  /**
   * The object that the create replaces. `reported`: the program may have renamed the resource that the state holds it
   * for, or only another process of this command knew it.
   */
  replaced: "none" | "reported" | "held";
  /** The replaced object and the new one have the same name. */
  hasNameOfReplaced: boolean;
  /** No listed object has the name. */
  isNameFree?: boolean;
  earlier?: EarlierCreate;
  /** The listed objects like the declared one. `refused`: the instance does not show its objects. */
  shown?: { isComplete: boolean; objects: readonly ShownObject[] } | "refused";
  /** Others of this type leave the program. Only a preview asks, because `up` cannot see what is retained. */
  othersLeave: boolean;
  /** The engine has reported every resource that it will report. */
  isEngineQuiet: boolean;
}

/** Why nothing is created. */
export type StopReason =
  | "cannotReplace"
  | "mustDeleteFirst"
  | "lost"
  | "several"
  | "unseen"
  | "savedElsewhere"
  | "cannotTakeOver"
  | "duplicate"
  | "leaves"
  | "mayLeave";

export type Fact = "engine" | "name" | "object" | "list" | "freshList" | "time";

export type CreateVerdict =
  /** `beside` are objects with the same natural key; `leaves` if this run deletes them, or cannot delete others. */
  | { do: "create"; beside: readonly string[]; leaves: boolean }
  | { do: "takeOver"; id: string }
  | { do: "stop"; why: StopReason; ids: readonly string[] }
  /** `unless` is the verdict if the fact changes nothing. */
  | { do: "undecided"; needs: Fact; unless?: CreateVerdict };

const needs = (fact: Fact): CreateVerdict => ({ do: "undecided", needs: fact });
const stop = (why: StopReason, ...objects: { id: string }[]): CreateVerdict => ({
  do: "stop",
  why,
  ids: objects.map(({ id }) => id),
});

/** Whether a create makes an object, takes one over, or stops. */
export const decideCreate = (facts: CreateFacts): CreateVerdict =>
  aboutReplaced(facts) ?? aboutEarlier(facts) ?? aboutShown(facts);

/** A create of a resource that the state holds replaces its object. */
function aboutReplaced(facts: CreateFacts): CreateVerdict | undefined {
  const { replaced, can, hasUniqueName, hasNameOfReplaced, isNameFree, isEngineQuiet } = facts;
  if (replaced === "none") return undefined;
  const isSure = replaced === "held" || isEngineQuiet;
  if (!can.delete) return orEngine(isSure, stop("cannotReplace"));
  if (!hasUniqueName || !hasNameOfReplaced || isNameFree === true) return undefined;
  const kept = isNameFree === undefined ? needs("name") : stop("mustDeleteFirst");
  return orEngine(isSure, kept);
}

/** The engine may still report a resource that changes the verdict. */
const orEngine = (isSure: boolean, verdict: CreateVerdict): CreateVerdict =>
  isSure ? verdict : { do: "undecided", needs: "engine", unless: verdict };

/** An earlier request may have created the object, and the state lacks it. */
function aboutEarlier(facts: CreateFacts): CreateVerdict | undefined {
  const { earlier } = facts;
  if (earlier === undefined || earlier.isConfirmedAbsent) return undefined;
  return earlier.phase === "answered" ? aboutAnswered(earlier, facts) : aboutSent(earlier, facts);
}

function aboutAnswered(
  earlier: Extract<EarlierCreate, { phase: "answered" }>,
  { replaced, allowsDuplicate, isEngineQuiet }: CreateFacts,
): CreateVerdict | undefined {
  const { isManaged, isSaved, found, isYoung, isSearchOver, isOther = false } = earlier;
  const isReplaced = isSaved && replaced !== "none" && earlier.isOfAnotherState !== true;
  if (isManaged || isReplaced || (isSaved && allowsDuplicate)) return undefined;
  if (found === undefined) return needs("object");
  if (found === "absent") {
    if (!isYoung) return undefined;
    return isSearchOver ? stop("unseen", earlier) : needs("time");
  }
  if (found === "unknown") return stop("unseen", earlier);
  if (isSaved) return orEngine(isEngineQuiet, stop("savedElsewhere", earlier));
  if (isOther) return orEngine(isEngineQuiet, stop("cannotTakeOver", earlier));
  return orEngine(isEngineQuiet, { do: "takeOver", id: earlier.id });
}

function aboutSent(
  earlier: Extract<EarlierCreate, { phase: "sent" }>,
  { can, shown, isEngineQuiet }: CreateFacts,
): CreateVerdict | undefined {
  const { isSame, hasListBefore, canHaveEffect, proofs, isSearchOver } = earlier;
  if (!can.list || !hasListBefore || !isSame || shown === "refused") return stop("lost");
  if (shown === undefined) return needs("list");
  const fresh = shown.objects.filter(({ isNew, manager }) => isNew === true && isFree(manager));
  const [only, ...others] = fresh.filter(({ likeness }) => likeness === "equal");
  if (only !== undefined) {
    const isSure = others.length === 0 && only.isWhole;
    const verdict: CreateVerdict =
      others.length > 0 ? stop("several", only, ...others) : { do: "takeOver", id: only.id };
    return orEngine(isSure || isEngineQuiet, verdict);
  }
  if (canHaveEffect || !shown.isComplete) {
    return isSearchOver ? stop("lost", ...fresh) : needs("time");
  }
  // The platform or a person may have changed what was sent, so a person has to decide.
  if (fresh.length > 0) return orEngine(isEngineQuiet, stop("lost", ...fresh));
  // While other clients delete objects, an object can move to a page that was already read.
  return proofs < enoughProofs ? needs("freshList") : undefined;
}

/** How many complete lists must lack the object. */
const enoughProofs = 2;

/** The instance has objects like the declared one. */
function aboutShown(facts: CreateFacts): CreateVerdict {
  const { can, hasUniqueName, shown, allowsDuplicate, isEngineQuiet } = facts;
  const created = (): CreateVerdict => {
    const leaves = !can.delete && !allowsDuplicate && facts.othersLeave;
    return orEngine(isEngineQuiet || !leaves, { do: "create", beside: [], leaves });
  };
  if (allowsDuplicate || shown === "refused") return created();
  if (shown === undefined) return needs("list");
  // The content alone says too little, unless a request may have made it.
  const free = shown.objects.filter(
    ({ manager, likeness }) => isFree(manager) && likeness !== "otherName",
  );
  if (free.length === 0) return created();
  const equal = free.filter(({ likeness }) => likeness === "equal");
  const isEqual = equal.length > 0;
  const alike = isEqual ? equal : free;
  const leaving = alike.filter(({ manager }) => manager === "stored");
  const isLeaving = leaving.length > 0;
  // No provider knows all that leaves the program: other processes and other types can have it.
  if (isEqual || !can.delete || hasUniqueName) {
    const other = stop(isEqual ? "duplicate" : "mayLeave", ...alike);
    return orEngine(isEngineQuiet, isLeaving ? stop("leaves", ...leaving) : other);
  }
  const beside = (isLeaving ? leaving : alike).map(({ id }) => id);
  return orEngine(isEngineQuiet || !isLeaving, { do: "create", beside, leaves: isLeaving });
}

const isFree = (manager: ShownObject["manager"]): boolean =>
  manager === "stored" || manager === "nobody";
