import { decideCreate, shellWord } from "pulumi-platform-provider/contract";
import type { CreateFacts, ObjectResource, Values } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import type { Gap } from "../inventory/inventory.js";
import { instanceKey, whatFollows } from "./interrupted.js";
import type { Interrupted, Settled } from "./interrupted.js";
import type { Comparison } from "./likeness.js";
import type { ManagingStack, ManagingStacks } from "./managingStacks.js";
import { uncertainRun } from "./uncertainRuns.js";
import type { Ran } from "./uncertainRuns.js";

/** An object on the instance that the interrupted run may have created. */
export interface Candidate extends Comparison {
  id: string;
  live: Values;
  /** The stack that manages it. */
  manager?: ManagingStack;
}

/** The objects of a type that people can take for the declared one. */
export interface Listed {
  kind: "list";
  resource: ObjectResource;
  objects: readonly Candidate[];
  /** Why further objects can exist. */
  gaps: readonly Pick<Gap, "reason" | "needs">[];
  /** Whether the instance lists objects of this kind at all. */
  isList: boolean;
}

/** What a look showed. */
export type Evidence =
  | Settled
  | { kind: "history"; lines: readonly string[] }
  | { kind: "object"; object: Candidate }
  | Listed;

export interface Facts {
  stack: string;
  operations: readonly { about: Interrupted; evidence: Evidence }[];
  /** Errors of the preview, without which the creates of a run without checkpoints are unknown. */
  problems: readonly string[];
  /** Stacks whose state could not be read. They can manage any object. */
  unread: ManagingStacks["unread"];
  /** The value of platform:mail in the settings of the stack. */
  mail?: unknown;
}

/** The result of an interrupted operation, as far as the instance shows it. */
export type Finding = { about: Interrupted } & (
  | { kind: "found"; object: Candidate; isChosen?: true }
  | {
      kind: "open";
      reason: string;
      candidates: readonly Candidate[];
      next: readonly string[];
      /** The stack that manages the object. */
      holder?: string;
    }
  | Ran
  | Settled
);

/** An object that the run created and that matches the program. An import or `adopt` adds it to the state. */
export type Found = Extract<Finding, { kind: "found" }>;

/** Judges all operations. One object can only be that of one resource. */
export function judge(facts: Facts): Finding[] {
  const chosen = chosenObjects(facts);
  return facts.operations.map(({ about, evidence }): Finding => {
    if (evidence.kind === "settled") return { about, ...evidence };
    if (evidence.kind === "history")
      return { about, ...uncertainRun(about, evidence.lines, facts) };
    if (evidence.kind === "list") return judgeCreate(about, evidence, chosen, facts);
    return { about, kind: "found", object: evidence.object, isChosen: true };
  });
}

/** The objects that a person chose. Fails if an object is chosen twice, or if a stack manages it. */
function chosenObjects({ operations }: Facts): Map<string, string> {
  const chosen = new Map<string, string>();
  for (const { about, evidence } of operations) {
    if (evidence.kind !== "object") continue;
    const { id, manager } = evidence.object;
    if (manager !== undefined) {
      const told = `--take ${about.name}=${id}: stack ${manager.stack} manages that object.`;
      throw new Failure([told, ...deadStackStep(manager)].join(" "));
    }
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
  { stack, operations, unread }: Facts,
): Finding {
  const all = list.objects.filter(({ id }) => !chosen.has(objectKey(about, id)));
  const open = (reason: string, candidates: readonly Candidate[]): Finding => {
    const recover = `pulumi-platform recover --stack ${stack}`;
    const name = shellWord(about.name);
    const next = [
      `If you know its id: ${recover} --take ${name}=${candidates[0]?.id ?? "ID"}`,
      `If the run did not create it: ${recover} --not-done ${name}`,
    ];
    return { about, kind: "open", reason, candidates, next };
  };
  if (!list.isList) return open(unlisted(about, list), []);
  const verdict = decideCreate(factsOf(all, list));
  if (verdict.do !== "takeOver") {
    const elsewhere = all.filter((one) => isEqual(one) && one.manager?.isOwn === false);
    const ids = verdict.do === "stop" ? verdict.ids : verdict.do === "create" ? verdict.beside : [];
    const similar = all.filter(({ id }) => ids.includes(id));
    if (verdict.do === "stop" && verdict.why === "several")
      return open("Several objects on the instance are the same.", similar);
    if (elsewhere.length > 0) return managedElsewhere(about, elsewhere);
    if (similar.length > 0) {
      const isCut = similar.every(({ likeness }) => likeness === "cut");
      const said = `No object on the instance is the same, but one or more have ${isCut ? "nearly " : ""}the same name.`;
      return open(said, similar);
    }
    if (verdict.do === "create") {
      const reason = `The instance has no such object. ${whatFollows(about, "creates")}`;
      return { about, kind: "settled", reason };
    }
    const reasons = list.gaps.map(({ reason }) => reason).join(" ");
    const said = `The list does not show such an object, but may not be complete: ${reasons}`;
    return open(said, []);
  }
  const equal = all.filter((one) => isEqual(one) && one.manager === undefined);
  const object = equal.find(({ id }) => id === verdict.id);
  if (object === undefined) throw new TypeError(`no object ${verdict.id}`);
  const rivals = operations.filter(
    (one) =>
      one.about !== about &&
      one.evidence.kind === "list" &&
      one.evidence.objects.some(
        (each) => isEqual(each) && objectKey(one.about, each.id) === objectKey(about, object.id),
      ),
  );
  if (rivals.length > 0) {
    const names = rivals.map((one) => one.about.name).join(", ");
    return open(`The object can also belong to ${names}.`, equal);
  }
  if (unread.length > 0) {
    const names = unread.map((one) => one.stack).join(", ");
    return open(`A stack whose state could not be read may manage the object: ${names}.`, equal);
  }
  if (about.isPending && about.declared === undefined) {
    return open(
      "The program does not declare it any more. Declare it again, or delete the object on the instance.",
      equal,
    );
  }
  return { about, kind: "found", object };
}

/** The facts about a request without an answer whose time is over, as a person waited for it. */
const factsOf = (objects: readonly Candidate[], { gaps }: Listed): CreateFacts => ({
  ...{ can: { list: true, delete: true }, hasUniqueName: false, allowsDuplicate: false },
  ...{ replaced: "none", hasNameOfReplaced: false, isEngineQuiet: true },
  earlier: {
    ...{ phase: "sent", isSame: true, hasListBefore: true, isConfirmedAbsent: false },
    ...{ canHaveEffect: false, proofs: Number.POSITIVE_INFINITY, isSearchOver: true },
  },
  shown: {
    isComplete: gaps.length === 0,
    objects: objects.flatMap(({ id, likeness, manager, notCompared }) =>
      likeness === undefined
        ? []
        : [
            {
              ...{ id, likeness, isNew: true, isWhole: notCompared.length === 0 },
              manager: manager === undefined ? "nobody" : manager.isOwn ? "own" : "another",
            },
          ],
    ),
  },
});

const isEqual = ({ likeness }: Candidate): boolean => likeness === "equal";

const objectKey = ({ resource, instance }: Interrupted, id: string): string =>
  JSON.stringify([resource.name, instanceKey(instance), id]);

/** An object that the program asks for, and that another stack manages. Two stacks must not manage one object. */
function managedElsewhere(about: Interrupted, objects: readonly Candidate[]): Finding {
  const managers = objects.flatMap(({ id, manager }) => (manager ? [{ id, ...manager }] : []));
  const reasons = managers.map(
    ({ id, stack }) => `The instance has it (id ${id}), but stack ${stack} manages that object.`,
  );
  const next = [
    ...managers.flatMap(deadStackStep),
    "If that stack is to keep the object, remove the resource from this program.",
    ...("allowDuplicate" in about.resource.inputs.shape
      ? ["For a second object with the same content, set allowDuplicate: true in this program."]
      : []),
  ];
  const [{ stack: holder } = {}] = managers;
  return { about, kind: "open", reason: reasons.join(" "), candidates: objects, next, holder };
}

/** The step that removes a resource from the state of an unused stack. The object stays on the instance. */
const deadStackStep = ({ stack, urn }: ManagingStack): string[] =>
  urn === undefined
    ? []
    : [
        `If nobody uses stack ${stack} any more, remove the object from its state, and run this command again: pulumi state delete ${shellWord(urn)} --stack ${shellWord(stack)}`,
      ];

function unlisted({ instance }: Interrupted, { gaps, resource }: Listed): string {
  const way =
    instance.operations === "documented" && resource.extended.list !== undefined
      ? ["No documented call lists them. With PLATFORM_OPERATIONS=extended this command can look."]
      : [];
  const others = gaps.filter(({ needs }) => way.length === 0 || needs !== "extended");
  const reasons = [...way, ...others.map(({ reason }) => reason)];
  return `Nobody can tell whether it was created. ${reasons.join(" ")}`.trim();
}
