import assert from "node:assert/strict";
import { allCells } from "./cell";
import { selected, tryTheSelected } from "./disturbed";

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
});
