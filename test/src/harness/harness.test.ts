import assert from "node:assert/strict";
import { compare } from "./compare";
import { stateChanges, usual } from "./lives";
import { everySecond } from "./sampled";
import { entries } from "./session";

// `lives` has more, which take minutes together.
describe("the stand-in for the engine", () => {
  for (const entry of everySecond(entries)) {
    it(`does what the real engine does in a usual life: ${entry}`, async () => {
      assert.deepEqual(await compare(usual(entry), entry), []);
    });
  }

  it("does what the real engine does with changes of the state alone", async () => {
    assert.deepEqual(await compare(stateChanges("plugin"), "plugin"), []);
  });
});
