import type { Call } from "../calls.js";
import { idOf, longId, type Id } from "../ids.js";
import { withList } from "../faults/listFaults.js";
import type { Answer } from "../route.js";
import type { VariantBase } from "./names.js";
import { always, type Effect, type Variant } from "./variant.js";

/** Fields that hold ids and counts. */
const idOrCount = /^(id|count|size)$|(Id|Ids|Count|Tokens|Rows|Inserted)$/;

type Respell = (value: Id | string) => Id | string;

const asNumber: Respell = (value) => (/^(0|[1-9]\d*)$/.test(String(value)) ? idOf(value) : value);

/** A copy in which the ids and counts are spelled otherwise. */
function respell(value: unknown, spell: Respell, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => respell(item, spell, name));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([field, inner]) => [field, respell(inner, spell, field)]),
    );
  }
  if (!["number", "string", "bigint"].includes(typeof value)) return value;
  return idOrCount.test(name) ? spell(value as Id | string) : value;
}

const spelled = (spellOf: (call: Call) => Respell): Effect => ({
  answer: (answer, call) => ({ ...answer, body: respell(answer.body, spellOf(call)) }),
});

/** Names of the array in an object, where the end of the path is no good name. */
const arrayNames: Record<string, string> = {
  reportschedules: "reportSchedules",
  partition: "partitions",
  list: "items",
  get: "items",
  grouplist: "items",
};

function wrapped(answer: Answer, { path }: Call): Answer {
  if (!Array.isArray(answer.body)) return answer;
  const end = path.split("/").at(-1) ?? "";
  return { ...answer, body: { [arrayNames[end] ?? end]: answer.body } };
}

/** A copy in which each object has one more field. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([field, inner]) => [field, withMore(inner)] as const);
  return { ...Object.fromEntries(fields), addedLater: "new" };
}

/** The odd row is a row of the whole list, so that only one page has it and no page shifts. */
function oddRows(): Effect {
  const kinds = [null, "odd row", { note: 1 }];
  let added = 0;
  /** Where the odd row is on the page; negative if the page does not have it. */
  const places = new WeakMap<Call, number>();
  const middle = (items: unknown[]) => Math.floor(items.length / 2);
  return {
    page<T>(items: T[], cut: (all: T[]) => T[], call: Call): T[] {
      const marker = {} as T;
      const page = cut(items.toSpliced(middle(items), 0, marker));
      places.set(call, page.indexOf(marker));
      return page.filter((item) => item !== marker);
    },
    answer(answer, call) {
      if (call.fault && /^(empty|truncated)-list$/.test(call.fault.kind)) return answer;
      return withList(answer, (items) => {
        const place = places.get(call) ?? middle(items);
        return place < 0 ? items : items.toSpliced(place, 0, kinds[added++ % kinds.length]);
      });
    },
  };
}

export const spelling = {
  "odd-rows": {
    answers:
      "one more row in the middle of each list: in turn `null`, a string, and an object without an id",
    reason: "Old or half-deleted objects can stay in a list.",
    start: (argument) => {
      always({})(argument);
      return oddRows();
    },
  },
  "more-fields": {
    answers: 'one more field in each object, `"addedLater": "new"`',
    reason: "The specification does not show all fields of some answers, and platforms add fields.",
    start: always({ answer: (answer) => ({ ...answer, body: withMore(answer.body) }) }),
  },
  "long-ids": {
    answers:
      "exact numbers beyond 2^53 as the ids of new schedules, groups, roles and stream executions",
    reason: "Servers count with 64 bits, and JavaScript rounds such numbers.",
    start: always({ idOfCount: longId }),
  },
  "text-ids": {
    answers: "ids and counts as text",
    reason: "JavaScript rounds long numbers, so servers often write ids as text.",
    start: always(spelled(() => String)),
  },
  "flipping-ids": {
    answers:
      "ids and counts as numbers in the calls 1, 3, 5, …, and as text in the calls 2, 4, 6, …",
    reason:
      "In the specification, the id of a new group is text, and the id of a fetched group is a number.",
    start: always(spelled(({ n }) => (n % 2 === 1 ? asNumber : String))),
  },
  "wrapped-lists": {
    answers: 'each list as the only array of an object, such as `{ "roles": [...] }`',
    reason: "Servers often wrap a list, to have room for a total count.",
    start: always({ answer: wrapped }),
  },
} satisfies Partial<Record<VariantBase, Variant>>;
