import assert from "node:assert/strict";
import { functions, resources } from "../../../provider/dist/catalog";
import { callsOf } from "../../../provider/dist/definition/calls";
import type { Resource } from "../../../provider/dist/definition/resource";
import type { Call } from "../../../provider/dist/definition/verbs";
import { functionRows } from "../fixtures/functions";
import type { Operations, Row } from "./tables/row";
import { allFixtures, rows } from "../fixtures/index";

const verbs = ["create", "read", "update", "delete"] as const;
type Verb = (typeof verbs)[number];

/** A route without the names of its parameters, which the platform does not prescribe. */
const bare = (route: string) =>
  route.replace(/\{\w+\}/g, "{}").replace("GET /v1/w", "GET /workflow-api/v1/w");

/** Why no row of the table makes a call that a verb declares; what else makes the call. */
const waivers = new Map(
  allFixtures.flatMap(({ row, callsElsewhere = [] }) =>
    callsElsewhere.map(({ verb, operations, route, why }) => [
      `${verb} ${row.resource} (${operations}): ${bare(route)}`,
      why,
    ]),
  ),
);
const used = new Set<string>();

const routesOf = (calls: readonly Call[]) =>
  calls.map(({ route }) => bare(`${route.method} ${route.path}`));

/** What a verb says that it calls. */
const declared = (resource: Resource, verb: Verb, operations: Operations): string[] =>
  routesOf(callsOf(resource, verb, operations) ?? []);

/** What it calls in the rows of the table, which the table itself holds against the log of the instance. */
function made({ changes, edits, losses, ...row }: Row, verb: Verb, operations: Operations) {
  const {
    create,
    before = [],
    once = [],
    checked = [],
    checkedNew = [],
    update = [],
    delete: remove = [],
    read = [],
    list = [],
  } = row[operations] ?? { create: [] };
  const calls: Record<Verb, readonly string[]> = {
    create: [
      ...[...create, ...before, ...once, ...checked, ...checkedNew],
      ...changes.flatMap((one) => one.created?.[operations] ?? []),
    ],
    read: [...read, ...list, ...losses.flatMap((one) => one.calls?.[operations] ?? [])],
    update: [
      ...[...update, ...checked],
      ...changes.flatMap((one) => one.calls?.[operations] ?? []),
      ...(row[operations]?.update === undefined
        ? []
        : [
            ...edits.flatMap(({ calls = [] }) => calls),
            ...changes.flatMap(({ checked = [] }) => checked),
          ]),
    ],
    delete: [
      ...remove,
      ...(row[operations]?.delete === undefined ? [] : changes.flatMap((one) => one.deleted ?? [])),
    ],
  };
  return new Set(calls[verb].map(bare));
}

describe("the calls that a definition declares", () => {
  for (const row of rows) {
    for (const operations of ["documented", "extended"] as const) {
      for (const verb of verbs) {
        it(`are those that it makes: ${verb} ${row.resource} (${operations})`, () => {
          const resource = resources.find(({ name }) => name === row.resource) ?? assert.fail();
          const [said, done] = [declared(resource, verb, operations), made(row, verb, operations)];
          const never = said.filter((route) => {
            const waiver = `${verb} ${row.resource} (${operations}): ${route}`;
            if (done.has(route) || !waivers.has(waiver)) return !done.has(route);
            used.add(waiver);
            return false;
          });
          assert.deepEqual(
            [...done].filter((route) => !said.includes(route)),
            [],
            "made and not declared",
          );
          assert.deepEqual(never, [], "declared and never made");
        });
      }
    }
  }

  for (const { name, calls } of functions) {
    it(`are those that it makes: ${name}`, () => {
      const mine = functionRows.filter((row) => row.name === name);
      const done = mine.flatMap((row) =>
        [...row.calls.documented, ...row.calls.extended].map(bare),
      );
      assert.deepEqual([...new Set(done)].sort(), [...new Set(routesOf(calls))].sort());
    });
  }

  it("are waived with a reason that is needed", () => {
    assert.deepEqual(
      [...waivers.keys()].filter((one) => !used.has(one)),
      [],
    );
  });
});
