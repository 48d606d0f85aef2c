import assert from "node:assert/strict";
import { compare } from "./compare";
import type { LifeStep } from "./compare";
import { lives, usual } from "./lives/lives";
import { everySecond, isWhole } from "./lives/sampled";
import { entries } from "./sessions/session";

// All lives take many minutes together.
const sample = { usual: { life: usual, entries: everySecond(entries) } };

/**
 * The stand-in does what the oldest versions do. The newest ones neither register nor check what depends on a failed
 * resource (docs/versions.md). No other steps are left out.
 */
const asOldest = ({ command: [name, ...args] }: LifeStep) =>
  process.env.PLATFORM_ENGINE === undefined ||
  !(
    args.includes("--continue-on-error") ||
    (name === "preview" && args.includes("--target-dependents"))
  );

describe("the stand-in for the engine", () => {
  for (const [name, { life, entries: through }] of Object.entries(isWhole ? lives : sample))
    for (const entry of through)
      it(`does what the real engine does in the life "${name}": ${entry}`, async function () {
        this.timeout(900_000);
        assert.deepEqual(await compare(life(entry).filter(asOldest), entry), []);
      });
});
