import assert from "node:assert/strict";
import { isWhole } from "../../harness/lives/sampled";
import { tryCase } from "../cases/faultCase";
import type { FaultCase, Result } from "../cases/faultCase";
import { inProcessJobs, tryAll } from "../pool";
import { engineKills, killSelection, kills, wholeSelection } from "../cases/sample";
import { noCheckpoints } from "../workspace";
import { Workspaces } from "../workspaces";

/** All cases in process are tried in one go. */
const allCasesMs = 900_000;

/** The cases take turns with and without checkpoints: each setting meets both entries. */
const inTurns = (cases: readonly FaultCase[]) =>
  cases.map((one, at) => {
    const isStored = at % 4 < 2 && !wholeSelection.includes(one);
    const title = `ends well after ${one.name}, ${isStored ? "with" : "without"} checkpoints`;
    return { one, isStored, title };
  });

describe(`an operation in which somebody is killed (${killSelection.length} of ${kills.length} cases, in process)`, () => {
  const cases = inTurns(killSelection);
  const results = new Map<FaultCase, Result>();
  before(async function () {
    this.timeout(allCasesMs);
    const how = { jobs: inProcessJobs, closingPreview: false, inProcess: true };
    const tryThose = (stored: boolean) =>
      tryAll(
        cases.filter(({ isStored }) => isStored === stored).map(({ one }) => one),
        { ...how, environment: stored ? {} : noCheckpoints },
        (one, result) => results.set(one, result),
      );
    await Promise.all([true, false].map(tryThose));
  });

  for (const { one, title } of cases)
    it(title, () => {
      const { problems, said } = results.get(one) ?? assert.fail("it was not tried");
      assert.deepEqual(problems, [], said);
    });
});

const onEngine = inTurns([...(isWhole ? killSelection : engineKills), ...wholeSelection]);
describe(`an operation in which somebody is killed (${onEngine.length} of ${kills.length} cases, on the real engine)`, () => {
  const stored = new Workspaces();
  const forgotten = new Workspaces(noCheckpoints);
  after(() => Promise.all([stored, forgotten].map((workspaces) => workspaces.close())));

  for (const { one, isStored, title } of onEngine)
    it(title, async () => {
      const workspace = await (isStored ? stored : forgotten).for(one);
      const { problems, said } = await tryCase(workspace, one, { closingPreview: false });
      assert.deepEqual(problems, [], said);
    });
});
