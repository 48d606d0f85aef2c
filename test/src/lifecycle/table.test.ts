import assert from "node:assert/strict";
import { functions, resources } from "../../../provider/dist/catalog";
import { facts } from "../contract/index.js";
import { pathsIn, pathsOf, spelled } from "../provider/inputs";
import { doubtfulLooks } from "./doubts";
import { faces } from "./faces";
import { functionCalls } from "./functionCalls";
import { functionRows } from "./functionRows";
import { outsideEdits } from "./outsideEdits";
import { hopelessChanges, possibleChanges } from "./programChanges";
import { rows } from "./rows";
import { destruction, firstAndSecondRun } from "./runs";
import { struck, Trial } from "./trial";

for (const face of faces) {
  for (const operations of ["documented", "extended"] as const) {
    describe(`the table of lifecycles: ${operations} operations, ${face.name} face`, () => {
      const trial = new Trial(rows, operations, face);
      before(() => trial.open());
      after(() => trial.ground.close());

      describe("the first and the second run", () => firstAndSecondRun(trial));
      describe("a change that has no way", () => hopelessChanges(trial));
      describe("the change of one field", () => possibleChanges(trial));
      if (operations === "documented") {
        describe("a list that shows nothing", () => doubtfulLooks(trial));
      }
      describe("an edit on the instance", () => outsideEdits(trial));
      describe("the end", () => destruction(trial));
      describe("a function", () => functionCalls(operations, face));
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
      const called = functionRows.filter((row) => row.name === name);
      assert.notEqual(called.length, 0, `there is no row of ${name}`);
      const given = new Set(called.flatMap((row) => pathsIn(row.args).map(spelled)));
      assert.deepEqual(
        pathsOf(args).filter((path) => !given.has(path)),
        [],
      );
    });
  }

  it("strikes every endpoint of the specification", () => {
    const endpoints = facts.filter(({ source }) => source === "SPEC");
    assert.equal(endpoints.length, 17);
    const missed = endpoints
      .map(({ method, path }) => `${method} ${path}`)
      .filter((route) => !struck.has(route.replace("GET /v1/w", "GET /workflow-api/v1/w")));
    assert.deepEqual(missed, []);
  });
});
