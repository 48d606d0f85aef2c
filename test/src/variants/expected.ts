import type { Entry } from "../harness/sessions/session";
import type { Calls } from "../lifecycle/tables/row";
import { driftOf, isCall, labelOf, partOf } from "./acts";
import type { Act, ResourceAct } from "./acts";
import type { Variants } from "./cases";

/** How a run may end that meets a variant. */
export interface Allowed {
  /** As without the variant. */
  plain: boolean;
  /** With no change of state and instance, and a message with a code. Also: created, with an id that nobody knows. */
  refusal: boolean;
  /** With the state and the instance that documented operations leave. */
  documented: boolean;
  /** The state loses an object that the instance has. */
  absence: boolean;
  /** The object is gone from instance and state, as the instance refuses to create it again. */
  loss: boolean;
}

/** Whether an act must find out that an object, or a part of it, is gone. */
const looksForAbsence = (act: Act): boolean =>
  !isCall(act) &&
  (act.deed === "loss"
    ? driftOf(act) === "create"
    : act.deed === "edit" && act.subject.edit?.how === "one less" && driftOf(act) !== "same");

const creates = (act: Act, entry: Entry): boolean =>
  !isCall(act) &&
  (act.deed === "create" ||
    (act.deed === "change" && labelOf(act, entry) === "replace") ||
    ["create", "replace"].includes(driftOf(act)));
const always = () => true;
const never = () => false;

/** Whether the variant takes away what an act needs. Where it does not, the act ends as on a plain instance. */
const takesAway: Record<string, (act: Act, entry: Entry) => boolean> = {
  "text-ids": never,
  "flipping-ids": never,
  "slow-text": never,
  "no-history": never,
  "long-ids": never,
  "mixed-case": never,
  "more-fields": never,
  charset: never,
  compressed: never,
  "ignored-title": never,
  "ignored-paging": looksForAbsence,
  // Where a list shows the new object, its id is found again. No documented list shows groups.
  "plain-text": (act, entry) =>
    creates(act, entry) && partOf(act) === "Group" && act.operations === "documented",
  "text-errors": looksForAbsence,
  "odd-rows": looksForAbsence,
  "wrapped-lists": looksForAbsence,
  "strict-queries": (act) => isCall(act) || looksForAbsence(act),
  "forbidden-evidence": always,
  "no-extended": always,
};

const isCreate = ({ subject, operations }: ResourceAct, operation: string): boolean =>
  subject.row[operations]?.create.includes(operation.replace(/=.*/, "")) === true;

type Proof = Pick<ResourceAct, "beside"> & {
  part: string;
  isExtended: boolean;
  /** What a look calls for an object that is gone. */
  looks: Calls;
};

/** Whether the look for an object that is gone calls the object itself. */
const isFetched = ({ looks }: Proof): boolean => looks.some((route) => route.endsWith("}"));
const restsOnList = (one: Proof): boolean => one.looks.length > 0 && !isFetched(one);
const isSecondShown = ({ part, beside }: Proof): boolean =>
  part === "Group" && beside !== undefined;

const proofOf = (act: ResourceAct): Proof => {
  const { subject, operations, beside } = act;
  const looks = subject.loss?.calls?.[operations] ?? subject.row[operations]?.list ?? [];
  return { part: partOf(act), isExtended: operations === "extended", beside, looks };
};

/**
 * Where the variant leaves no proof that an object is gone, so its state is kept. An invariant cannot say this: the
 * object is gone, and only the answers show whether the provider could know.
 */
const leavesNoProof: Record<string, (one: Proof, operation: string) => boolean> = {
  // The list of extended operations shows other groups, so the fetch of one of them shows that the answer is no proxy's.
  "text-errors": (one) =>
    one.part === "Group" ? !one.isExtended && !isSecondShown(one) : isFetched(one),
  "strict-queries": ({ part, isExtended }) => part === "ReportSchedule" && !isExtended,
  "forbidden-evidence": (one) => !isSecondShown(one),
  "odd-rows": (one) => restsOnList(one) || one.part === "DatasetShare",
  "wrapped-lists": restsOnList,
  "no-extended": (_, operation) =>
    /^GET .*\/(reportschedules\/\{scheduleId\}|datasources\/\{datasetId\}\/permissions)=not-found$/.test(
      operation,
    ),
};

export function allowed(act: Act, entry: Entry, variants: Variants): Allowed {
  const [name = "", operation = ""] = variants[0].split(/:(.*)/s);
  const isMissing = name === "no-extended";
  const isUnproven =
    looksForAbsence(act) && !isCall(act) && leavesNoProof[name]?.(proofOf(act), operation) === true;
  return {
    plain: !isUnproven,
    // Of two variants, the second makes the list no evidence.
    refusal: variants.length > 1 ? creates(act, entry) : (takesAway[name] ?? never)(act, entry),
    documented: isMissing,
    // A card that is gone has the same answer, and no documented call shows a card.
    absence: isMissing && /CERTIFIED\/state=not-found$/.test(operation),
    loss: isMissing && !isCall(act) && driftOf(act) === "create" && isCreate(act, operation),
  };
}
