import assert from "node:assert/strict";
import { isWhole } from "../harness/sampled";
import { tryCase } from "./faultCase";
import type { FaultCase } from "./faultCase";
import { engineKills, killSelection, kills, wholeSelection } from "./sample";
import { noCheckpoints } from "./workspace";
import { Workspaces } from "./workspaces";

/** Declares a test for each case. The cases take turns with and without checkpoints. */
function killsEndWell(cases: readonly FaultCase[], isInProcess: boolean): void {
  const stored = new Workspaces({}, isInProcess);
  const forgotten = new Workspaces(noCheckpoints, isInProcess);
  after(() => Promise.all([stored, forgotten].map((workspaces) => workspaces.close())));

  for (const [at, one] of cases.entries()) {
    const isWholeProgram = wholeSelection.includes(one);
    // Each checkpoint setting meets both entries.
    const isStored = at % 4 < 2 && !isWholeProgram;
    it(`ends well after ${one.name}, ${isStored ? "with" : "without"} checkpoints`, async () => {
      const workspace = await (isStored ? stored : forgotten).for(one);
      const { problems, said } = await tryCase(workspace, one, { closingPreview: false });
      assert.deepEqual(problems, [], said);
    });
  }
}

describe(`an operation in which somebody is killed (${killSelection.length} of ${kills.length} cases, in process)`, () =>
  killsEndWell(killSelection, true));

const onEngine = [...(isWhole ? killSelection : engineKills), ...wholeSelection];
describe(`an operation in which somebody is killed (${onEngine.length} of ${kills.length} cases, on the real engine)`, () =>
  killsEndWell(onEngine, false));
