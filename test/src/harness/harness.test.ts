import assert from "node:assert/strict";
import { compare } from "./compare";
import { lives, usual } from "./lives";
import { everySecond, isWhole } from "./sampled";
import { entries } from "./session";

// All lives take many minutes together.
const sample = { usual: { life: usual, entries: everySecond(entries) } };

describe("the stand-in for the engine", () => {
  for (const [name, { life, entries: through }] of Object.entries(isWhole ? lives : sample))
    for (const entry of through)
      it(`does what the real engine does in the life "${name}": ${entry}`, async function () {
        this.timeout(900_000);
        assert.deepEqual(await compare(life(entry), entry), []);
      });
});
