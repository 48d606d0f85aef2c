import assert from "node:assert/strict";
import { allCells } from "./cell";
import { selected, tryTheSelected } from "./disturbed";
import { victimOf } from "./moments";

describe("an operation whose call is disturbed", () => {
  tryTheSelected(false);
});

describe("the selected part of the fault matrix", () => {
  it("has every operation, and every fault at every moment", () => {
    const operations = (cells: typeof selected) =>
      new Set(cells.map((cell) => cell.operation.name));
    const faults = (cells: typeof selected) =>
      new Set(cells.map(({ moment, kind }) => `${moment} ${kind}`));
    assert.deepEqual([...operations(selected)].sort(), [...operations(allCells())].sort());
    assert.deepEqual([...faults(selected)].sort(), [...faults(allCells())].sort());
  });

  it("has every kind of fault, and a lost answer, on each face", () => {
    const kinds = (cells: typeof selected) =>
      new Set(
        cells.flatMap(({ face, kind, moment }) => [
          `${face}: ${kind}`,
          ...(moment === "after" && victimOf(kind) === undefined ? [`${face}: lost answer`] : []),
        ]),
      );
    assert.deepEqual([...kinds(selected)].sort(), [...kinds(allCells())].sort());
  });
});
