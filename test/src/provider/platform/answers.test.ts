import assert from "node:assert/strict";
import fc from "fast-check";
import { heldByNoArgument, listOf } from "../../../../provider/dist/definition/answers";
import { partition } from "../../../../provider/dist/resources/datasets/partitions";
import { role } from "../../../../provider/dist/resources/roleList";
import { scheduleItem } from "../../../../provider/dist/resources/reportSchedule/item";
import { created } from "../../../../provider/dist/resources/reportSchedule/bodies";
import { anyJson } from "../../trust/anything";

type Values = Record<string, unknown>;

const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const count = fc.nat();
const text = fc.string({ minLength: 1 }).filter((word) => word.trim() !== "");

const anySchedule = fc.record({
  id,
  title: text,
  pageId: id,
  reportViewId: id,
  ownerId: id,
  owner: fc.boolean(),
  recipientCount: count,
  schedule: fc.record({
    frequency: fc.constantFrom("DAILY", "WEEKLY", "MONTHLY"),
    daysToRun: fc.constantFrom("MON", "MON,THU", "1", "1,15"),
    hourOfDay: fc.integer({ min: 0, max: 23 }),
    minOfHour: fc.integer({ min: 0, max: 59 }),
    enabled: fc.boolean(),
  }),
});

const anyRole = fc.record({ id, name: text, userCount: count, created: count });

/** The same row in another spelling: numbers and booleans as texts, texts as lists or numbers. */
function respelled(row: unknown, dice: () => number, name = ""): unknown {
  const choose = (...spellings: unknown[]) => spellings[dice() % spellings.length];
  if (name === "daysToRun") {
    const days = String(row).split(",");
    return choose(row, days, /^\d+$/.test(String(row)) ? Number(row) : row);
  }
  if (typeof row === "number") return choose(row, String(row));
  if (typeof row === "boolean") return choose(row, String(row), String(row).toUpperCase());
  if (typeof row !== "object" || row === null) return row;
  return Object.fromEntries(
    Object.entries(row).map(([field, value]) => [field, respelled(value, dice, field)]),
  );
}

const diceOf = (rolls: readonly number[]) => {
  let at = 0;
  return () => rolls[at++ % rolls.length] ?? 0;
};
const dice = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 12 }).map(diceOf);

describe("an answer", () => {
  for (const [name, schema, rows] of [
    ["report schedule", scheduleItem, anySchedule],
    ["role", role, anyRole],
  ] as const) {
    it(`tells the same ${name} in any spelling`, () =>
      fc.assert(
        fc.property(rows as fc.Arbitrary<Values>, dice, (row, roll) => {
          assert.deepEqual(schema.parse(respelled(row, roll)), schema.parse(row));
        }),
      ));

    it(`tells a ${name} whose other fields have any form`, () =>
      fc.assert(
        fc.property(rows as fc.Arbitrary<Values>, fc.nat(), anyJson, (row, which, odd) => {
          const needed = ["id", "name"];
          const others = Object.keys(row).filter((field) => !needed.includes(field));
          const field = others[which % others.length] ?? "";
          const parsed = schema.parse({ ...row, [field]: odd }) as Values;
          const { [field]: expected, ...rest } = schema.parse(row) as Values;
          const { [field]: actual, ...unchanged } = parsed;
          assert.deepEqual(unchanged, rest);
          assert.ok(actual === undefined || typeof actual === typeof expected);
        }),
      ));
  }

  it("keeps fields that the specification does not name, nested ones, too", () => {
    const row = { id: "1", color: "red", schedule: { enabled: true, startDate: 5, list: [1] } };
    assert.deepEqual(scheduleItem.parse(row), {
      id: "1",
      schedule: { enabled: true, otherFields: { startDate: 5, list: [1] } },
      otherFields: { color: "red" },
    });
  });

  it("may tell a partition as its bare id", () => {
    for (const [said, meant] of [
      ["2024-01-01", { partitionId: "2024-01-01" }],
      [7, { partitionId: "7" }],
      [
        { partitionId: 7, rows: 1 },
        { partitionId: "7", rows: 1 },
      ],
    ]) {
      assert.deepEqual(partition.parse(said), meant);
    }
  });

  it("to a create may be the bare id, but no word, and neither yes nor no", () => {
    for (const said of [{ id: 12 }, { id: "12" }, 12, "12"]) {
      assert.equal(created.parse(said).id, "12");
    }
    for (const said of ["OK", "created 12", 0, 1, "1", true, null, undefined, {}, { id: null }]) {
      assert.equal(created.safeParse(said).success, false, JSON.stringify(said));
    }
  });
});

describe("a list in an answer", () => {
  const roles = listOf(role);
  const odd = fc.constantFrom(null, "odd", 7, {}, { name: "no id" }, []);
  const wrappers = fc.option(fc.constantFrom("items", "data", "length", "roles"), {
    nil: undefined,
  });

  it("has the same rows bare and in an object, with and without odd rows", () =>
    fc.assert(
      fc.property(
        fc.array(anyRole, { minLength: 1, maxLength: 5 }),
        fc.array(odd, { maxLength: 3 }),
        wrappers,
        dice,
        (rows, others, wrapper, roll) => {
          const mixed: unknown[] = rows.map((row) => respelled(row, roll));
          for (const other of others) mixed.splice(roll() % (mixed.length + 1), 0, other);
          const page = roles.parse(
            wrapper === undefined ? mixed : { [wrapper]: mixed, count: 1, note: "x" },
          );
          assert.deepEqual(
            page.rows,
            rows.map((row) => role.parse(row)),
          );
          assert.equal(page.odd.length, others.length);
          assert.equal(page.isWrapped, wrapper !== undefined);
        },
      ),
    ));

  it("may be empty, bare or in an object", () => {
    assert.deepEqual(roles.parse([]).rows, []);
    assert.deepEqual(roles.parse({ roles: [] }).rows, []);
  });

  it("is not guessed: of several lists, of a list of something else, of no list", () => {
    for (const said of [
      { roles: [], users: [] },
      { errors: ["no"] },
      {},
      "OK",
      undefined,
      null,
      7,
    ]) {
      assert.equal(roles.safeParse(said).success, false, JSON.stringify(said));
    }
  });

  it("tells its length, where the object around it does", () => {
    const rows = [{ id: 1, name: "Admin" }];
    assert.equal(roles.parse({ rows, total: "40" }).total, 40);
    assert.equal(roles.parse({ rows, totalCount: 1 }).total, 1);
    assert.equal(roles.parse({ rows, hasMore: true }).total, Infinity);
    assert.equal(roles.parse(rows).total, undefined);
  });

  it("names the form of odd rows", () => {
    const { odd } = roles.parse([{ id: 1, name: "A" }, null, "text", 7, [], { id: {} }, { id: 2 }]);
    assert.deepEqual(odd, [
      "null",
      "a string",
      "a number",
      "a list",
      "an object without a usable id",
      "an object without a usable name",
    ]);
  });

  it("have a field that no argument holds, however deeply a platform nests its value", () => {
    const levels = 20_000;
    const deep: unknown = JSON.parse(`${"[".repeat(levels)}1${"]".repeat(levels)}`);
    assert.deepEqual(Object.keys(heldByNoArgument({ otherFields: { deep }, id: deep })), ["deep"]);
  });
});
