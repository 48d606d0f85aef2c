import assert from "node:assert/strict";
import { runs } from "../../harness/lives/sampled";
import { openEngine, possibleOn } from "./engines";
import type { LifeEngine } from "./engines";
import { lifeFrom } from "../making/generate";
import { told } from "../judging/told";

/** One for each entry, with many kinds of commands. `npm run lives -- --engine both` lives all others. */
const seeds = [9_028, 9_001, 9_051];

describe("a life of 12 steps", () => {
  let both: LifeEngine;
  before(async () => (both = await openEngine("both")));
  after(() => both.close());

  for (const seed of seeds.slice(0, runs(1, seeds.length))) {
    it(`is the same on the real and on the in-process engine (seed ${seed})`, async () => {
      const life = possibleOn("both", lifeFrom(seed, 12));
      const lived = await both.once(life);
      const again = `npm run lives -- --engine both --steps 12 --seed ${seed} --lives 1`;
      assert.equal(lived.violation, undefined, `${told(life, lived)}\nTo repeat it: ${again}`);
    });
  }
});
