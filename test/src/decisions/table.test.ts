import assert from "node:assert/strict";
import { decideAbsence } from "../../../provider/dist/decisions/absence";
import { decideCreate } from "../../../provider/dist/decisions/create";
import { absenceBreach, absenceRows } from "./absences";
import { breachOf, createChecks } from "./invariants";
import { countRows } from "./rows";

describe("the table of decisions", () => {
  for (const [invariant, check] of Object.entries(createChecks)) {
    it(`has ${countRows()} rows about creates, which ${invariant}`, () => {
      assert.equal(breachOf(check, decideCreate), undefined);
    });
  }

  it(`has ${absenceRows.length} rows about absences, which need evidence and can be confirmed`, () => {
    const breaches = absenceRows.flatMap((row) => {
      const breach = absenceBreach(row, decideAbsence);
      return breach === undefined ? [] : [{ breach, row }];
    });
    assert.deepEqual(breaches, []);
  });
});
