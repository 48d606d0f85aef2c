import assert from "node:assert/strict";
import fc from "fast-check";
import { compareSides } from "../../../cli/dist/diff/comparison";
import type { Comparison } from "../../../cli/dist/diff/comparison";
import { IdTable } from "../../../cli/dist/ids/idTable";
import type { Inventory, Item } from "../../../cli/dist/inventory/inventory";
import { Inference } from "../../../cli/dist/map/inference";
import { certification } from "../../../provider/dist/resources/certification";
import { groupMembers } from "../../../provider/dist/resources/groups/groupMembers";
import { items, moved, otherPage } from "./items";
import type { Words } from "./items";

const inventory = (items: readonly Item[]): Inventory => ({
  ...{ instance: "", address: "", operations: "extended", gaps: [] },
  items,
});

function compare(itemsA: readonly Item[], itemsB: readonly Item[], ids: IdTable): Comparison {
  const [a, b] = [inventory(itemsA), inventory(itemsB)];
  const translate = (...args: Parameters<IdTable["get"]>) => ids.get(...args);
  const inverse = (...args: Parameters<IdTable["get"]>) => ids.inverse(...args);
  const byName = new IdTable("names");
  return compareSides(
    { muted: { a: false, b: false } },
    { a, b, hasSameIds: false, translate, inverse, byName },
  );
}

/** Few titles, so that many schedules share one. */
const words: fc.Arbitrary<Words> = fc.record({
  title: fc.constantFrom("A", "B", "C"),
  page: fc.constantFrom(0, 1, 2, 3),
  hour: fc.constantFrom(7, 8),
  recipients: fc.uniqueArray(
    fc.record({ type: fc.constantFrom("USER", "GROUP"), value: fc.constantFrom("1", "2", "3") }),
    { selector: ({ type, value }) => type + value, maxLength: 3 },
  ),
});

/** The map that is right for such a copy. */
function rightIds(): IdTable {
  const ids = new IdTable("map");
  for (const page of [1, 2, 3]) ids.set("page", page, otherPage(page));
  for (const page of [0, 1, 2, 3]) ids.set("view", page + 1000, otherPage(page) + 1000);
  for (const value of ["1", "2", "3"]) {
    ids.set("user", value, `9${value}`);
    ids.set("group", value, `9${value}`);
  }
  return ids;
}

/** Any order of some values. */
const shuffled = <Value>(values: readonly Value[]) =>
  fc.shuffledSubarray([...values], { minLength: values.length });

const copies = fc
  .array(words, { minLength: 1, maxLength: 12 })
  .chain((all) => fc.tuple(fc.constant(all), shuffled(all.map(moved))));

/** One change that means something. */
const changes: Record<string, (one: Words) => Words> = {
  "another title": (one) => ({ ...one, title: `${one.title}!` }),
  "another page": (one) => ({ ...one, page: one.page === 777 ? 778 : 777 }),
  "another hour": (one) => ({ ...one, hour: 23 }),
  "one recipient more": (one) => ({
    ...one,
    recipients: [...one.recipients, { type: "EMAIL", value: "new@example.com" }],
  }),
  "another type of a recipient": (one) => ({
    ...one,
    recipients: [{ type: "EMAIL", value: "a@example.com" }, ...one.recipients.slice(1)],
  }),
};

describe("the counterparts of objects", () => {
  it("are found in a copy with other ids and in another order, which is equal by the right map", () => {
    fc.assert(
      fc.property(copies, ([all, copy]) => {
        const { rows, equal } = compare(items(all, 1), items(copy, 100), rightIds());
        assert.deepEqual(rows, []);
        assert.deepEqual(equal, { schedules: all.length });
      }),
    );
  });

  for (const [name, change] of Object.entries(changes)) {
    it(`show ${name} of one of them, whatever the others share with it`, () => {
      fc.assert(
        fc.property(copies, fc.nat(), ([all, copy], at) => {
          const index = at % copy.length;
          const changed = copy.map((one, n) => (n === index ? change(one) : one));
          const { rows } = compare(items(all, 1), items(changed, 100), rightIds());
          assert.ok(rows.length > 0);
        }),
      );
    });
  }

  it("show one that is missing and one that is new", () => {
    fc.assert(
      fc.property(copies, words, ([all, copy], more) => {
        const less = compare(items(all, 1), items(copy.slice(1), 100), rightIds()).rows;
        assert.deepEqual(
          less.map(({ what }) => what),
          ["onlyA"],
        );
        const extra = compare(items(all, 1), items([...copy, moved(more)], 100), rightIds()).rows;
        assert.deepEqual(
          extra.map(({ what }) => what),
          ["onlyB"],
        );
      }),
    );
  });

  it("never look equal where the map lacks an id that they have", () => {
    fc.assert(
      fc.property(copies, fc.constantFrom(1, 2, 3), ([all, copy], page) => {
        const partial = new IdTable("map");
        const full = rightIds();
        for (const kind of ["page", "view", "user", "group"] as const) {
          for (const [id, other] of full.entries(kind)) {
            if (kind !== "page" || id !== String(page)) partial.set(kind, id, other);
          }
        }
        const { rows, equal } = compare(items(all, 1), items(copy, 100), partial);
        const using = all.filter((one) => one.page === page).length;
        assert.equal(rows.length > 0, using > 0);
        assert.equal(equal.schedules ?? 0, all.length - using);
      }),
    );
  });

  it("say that they were paired by content where titles are not unique", () => {
    const twins = [7, 8, 9].map((hour) => ({ title: "A", page: 1, hour, recipients: [] }));
    const { rows, notes } = compare(
      items(twins, 1),
      items([...twins].reverse().map(moved), 100),
      rightIds(),
    );
    assert.deepEqual(rows, []);
    assert.deepEqual(notes, [
      'Paired by content, because others have the same title: 3 schedules (report schedule "A").',
    ]);
  });

  it("are those that differ least, so that one changed twin is one changed field", () => {
    const twins = [7, 8, 9].map((hour) => ({ title: "A", page: 1, hour, recipients: [] }));
    const changed = twins.map((one) => moved(one.hour === 8 ? { ...one, hour: 22 } : one));
    const { rows } = compare(items(twins, 1), items(changed, 100), rightIds());
    assert.equal(rows.length, 1);
    const [row] = rows;
    assert.ok(row !== undefined && "path" in row);
    assert.deepEqual([row.path, row.a, row.b], ["schedule.hourOfDay", 8, 22]);
  });

  it("of 10,000 schedules, 1,000 of them with one title, are compared without trying every pair", () => {
    const all = Array.from({ length: 10_000 }, (_, at) => ({
      ...{ title: at < 1000 ? "Twin" : `Report ${at}`, page: 1 + (at % 3) },
      ...{ hour: at % 24, recipients: [{ type: "USER", value: String(1 + (at % 3)) }] },
    }));
    const copy = all.map((one, at) => moved(at % 2 === 0 ? { ...one, hour: 23 - one.hour } : one));
    const { rows } = compare(items(all, 1), items(copy.reverse(), 100_000), rightIds());
    assert.ok(rows.length >= 4500, `${rows.length} rows`);
  }).timeout(60_000);

  it("are not guessed where only ids tell an object from others", () => {
    const certified = (id: string): Item => ({
      ...{ resource: certification, id, outputs: {}, unseen: [] },
      inputs: { entityType: "DATA_SOURCE", entityId: id },
    });
    const { rows } = compare([certified("one")], [certified("other")], new IdTable("map"));
    assert.deepEqual(
      rows.map((row) => [row.what, "title" in row && row.title]),
      [
        ["unmapped", "certification of dataset one"],
        ["unmapped", "certification of dataset other"],
      ],
    );
    const inference = new Inference(new IdTable("map"), [certified("one")], [certified("other")]);
    assert.equal(inference.found("dataset", "one"), undefined);
  });

  it("with a secret title are never named", () => {
    const [known] = items([{ title: "Board", page: 1, hour: 7, recipients: [] }], 1);
    assert.ok(known !== undefined);
    const hidden = {
      ...known,
      inputs: { ...known.inputs, title: undefined },
      unseen: ["title"],
    };
    const same = (_: unknown, id: string | number) => id;
    const read = { translate: same, inverse: same, byName: new IdTable("names") };
    const { rows } = compareSides(
      { muted: { a: false, b: false } },
      {
        ...{ a: inventory([hidden]), b: inventory([known]), hasSameIds: true, ...read },
      },
    );
    assert.deepEqual(rows, [
      {
        ...{ what: "unseen", of: "schedules", title: "report schedule 1", ids: ["1", "1"] },
        ...{ path: "title", a: undefined, b: undefined, toldBy: "b" },
      },
    ]);
  });

  it("leave out what the platform makes by itself, unless a program declares it", () => {
    const members = (id: string, isImplied?: true): Item => ({
      ...{ resource: groupMembers, id: "7", outputs: {}, unseen: [] },
      inputs: { groupId: "7", members: [{ type: "USER", id }] },
      ...(isImplied && { isImplied }),
    });
    const ids = new IdTable("map");
    ids.set("group", "7", "7");
    for (const user of ["1", "2"]) ids.set("user", user, user);
    const found = (a: Item[], b: Item[]) => {
      const { equal, rows } = compare(a, b, ids);
      return [equal.memberships ?? 0, ...rows.map(({ what }) => what)];
    };
    assert.deepEqual(found([members("1", true)], []), [0]);
    assert.deepEqual(found([members("1", true)], [members("2", true)]), [0]);
    assert.deepEqual(found([members("1")], [members("1", true)]), [1]);
    assert.deepEqual(found([members("1")], [members("2", true)]), [0, "different"]);
    assert.deepEqual(found([members("1")], []), [0, "onlyA"]);
  });
});
