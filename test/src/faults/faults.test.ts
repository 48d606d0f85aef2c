import assert from "node:assert/strict";
import type { FaultCase, Result } from "./cases/faultCase";
import { inProcessJobs, tryAll } from "./pool";
import { callCases, callSample, engineKills, kills, killSelection } from "./cases/sample";

/** All cases are tried in one go. */
const allCasesMs = 900_000;

describe(`an operation whose call is disturbed (${callSample.length} of ${callCases.length} cases, in process)`, () => {
  const results = new Map<FaultCase, Result>();
  before(function () {
    this.timeout(allCasesMs);
    return tryAll(callSample, { jobs: inProcessJobs, closingPreview: false }, (one, result) =>
      results.set(one, result),
    );
  });

  for (const one of callSample) {
    it(`ends well after ${one.name}`, () => {
      const { problems, said } = results.get(one) ?? assert.fail("it was not tried");
      assert.deepEqual(problems, [], said);
    });
  }
});

describe("the part of the fault matrix that belongs to the tests", () => {
  const operationsOf = (cases: readonly FaultCase[]) =>
    [...new Set(cases.map(({ operation }) => operation.name))].sort();
  const faultsOf = (cases: readonly FaultCase[]) =>
    [...new Set(cases.map(({ entry, moment, kind }) => `${entry}: ${moment} ${kind}`))].sort();

  it("disturbs every operation, and has every fault at every moment through both entries", () => {
    assert.deepEqual(operationsOf(callSample), operationsOf(callCases));
    assert.deepEqual(faultsOf(callSample), faultsOf(callCases));
  });

  it("kills each victim at each moment, and each through both entries", () => {
    const kindsOf = (cases: readonly FaultCase[]) =>
      [...new Set(cases.map(({ entry, kind }) => `${entry}: ${kind}`))].sort();
    const momentsOf = (cases: readonly FaultCase[]) =>
      [...new Set(cases.map(({ kind, moment }) => `${kind} ${moment}`))].sort();
    assert.deepEqual(kindsOf(killSelection), kindsOf(kills));
    assert.deepEqual(momentsOf(killSelection), momentsOf(kills));
  });

  it("kills each victim, each at another moment, on the real engine through both entries", () => {
    const valuesOf = (cases: readonly FaultCase[], key: "kind" | "moment" | "entry") =>
      new Set(cases.map((one) => one[key]));
    for (const key of ["kind", "entry"] as const)
      assert.deepEqual(valuesOf(engineKills, key), valuesOf(kills, key));
    assert.equal(valuesOf(engineKills, "moment").size, engineKills.length);
  });
});
