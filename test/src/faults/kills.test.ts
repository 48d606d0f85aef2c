import assert from "node:assert/strict";
import { tryCase } from "./faultCase";
import type { FaultCase } from "./faultCase";
import { killSelection, kills, wholeSelection } from "./sample";
import { noCheckpoints } from "./workspace";
import { Workspaces } from "./workspaces";

describe(`an operation in which somebody is killed (${killSelection.length + wholeSelection.length} of ${kills.length} cases, on the real engine)`, () => {
  const stored = new Workspaces();
  const forgotten = new Workspaces(noCheckpoints);
  after(() => Promise.all([stored, forgotten].map((workspaces) => workspaces.close())));

  function endsWell(one: FaultCase, workspaces: Workspaces): void {
    const checkpoints = workspaces === stored ? "with checkpoints" : "without checkpoints";
    it(`ends well after ${one.name}, ${checkpoints}`, async () => {
      const workspace = await workspaces.for(one);
      const { problems, said } = await tryCase(workspace, one, { closingPreview: false });
      assert.deepEqual(problems, [], said);
    });
  }

  // The selection takes turns through the entries.
  for (const [at, one] of killSelection.entries()) endsWell(one, at % 4 < 2 ? stored : forgotten);
  for (const one of wholeSelection) endsWell(one, forgotten);
});
