import { decideCreate, shellWord } from "pulumi-platform-provider/contract";
import type { CreateFacts } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import type { Facts, Listed } from "./facts.js";
import type { Candidate, Finding } from "./finding.js";
import { keyOfInstance, whatFollows } from "./interrupted.js";
import type { Interrupted } from "./interrupted.js";
import { releasing } from "../inventory/managingStacks.js";

/** Judges all operations. One object can only be that of one resource. */
export function judge(facts: Facts): Finding[] {
  const chosen = chosenObjects(facts);
  return facts.operations.map(({ about, evidence }): Finding => {
    if (evidence.kind === "list") return judgeCreate(about, evidence, chosen, facts);
    if (evidence.kind !== "object") return { about, ...evidence };
    return { ...found(about, evidence.object, "You chose"), isChosen: true };
  });
}

/** The objects that a person chose. Fails if an object is chosen twice. */
function chosenObjects({ operations }: Facts): Map<string, string> {
  const chosen = new Map<string, string>();
  for (const { about, evidence } of operations) {
    if (evidence.kind !== "object") continue;
    const { id } = evidence.object;
    const key = objectKey(about, id);
    const other = chosen.get(key);
    if (other !== undefined) {
      throw new Failure(
        `--take: id ${id} is given for ${other} and for ${about.name}. Only one resource can have an object.`,
      );
    }
    chosen.set(key, about.name);
  }
  return chosen;
}

function judgeCreate(
  about: Interrupted,
  list: Listed,
  chosen: ReadonlyMap<string, string>,
  facts: Facts,
): Finding {
  const open = (reason: string, candidates: readonly Candidate[] = []): Finding => {
    const recover = `pulumi-platform recover --stack ${facts.stack}`;
    const name = shellWord(about.name);
    const next = [
      `If you know its id: ${recover} --take ${name}=${candidates[0]?.id ?? "ID"}`,
      `If the run did not create it: ${recover} --not-done ${name}`,
    ];
    return { about, kind: "open", reason, candidates, next };
  };
  const reasons = list.gaps.join(" ");
  if (!list.isList) return open(`Nobody can tell whether it was created. ${reasons}`.trim());
  const all = list.objects.filter(({ id }) => !chosen.has(objectKey(about, id)));
  const verdict = decideCreate(createFacts(all, list));
  const isStop = verdict.do === "stop";
  const ids = verdict.do === "takeOver" ? [verdict.id] : isStop ? verdict.ids : [];
  const shown = all.filter(({ id }) => ids.includes(id));
  const [first] = shown;
  if (verdict.do === "takeOver" && first !== undefined) {
    const doubt = doubtOf(about, first, facts);
    return doubt === undefined
      ? found(about, first, "The instance has exactly one such object:")
      : open(doubt, shown);
  }
  if (isStop && verdict.why === "several")
    return open("Several objects on the instance are the same.", shown);
  const elsewhere = all.filter((one) => isEqual(one) && one.manager?.isOwn === false);
  if (elsewhere.length > 0) return managedElsewhere(about, elsewhere);
  if (first !== undefined) {
    const areAll = (one: Candidate["likeness"]) => shown.every(({ likeness }) => likeness === one);
    const nearly = areAll("cut") ? "nearly " : "";
    const alike = areAll("renamed")
      ? "another name and the same content"
      : `${nearly}the same name`;
    return open(`No object on the instance is the same, but one or more have ${alike}.`, shown);
  }
  if (verdict.do === "create") {
    const shown = "The instance shows the token's user no such object.";
    const follows = `${whatFollows(about, "creates")} If an earlier run had another user's token, first run this command with that token.`;
    return { about, kind: "settled", reason: `${shown} ${about.earlier?.text ?? follows}` };
  }
  return open(`The list does not show such an object, but may not be complete: ${reasons}`);
}

/** The facts about a request without an answer whose time is over, as a person waited for it. */
const createFacts = (all: readonly Candidate[], { gaps }: Listed): CreateFacts => ({
  ...{ can: { list: true, delete: true }, hasUniqueName: false, allowsDuplicate: false },
  ...{ replaced: "none", hasNameOfReplaced: false, othersLeave: false, isEngineQuiet: true },
  earlier: {
    ...{ phase: "sent", isSame: true, hasListBefore: true, isConfirmedAbsent: false },
    ...{ canHaveEffect: false, proofs: Number.POSITIVE_INFINITY, isSearchOver: true },
  },
  shown: {
    isComplete: gaps.length === 0,
    objects: all.flatMap(({ id, likeness, manager: by, notCompared }) => {
      const manager = by === undefined ? "nobody" : by.isOwn ? "own" : "another";
      const isWhole = notCompared.length === 0;
      if (likeness === undefined) return [];
      const isOther = likeness === "cut" || likeness === "renamed";
      const shown = isOther ? "otherName" : likeness;
      return [{ id, likeness: shown, manager, isNew: true, isWhole }];
    }),
  },
});

/** Why the only equal object can still be another one than that of the resource. */
function doubtOf(
  about: Interrupted,
  { id }: Candidate,
  { operations, unread }: Facts,
): string | undefined {
  const key = objectKey(about, id);
  const others = operations.filter(
    (one) =>
      one.about !== about &&
      one.evidence.kind === "list" &&
      one.evidence.objects.some((each) => isEqual(each) && objectKey(one.about, each.id) === key),
  );
  if (others.length > 0) {
    return `The object can also belong to ${others.map((one) => one.about.name).join(", ")}.`;
  }
  if (unread.length > 0) {
    const names = unread.map(({ stack }) => stack).join(", ");
    return `A stack whose state could not be read may manage the object: ${names}.`;
  }
  return about.isPending && about.declared === undefined
    ? "The program does not declare it any more. Declare it again, or delete the object on the instance."
    : undefined;
}

function found(about: Interrupted, object: Candidate, basis: string): Finding {
  const { id, notCompared } = object;
  const hidden = notCompared.length > 0 ? ` Not compared: ${notCompared.join(", ")}.` : "";
  const [proposal, todo] = about.canImport
    ? (["import", "import it."] as const)
    : (["adopt", `add this argument to the program: adopt: "${id}"`] as const);
  const reason = `${basis} id ${id}.${hidden} Proposal: ${todo}`;
  return { about, kind: "found", reason, object, proposal };
}

const isEqual = ({ likeness }: Candidate): boolean => likeness === "equal";

const objectKey = ({ resource, instance }: Interrupted, id: string): string =>
  JSON.stringify([resource.name, keyOfInstance(instance), id]);

/** An object that the program asks for, and that another stack manages. Two stacks must not manage one object. */
function managedElsewhere(about: Interrupted, candidates: readonly Candidate[]): Finding {
  const managers = candidates.flatMap(({ id, manager }) => (manager ? [{ id, ...manager }] : []));
  const reasons = managers.map(
    ({ id, stack }) => `The instance has it (id ${id}), but stack ${stack} manages that object.`,
  );
  const next = [
    ...managers.flatMap(releasing),
    "If that stack is to keep the object, remove the resource from this program.",
    ...("allowDuplicate" in about.resource.inputs.shape
      ? ["For a second object with the same content, set allowDuplicate: true in this program."]
      : []),
  ];
  const holder = managers[0]?.stack;
  return { about, kind: "open", reason: reasons.join(" "), candidates, next, holder };
}
