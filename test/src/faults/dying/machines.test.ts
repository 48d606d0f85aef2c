import assert from "node:assert/strict";
import { onlyWhole } from "../../harness/lives/sampled";
import { canSeparateMachines } from "../../harness/lives/separateMachines";
import { misfortunes, takeOver } from "./machines";
import { noCheckpoints } from "../workspace";

describe("a run that another machine takes over, without checkpoints", () => {
  // A system without process name spaces has nothing that separates two machines.
  if (!canSeparateMachines()) return;

  // It waits until a lock is stale. Lives stop machines in process.
  for (const misfortune of misfortunes) {
    onlyWhole(`creates everything once when the first machine ${misfortune}`, async () => {
      const entry = misfortune === "dies" ? "dynamic" : "plugin";
      const problems = await takeOver(entry, misfortune, { made: 20, environment: noCheckpoints });
      assert.deepEqual(problems, []);
    });
  }
});
