import assert from "node:assert/strict";
import { randomInt } from "node:crypto";
import { runs } from "../harness/lives/sampled";
import { lifeFrom } from "./making/generate";
import { InProcessWorld } from "./worlds/inProcessWorld";
import { live, Place } from "./making/living";
import { told } from "./judging/told";
import { shrink } from "./shrink";
import type { Life } from "./making/steps";

/** Those with faults, kills and manual changes depend on the timing of the machine: `npm run lives` lives them. */
function calmLives(first: number, count: number): Life[] {
  const lives: Life[] = [];
  for (let seed = first; lives.length < count; seed++) {
    const life = lifeFrom(seed, 30);
    if (life.setup.isCalm) lives.push(life);
  }
  return lives;
}

// The last one found a group that took the old name of another.
const known = [...calmLives(7_000, runs(4, 8)), ...calmLives(671_524_109, 1)];
/** Others each time. */
const seed = randomInt(2 ** 31);
const drawn = calmLives(seed, runs(4, 8));

describe(`lives of programs and stacks (calm ones of 30 steps: ${known.length} known, ${drawn.length} from seed ${seed})`, () => {
  let place: Place;
  before(async () => (place = await Place.open()));
  after(() => place.close());

  const once = (life: Life) => {
    const open = (names: readonly string[], runners: number) =>
      Promise.resolve(new InProcessWorld(life.setup.entry, names, runners));
    return live(life, open, place);
  };

  for (const [at, life] of [...known, ...drawn].entries()) {
    const name = at < known.length ? `seed ${life.seed}` : `drawn life ${at - known.length + 1}`;
    it(`keep every promise (${name})`, async () => {
      const lived = await once(life);
      if (lived.violation === undefined) return;
      const shrunk = await shrink(life, lived, once, 60);
      const again = `npm run lives -- --seed ${life.seed} --lives 1`;
      assert.fail(`${told(shrunk.life, shrunk.lived)}\nTo repeat it: ${again}`);
    });
  }
});
