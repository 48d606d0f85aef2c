import assert from "node:assert/strict";
import fs from "node:fs";
import { join } from "node:path";
import { allRoutes, functions, resources } from "../../../provider/dist/catalog";
import { assumptions } from "../contract/assumptions.js";
import { facts, type Fact, type Shape } from "../contract/index.js";
import { root } from "../engine/stack";

/** Every path in a shape, as `parts` of a fact names it. */
function pathsIn(shape: Shape | undefined, at: string): string[] {
  if (shape === undefined || typeof shape === "string") return [at];
  if (Array.isArray(shape)) return [at, ...pathsIn((shape as readonly [Shape])[0], `${at}[]`)];
  const fields = Object.entries(shape as Readonly<Record<string, Shape>>);
  return [at, ...fields.flatMap(([name, inner]) => pathsIn(inner, `${at}.${name}`))];
}

const partsOf = (fact: Fact) => [
  ...Object.keys(fact.params ?? {}).map((name) => `path.${name}`),
  ...pathsIn(fact.requestFields, "request"),
  ...pathsIn(fact.responseFields, "answer"),
  ...["query", "status", ...fact.statuses.map((status) => `status.${status}`)],
];

describe("the facts of the API", () => {
  for (const fact of facts) {
    it(`give sources to parts of ${fact.name} that exist`, () => {
      const parts = Object.keys(fact.parts ?? {});
      assert.deepEqual(
        parts.filter((part) => !partsOf(fact).includes(part)),
        [],
      );
    });
  }

  it("call an operation specified exactly where the provider calls it documented", () => {
    const calls = (all: readonly { method: string; path: string }[]) =>
      all.map(({ method, path }) => `${method} ${path}`).sort();
    const specified = allRoutes.filter((one) => one.source === "specification");
    assert.deepEqual(calls(facts.filter((fact) => fact.source === "SPEC")), calls(specified));
  });

  it("take no status 400 from the specification, which has none", () => {
    const wrong = facts.flatMap(({ name, errors }) =>
      errors
        .filter(
          ({ status, source, parts }) => status === 400 && (parts?.status ?? source) === "SPEC",
        )
        .map(({ when }) => `${name}: ${when}`),
    );
    assert.deepEqual(wrong, []);
  });

  it("name resources and functions that exist where they assume something", () => {
    const known = [...resources, ...functions].map(({ name }) => name);
    const named = Object.values(assumptions).flatMap((all) =>
      all.flatMap(({ where }) => where ?? []),
    );
    assert.deepEqual(
      named.filter((name) => !known.includes(name)),
      [],
    );
  });

  it("hold an assumption for every page that says so", () => {
    const named = Object.values(assumptions).flatMap((all) =>
      all.flatMap(({ where }) => where ?? []),
    );
    const silent = [...resources, ...functions].filter(({ name }) => {
      const page = fs.readFileSync(join(root, "docs/reference", `${name}.md`), "utf8");
      return /Vendor documentation:|Observed:|assumes/.test(page) && !named.includes(name);
    });
    assert.deepEqual(
      silent.map(({ name }) => name),
      [],
    );
  });
});
