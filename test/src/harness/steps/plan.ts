import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../lifecycle/tables/row";
import type { Goal } from "./registration";
import type { ResourceState } from "../states/state";
import type { Step } from "./step";
import { changesOf, violations } from "./planDifference";
import type { Change, InputChanges } from "./planDifference";
import { idIn, nameOf, urnIn } from "../states/urns";
import { unknownValue } from "../sessions/wire";

/** What a saved plan lets a run do with a resource. */
interface ResourcePlan {
  /** Absent for what the plan only deletes. */
  goal?: Omit<Goal, "inputs" | "replacementTrigger" | "replaceOnChanges" | "retainOnDelete"> & {
    changes: InputChanges;
  };
  steps: Step["op"][];
}

const compared = ["importId", "deleteBeforeReplace", "parent"] as const;

/** The plan of `preview --save-plan`, which `up --plan` keeps to. */
export class Plan {
  readonly #resources = new Map<string, ResourcePlan>();

  static from(text: string): Plan {
    const plan = new Plan();
    const all = JSON.parse(text) as Record<string, ResourcePlan>;
    for (const [urn, one] of Object.entries(all)) plan.#resources.set(urn, one);
    return plan;
  }

  /** The plan is used up while a run keeps to it. */
  text(): string {
    return JSON.stringify(Object.fromEntries(this.#resources));
  }

  /** Expects what the program wants of a resource. */
  add(urn: string, goal: Goal, inputs: Change | undefined): void {
    const { steps } = this.#resources.get(urn) ?? { steps: [] };
    this.#resources.set(urn, { goal: { ...goal, changes: changesOf(inputs) }, steps });
  }

  /** Expects steps for a resource. */
  expect(urn: string): void {
    if (!this.#resources.has(urn)) this.#resources.set(urn, { steps: [] });
  }

  addStep(op: Step["op"], urn: string): void {
    const plan = this.#resources.get(urn);
    if (plan !== undefined) plan.steps.push(op);
    else if (op !== "same") throw new Error(`Expected a new resource plan for ${urn}`);
  }

  checkStep(op: Step["op"], urn: string): void {
    const plan = this.#resources.get(urn);
    const refuse = (why: string) => new Error(`${op} is not allowed by the plan: ${why}`);
    if (plan === undefined) {
      if (op !== "same") throw refuse("no steps were expected for this resource");
      return;
    }
    const constraint = plan.steps.shift();
    if (constraint === undefined) {
      throw refuse("no more steps were expected for this resource");
    }
    if (!isAllowed(op, constraint)) {
      throw refuse(`this resource is constrained to ${constraint}`);
    }
  }

  checkGoal(
    urn: string,
    goal: Goal,
    { old, olds, news }: Change & { old: ResourceState | undefined },
  ): void {
    const plan = this.#resources.get(urn);
    if (plan === undefined && old === undefined) return;
    const expected = plan === undefined && old !== undefined ? goalOf(old) : plan?.goal;
    const given = plan === undefined ? old?.inputs : olds;
    const problem =
      expected === undefined
        ? "resource unexpectedly not deleted"
        : difference(expected, goal, { olds: given, news });
    if (problem !== undefined) throw new Error(`resource ${urn} violates plan: ${problem}`);
  }

  /** What the plan expects and the run did not do, by URN. */
  missing(state: readonly ResourceState[]): [urn: string, text: string][] {
    return [...this.#resources]
      .filter(([urn, { steps }]) => {
        const isGone = steps.length === 1 && steps[0] === "delete";
        return steps.length > 0 && !(isGone && !state.some((one) => one.urn === urn));
      })
      .map(([urn]) => [urn, `expected resource operations for ${urn} but none were seen`]);
  }

  hasNo(urn: string): boolean {
    return !this.#resources.has(urn);
  }
}

function isAllowed(op: Step["op"], constraint: Step["op"]): boolean {
  switch (constraint) {
    case "create":
    case "update":
      return op === "same" || op === constraint;
    case "replace":
    case "create-replacement":
    case "delete-replaced":
      return op === "same" || op === "update" || op === constraint;
    default:
      return op === constraint;
  }
}

/** What the plan expects of a resource that is not in it: nothing but what the state has. */
function goalOf(old: ResourceState): ResourcePlan["goal"] {
  const { type, custom, parent, provider, dependencies, propertyDependencies, protect } = old;
  return {
    ...{ type, name: nameOf(old.urn), custom, parent, provider, protect },
    ...{ dependencies, propertyDependencies, timeouts: old.timeouts },
    aliases: old.aliases.map((urn) => ({ urn })),
    ...{ importId: "", ignoreChanges: [], changes: changesOf(undefined) },
  };
}

function difference(
  expected: NonNullable<ResourcePlan["goal"]>,
  goal: Goal,
  inputs: { olds: Values | undefined; news: Values },
): string | undefined {
  if (expected.custom !== goal.custom) return "resource kind changed";
  const [then, now] = [expected.provider, goal.provider];
  if (then !== now && !(urnIn(then) === urnIn(now) && idIn(then) === unknownValue)) {
    return `provider changed (expected ${then})`;
  }
  const changed = compared.find((key) => expected[key] !== goal[key]);
  if (changed !== undefined) return `${changed} changed (expected ${expected[changed]})`;
  if ((expected.protect ?? false) !== (goal.protect ?? false)) {
    return `protect changed (expected ${expected.protect ?? false})`;
  }
  if (!isDeepStrictEqual({ ...expected.timeouts }, { ...goal.timeouts })) return "timeouts changed";
  for (const key of ["ignoreChanges", "dependencies", "aliases"] as const) {
    if (!haveSameItems(expected[key], goal[key])) return `${key} changed`;
  }
  const violated = violations(inputs, expected.changes);
  if (violated.length > 0) return `properties changed: ${violated.join(", ")}`;
  for (const [key, urns] of Object.entries(expected.propertyDependencies)) {
    const others = goal.propertyDependencies[key];
    if (others !== undefined && !haveSameItems(urns, others)) {
      return `dependencies for ${key} changed`;
    }
  }
  return undefined;
}

function haveSameItems(some: readonly unknown[], others: readonly unknown[]): boolean {
  const texts = (items: readonly unknown[]) => [
    ...new Set(items.map((one) => JSON.stringify(one))),
  ];
  return isDeepStrictEqual(texts(some).sort(), texts(others).sort());
}
