import assert from "node:assert/strict";
import { onlyWhole } from "../harness/lives/sampled";
import { roundTrip } from "./roundTrip";
import type { Trip } from "./roundTrip";

const seed = 23;
const sizes = { schedules: 22, groups: 4, shares: 5, certifications: 4 };

const ways: Pick<Trip, "operations" | "provider" | "language">[] = [
  { operations: "extended", provider: "plugin", language: "typescript" },
  { operations: "extended", provider: "plugin", language: "yaml" },
  { operations: "documented", provider: "plugin", language: "yaml" },
  { operations: "documented", provider: "dynamic", language: "typescript" },
];

// The example promote-to-production takes the same way with its own program.
describe("a clicked-together instance becomes a program, and the program a copy with other ids", () => {
  for (const { operations, provider, language } of ways) {
    const title = `${operations} operations, ${provider}, ${language}, seed ${seed}`;
    onlyWhole(title, async () => {
      const way = { operations, provider, language };
      const { objects, fields } = await roundTrip({ ...way, seed, sizes });
      const { schedules, groups, shares, certifications } = sizes;
      const all = schedules + groups + shares + certifications;
      if (operations === "extended") {
        assert.deepEqual([objects.made, fields.made], [all, fields.all]);
      } else {
        // Of schedules, nothing tells recipients, attachment and view; of groups, everything that has an id.
        assert.deepEqual(objects, { made: schedules + groups, all });
        assert.equal(fields.made, schedules * 8 + groups * 3);
      }
    });
  }
});
