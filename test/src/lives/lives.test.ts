import assert from "node:assert/strict";
import { lifeFrom } from "./generate";
import { InProcessWorld } from "./inProcessWorld";
import { live, Place } from "./living";
import { told } from "./told";
import { shrink } from "./shrink";
import type { Life } from "./steps";

/** Without faults, kills and manual changes, a life is the same each time. `npm run lives` lives all others. */
const sample = Array.from({ length: 60 }, (_, n) => lifeFrom(7_000 + n, 30)).filter(
  ({ setup }) => setup.isCalm,
);

describe(`lives of programs and stacks (${sample.length} calm lives of 30 steps)`, () => {
  let place: Place;
  before(async () => (place = await Place.open()));
  after(() => place.close());

  const once = (life: Life) => {
    const open = (names: readonly string[], runners: number) =>
      Promise.resolve(new InProcessWorld(life.setup.entry, names, runners));
    return live(life, open, place);
  };

  for (const life of sample) {
    it(`keep every promise (seed ${life.seed})`, async () => {
      const lived = await once(life);
      if (lived.violation === undefined) return;
      const shrunk = await shrink(life, lived, once, 60);
      const again = `npm run lives -- --seed ${life.seed} --lives 1`;
      assert.fail(`${told(shrunk.life, shrunk.lived)}\nTo repeat it: ${again}`);
    });
  }
});
