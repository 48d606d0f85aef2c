import assert from "node:assert/strict";
import { variants } from "pulumi-platform-simulator";
import { facts } from "../contract/index.js";
import { routesOf } from "./acts";
import { allCases, deedOf, oneIn, sample } from "./cases";
import type { VariantCase } from "./cases";
import { tryAll } from "./tryAll";
import type { Result } from "./tryAll";

/** All cases are tried in one go. */
const allCasesMs = 900_000;

/** The variants that the table has. Values that are stored otherwise, and the order of executions, have their own tests. */
const names = Object.keys(variants).filter((name) => !["stores", "oldest-first"].includes(name));
const nameOf = (variant: string) => variant.replace(/:.*/, "");

describe(`an instance that answers otherwise (one case in ${oneIn}, more of absences: ${sample.length} of ${allCases.length}, in process)`, () => {
  const results = new Map<VariantCase, Result>();
  before(function () {
    this.timeout(allCasesMs);
    return tryAll(sample, (one, result) => results.set(one, result));
  });

  for (const one of sample) {
    it(`ends as the rules demand: ${one.name}`, () => {
      const { problems, said } = results.get(one) ?? assert.fail("it was not tried");
      assert.deepEqual(problems, [], said);
    });
  }

  it("shows each of its variants in several of the cases", () => {
    for (const name of names) {
      const met = sample.filter((one) => one.variants.some((variant) => nameOf(variant) === name));
      const struck = met.filter((one) => results.get(one)?.isStruck);
      assert.ok(struck.length > 1, `${name}: ${struck.length} of ${met.length}`);
    }
  });
});

describe("the table of variants", () => {
  it("has every variant of the simulator", () => {
    const met = new Set(allCases.map(({ variants: [variant] }) => nameOf(variant)));
    assert.deepEqual([...met].sort(), names.toSorted());
  });

  it("meets each variant with every endpoint of the specification, through both entries", () => {
    const endpoints = facts
      .filter(({ source }) => source === "SPEC")
      .map(({ method, path }) =>
        `${method} ${path}`.replace("GET /v1/w", "GET /workflow-api/v1/w"),
      );
    const met = new Set(
      allCases.flatMap(({ act, entry, variants: [variant] }) =>
        [...routesOf(act, entry)].map((route) => `${entry} ${nameOf(variant)}: ${route}`),
      ),
    );
    const everywhere = names.filter(
      (variant) => !/no-extended|slow-text|ignored-|says-no/.test(variant),
    );
    const missed = ["dynamic", "plugin"].flatMap((entry) =>
      everywhere.flatMap((variant) =>
        endpoints.map((route) => `${entry} ${variant}: ${route}`).filter((one) => !met.has(one)),
      ),
    );
    assert.deepEqual(missed, []);
  });

  it("has every variant, deed and function in the sample", () => {
    const deedsOf = (cases: readonly VariantCase[]) => [...new Set(cases.map(deedOf))].sort();
    assert.deepEqual(deedsOf(sample), deedsOf(allCases));
    assert.deepEqual(
      [...new Set(sample.map(({ variants: [variant] }) => nameOf(variant)))].sort(),
      names.toSorted(),
    );
  });
});
