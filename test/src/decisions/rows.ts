import type {
  CreateFacts,
  EarlierCreate,
  ShownObject,
} from "../../../provider/dist/decisions/create";

/** Chooses one of the values. `every` makes all choices, one after the other. */
export type Choose = <T>(values: readonly T[]) => T;

/**
 * Runs the work with every sequence of choices. A fact is chosen when somebody first reads it, so one run stands for
 * all rows that differ only in facts that nobody read. Stops if the work returns true.
 */
export function every(work: (choose: Choose) => boolean): void {
  const at: number[] = [];
  const sizes: number[] = [];
  let depth = 0;
  const choose: Choose = <T>(values: readonly T[]) => {
    if (depth === at.length) {
      at.push(0);
      sizes.push(values.length);
    }
    return values[at[depth++] ?? 0] as T;
  };
  for (;;) {
    depth = 0;
    if (work(choose)) return;
    while (at.length > 0 && (at.at(-1) ?? 0) + 1 === sizes.at(-1)) {
      at.pop();
      sizes.pop();
    }
    if (at.length === 0) return;
    at.push((at.pop() ?? 0) + 1);
  }
}

export const yesNo = [false, true] as const;
const unread = Symbol("unread");

/** A class of objects whose properties are chosen when they are first read. */
function lazily<T extends object, Within = undefined>(choices: {
  [K in keyof T]-?: (one: T, choose: Choose, within: Within) => T[K];
}) {
  const keys = Object.keys(choices) as (keyof T)[];
  const nothing = keys.map((): unknown => unread);
  class Lazy {
    // Fields with initializers would take half of the time.
    declare readonly values: unknown[];
    declare readonly choose: Choose;
    declare readonly within: Within;
    constructor(choose: Choose, within: Within) {
      this.values = nothing.slice();
      this.choose = choose;
      this.within = within;
    }
    /** What was read, for messages. */
    toJSON() {
      const entries = keys.map((key, at) => [key, this.values[at]] as const);
      return Object.fromEntries(entries.filter(([, value]) => value !== unread));
    }
  }
  for (const [at, key] of keys.entries()) {
    const chosen = choices[key];
    Object.defineProperty(Lazy.prototype, key, {
      get(this: Lazy) {
        const value = this.values[at];
        if (value !== unread) return value;
        return (this.values[at] = chosen(this as unknown as T, this.choose, this.within));
      },
    });
  }
  return (choose: Choose, within: Within) => new Lazy(choose, within) as unknown as T;
}
const bool = (_: unknown, choose: Choose) => choose(yesNo);

/** All combinations of values. */
export function product<T extends object>(values: { [K in keyof T]: readonly T[K][] }): T[] {
  let all: Partial<T>[] = [{}];
  for (const key of Object.keys(values) as (keyof T)[])
    all = all.flatMap((one) => values[key].map((value) => ({ ...one, [key]: value })));
  return all as T[];
}

type Sent = Extract<EarlierCreate, { phase: "sent" }>;
type Answered = Extract<EarlierCreate, { phase: "answered" }>;

const sents = product<Omit<Sent, "phase" | "isConfirmedAbsent">>({
  ...{ isSame: yesNo, hasListBefore: yesNo, canHaveEffect: yesNo, isSearchOver: yesNo },
  proofs: [0, 1, 2],
  // The search ends after the last effect, and only lists after it count.
}).filter((one) => !one.canHaveEffect || (!one.isSearchOver && one.proofs === 0));
const unlisted = sents.filter(({ proofs }) => proofs === 0);
const sent = lazily<Sent & { rest: (typeof sents)[number] }, CreateFacts>({
  phase: () => "sent",
  isConfirmedAbsent: bool,
  rest: (_, choose, { can, shown }) =>
    choose(can.list && typeof shown === "object" ? sents : unlisted),
  isSame: ({ rest }) => rest.isSame,
  hasListBefore: ({ rest }) => rest.hasListBefore,
  canHaveEffect: ({ rest }) => rest.canHaveEffect,
  proofs: ({ rest }) => rest.proofs,
  isSearchOver: ({ rest }) => rest.isSearchOver,
});

const answers = product<Required<Omit<Answered, "phase" | "id" | "isConfirmedAbsent">>>({
  ...{ isSaved: yesNo, isManaged: yesNo, isYoung: yesNo, isSearchOver: yesNo, isOther: yesNo },
  isOfAnotherState: yesNo,
  found: [undefined as never, "present", "absent", "unknown"],
  // No create reads an object that is managed, and only an object that is read can differ.
}).filter((one: Partial<Answered>) =>
  one.isManaged === true
    ? one.found === undefined && one.isOther !== true && one.isOfAnotherState !== true
    : one.found === "present" || one.isOther !== true,
);
const answered = lazily<Answered & { rest: Omit<Answered, "phase" | "id" | "isConfirmedAbsent"> }>({
  phase: () => "answered",
  id: () => "earlier",
  isConfirmedAbsent: bool,
  rest: (_, choose) => choose(answers),
  isSaved: ({ rest }) => rest.isSaved,
  isOfAnotherState: ({ rest }) => rest.isOfAnotherState,
  isManaged: ({ rest }) => rest.isManaged,
  found: ({ rest }) => rest.found,
  isOther: ({ rest }) => rest.isOther,
  isYoung: ({ rest }) => rest.isYoung,
  isSearchOver: ({ rest }) => rest.isSearchOver,
});

const likenesses = ["equal", "otherName", "namesake"] as const;
const managers = ["own", "another", "stored", "nobody"] as const;
const managersFrom = managers.map((_, at) => managers.slice(at));
/** Without an earlier request and its list, no object is new or old. */
const newIn = ({ can, earlier }: CreateFacts): readonly (boolean | undefined)[] =>
  can.list && earlier?.phase === "sent" && earlier.hasListBefore ? yesNo : [undefined];

interface Position {
  id: string;
  row: CreateFacts;
  first?: ShownObject;
}
const shownObject = lazily<ShownObject, Position>({
  id: (_, __, { id }) => id,
  likeness: (_, choose) => choose(likenesses),
  // The name of a namesake is compared, and says enough.
  isWhole: ({ likeness }, choose, { row }) =>
    !row.can.list || likeness === "namesake" || choose(yesNo),
  // A list has no order (an invariant), so its objects are in the order of their managers.
  // Without the call, a list has only what the state holds, with all of its values.
  manager: (_, choose, { row, first }) =>
    row.can.list
      ? choose(managersFrom[first === undefined ? 0 : managers.indexOf(first.manager)] ?? managers)
      : "stored",
  isNew: (_, choose, { row }) => choose(newIn(row)),
});
const list = lazily<{ isComplete: boolean; objects: readonly ShownObject[] }, CreateFacts>({
  isComplete: (_, choose, row) => row.can.list && choose(yesNo),
  objects: (_, choose, row) => {
    const count = choose([0, 1, 2]);
    if (count === 0) return [];
    const first = shownObject(choose, { id: "1", row });
    return count === 1 ? [first] : [first, shownObject(choose, { id: "2", row, first })];
  },
});

const replacements = ["none", "reported", "held"] as const;
const row = lazily<CreateFacts>({
  can: (_, choose) => choose(calls),
  hasUniqueName: bool,
  allowsDuplicate: bool,
  replaced: (_, choose) => choose(replacements),
  // Only the state tells the name of the replaced object, and only an object that exists can have it.
  hasNameOfReplaced: ({ replaced }, choose) =>
    (replaced === "held" || replaced === "reported") && choose(yesNo),
  isNameFree: ({ hasUniqueName, hasNameOfReplaced }, choose) =>
    hasUniqueName && hasNameOfReplaced ? choose([undefined, true, false]) : undefined,
  earlier: (one, choose) => {
    const phase = choose([undefined, "sent", "answered"] as const);
    if (phase === undefined) return undefined;
    return phase === "sent" ? sent(choose, one) : answered(choose, undefined);
  },
  shown: (one, choose) => {
    const kind = choose([undefined, "refused", "list"] as const);
    return kind === "list" ? list(choose, one) : kind;
  },
  othersLeave: bool,
  isEngineQuiet: bool,
});
const calls = product<CreateFacts["can"]>({ list: yesNo, delete: yesNo });

/** A row of facts about a create. Combinations that cannot exist are left out, each with its reason. */
export const createRow = (choose: Choose): CreateFacts => row(choose, undefined);

/** How many rows there are. */
export function countRows(): number {
  const names = 2 + 2 * (2 + 1 + 3);
  const others = (calls.length / 2) * 2 ** 3;
  const lists = (news: number) => {
    // All of them but namesakes with and without `isWhole`.
    const kinds = (2 * likenesses.length - 1) * news;
    const [one, pairs] = [managers.length, (managers.length * (managers.length + 1)) / 2];
    return 2 * (1 + kinds * one + kinds ** 2 * pairs);
  };
  const count = (hasList: boolean) => {
    const others = hasList ? lists(1) : 1 + likenesses.length + likenesses.length ** 2;
    const about = (one: (typeof sents)[number]) =>
      one.hasListBefore && hasList ? lists(2) : others;
    const listed = (hasList ? sents : unlisted).map(about).reduce((sum, one) => sum + one, 0);
    return (1 + 2 * answers.length) * (2 + others) + 2 * (unlisted.length * 2 + listed);
  };
  return names * others * (count(true) + count(false));
}

const changed = lazily<CreateFacts, { base: CreateFacts; change: Partial<CreateFacts> }>(
  Object.fromEntries(
    [
      ...["can", "hasUniqueName", "allowsDuplicate", "replaced", "hasNameOfReplaced", "isNameFree"],
      ...["earlier", "shown", "othersLeave", "isEngineQuiet"],
    ].map((key) => [key, changedAt(key as keyof CreateFacts)]),
  ) as never,
);
function changedAt(key: keyof CreateFacts) {
  return (
    _: unknown,
    __: unknown,
    { base, change }: { base: CreateFacts; change: Partial<CreateFacts> },
  ) => (key in change ? change[key] : base[key]);
}
const noChoice: Choose = ([value]) => value as never;

/** The same row with other facts. */
export const withFacts = (base: CreateFacts, change: Partial<CreateFacts>): CreateFacts =>
  changed(noChoice, { base, change });

/** The same earlier create with other facts. */
export function withEarlier(
  earlier: EarlierCreate,
  change: Partial<Omit<Sent, "phase">> & Partial<Omit<Answered, "phase">>,
): EarlierCreate {
  const { isConfirmedAbsent, isSearchOver } = earlier;
  if (earlier.phase === "sent") {
    const { phase, isSame, hasListBefore, canHaveEffect, proofs } = earlier;
    const rest = { phase, isSame, hasListBefore, canHaveEffect, proofs };
    return { ...rest, isConfirmedAbsent, isSearchOver, ...change };
  }
  const { phase, id, isSaved, isOfAnotherState, isManaged, found, isOther, isYoung } = earlier;
  const rest = { phase, id, isSaved, isOfAnotherState, isManaged, found, isOther, isYoung };
  return { ...rest, isConfirmedAbsent, isSearchOver, ...change };
}
