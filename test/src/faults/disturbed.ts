import assert from "node:assert/strict";
import { allCells, tryCell } from "./cell";
import { victimOf } from "./moments";
import { selection } from "./selection";
import { Sites } from "./site";

/** The part of the matrix that belongs to \`npm test\`: every operation, and every fault at every moment. */
export const selected = selection(allCells());

/** Declares one test for each selected cell in which somebody is killed, or nobody. */
export function tryTheSelected(killing: boolean): void {
  const sites = new Sites();
  after(() => sites.close());

  for (const cell of selected) {
    if ((victimOf(cell.kind) !== undefined) !== killing) continue;
    it(`ends well after ${cell.name}`, async () => {
      const { problems, said } = await tryCell(await sites.on(cell.face), cell, {
        closingPreview: false,
      });
      assert.deepEqual(problems, [], said);
    });
  }
}
