import assert from "node:assert/strict";
import process from "node:process";
import { functions, resources } from "../../../../provider/dist/catalog";
import { facts } from "../../contract/index.js";
import { isWhole } from "../../harness/lives/sampled";
import { entries } from "../../harness/sessions/session";
import { pathsIn, pathsOf, spelled } from "../../provider/paths";
import { functionRows } from "../../fixtures/functions";
import { inProcess } from "../inProcess";
import { rows } from "../../fixtures/index";
import { called } from "./scenario";
import { lifecycleTable } from "./table";

/** One resource alone. */
const chosen = process.env.PLATFORM_TEST_RESOURCE;
const only = chosen === undefined ? undefined : rows.filter(({ resource }) => resource === chosen);

/** Each subject goes through one of the entries in one of the operations, in turns; the entries agree in `parity.test.ts`. */
const oneIn = isWhole || only !== undefined ? 1 : 2 * entries.length;

for (const [first, entry] of entries.entries()) {
  for (const [second, operations] of (["documented", "extended"] as const).entries()) {
    if (only?.every((row) => row[operations] === undefined)) continue;
    const title = `the table of lifecycles: ${operations} operations, ${entry}, in process, one subject in ${oneIn}`;
    describe(title, () => {
      const sample = { oneIn, first: (first + second * entries.length) % oneIn };
      lifecycleTable(operations, entry, { ...inProcess, sample, only });
    });
  }
}

describe("the table of lifecycles", () => {
  for (const { name, inputs, outputs } of resources) {
    it(`has a row of ${name} with every input and output`, () => {
      const row = rows.find(({ resource }) => resource === name);
      assert.ok(row, `there is no row of ${name}`);
      const paths = ["instance", ...pathsOf(inputs).filter((path) => !path.includes("["))];
      const leaves = paths.filter((path) => !paths.some((one) => one.startsWith(`${path}.`)));
      const changed = new Set(row.changes.map(({ field }) => field));
      assert.deepEqual([...changed].sort(), leaves.sort());
      const shown = Object.keys(outputs.shape).filter((output) => !output.startsWith("__"));
      assert.deepEqual(Object.keys(row.outputs).sort(), shown.sort());
    });
  }

  for (const { name, args } of functions) {
    it(`has rows of ${name} with every argument`, () => {
      const calling = functionRows.filter((row) => row.name === name);
      assert.notEqual(calling.length, 0, `there is no row of ${name}`);
      const given = new Set(calling.flatMap((row) => pathsIn(row.args).map(spelled)));
      assert.deepEqual(
        pathsOf(args).filter((path) => !given.has(path)),
        [],
      );
    });
  }

  if (only !== undefined) return;
  it("calls every endpoint of the specification", () => {
    const endpoints = facts.filter(({ source }) => source === "SPEC");
    const missed = endpoints
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !called.has(route.replace("GET /v1/w", "GET /workflow-api/v1/w")));
    assert.deepEqual(missed, []);
  });
});
