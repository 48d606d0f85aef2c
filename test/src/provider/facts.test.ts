import assert from "node:assert/strict";
import fs from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { allRoutes } from "../../../provider/dist/catalog";
import { assumptions } from "../contract/assumptions.js";
import { facts } from "../contract/index.js";
import {
  general,
  partsOf,
  pathsIn,
  specifiedParts,
  wrongLabels,
  wrongRefusalLabels,
  wrongRefusals,
} from "../contract/labels.js";
import { specified, specifiedErrors, type Specified } from "../contract/specified.js";
import { root } from "../engine/stacks/stack";
import { operationsOf, requiredInputs, routesByName } from "./specifiedBy";

const assumed = Object.values(assumptions).flat();

/** The values that the specification shows. */
const valuesOf = ({ values = {}, samples = [] }: Specified) => [
  ...samples,
  ...Object.values(values).flat(),
];

const quotedIn = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => word);

const lastName = (path: string) => path.split(".").at(-1) ?? "";

describe("the facts of the API", () => {
  for (const fact of facts) {
    it(`give sources to parts of ${fact.name} that exist`, () => {
      const known = [...partsOf(fact), "status", "query", "answer"];
      const parts = Object.keys(fact.parts ?? {});
      assert.deepEqual(
        parts.filter((part) => !known.includes(part)),
        [],
      );
    });

    it(`call in ${fact.name} specified what the specification lists, and nothing else`, () => {
      assert.deepEqual([...wrongLabels(fact), ...wrongRefusals(fact)], []);
      const parts = partsOf(fact);
      assert.deepEqual(
        specifiedParts(fact).filter((part) => !parts.includes(part)),
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

  it("cover the whole specification", () => {
    const known = facts.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(
      Object.keys(specified).filter((operation) => !known.includes(operation)),
      [],
    );
  });

  it("call specified what the specification says of every operation", () => {
    assert.deepEqual(
      general.flatMap((one) => wrongRefusalLabels("every operation", one, {})),
      [],
    );
  });

  it("name resources and functions that exist where they assume something", () => {
    assert.deepEqual(
      assumed.flatMap(({ where = [] }) => where).filter((name) => !routesByName.has(name)),
      [],
    );
  });

  it("say which values in assumptions the specification shows", () => {
    const wrong = assumed.filter(({ holds, where = [], shown = [] }) => {
      const values = where.flatMap((name) => operationsOf(name).flatMap(valuesOf));
      return !isDeepStrictEqual(
        quotedIn(holds).filter((word) => values.includes(word)),
        shown,
      );
    });
    assert.deepEqual(wrong, []);
  });

  it("assume no status of a documented operation that the specification lists", () => {
    const wrong = assumed.filter(
      ({ holds }) =>
        specifiedErrors.some((status) => new RegExp(`answers .*\\b${status}\\b`).test(holds)) &&
        !/extended|delete/i.test(holds),
    );
    assert.deepEqual(wrong, []);
  });

  it("assume each required field that the specification does not call required, and no other", () => {
    const wrong = [...routesByName.keys()].flatMap((name) => {
      const operations = operationsOf(name);
      const listed = operations.flatMap(({ request }) => pathsIn(request, ".")).map(lastName);
      const specifiedOnes = operations.flatMap(({ required = [] }) => required).map(lastName);
      const needed = requiredInputs(name).filter((field) => listed.includes(field));
      const rows = assumed.filter(
        ({ holds, where }) => holds.includes("require") && where?.includes(name),
      );
      const named = rows.flatMap(({ holds }) => quotedIn(holds));
      return [
        ...needed.filter((field) => named.includes(field) === specifiedOnes.includes(field)),
        ...named.filter((field) => specifiedOnes.includes(field)),
      ].map((field) => `${name}: ${field}`);
    });
    assert.deepEqual(wrong, []);
  });

  it("hold an assumption for every page that says so", () => {
    const named = assumed.flatMap(({ where = [] }) => where);
    const silent = [...routesByName.keys()].filter((name) => {
      const page = fs.readFileSync(join(root, "docs/reference", `${name}.md`), "utf8");
      const says = /Vendor documentation:|Observed:|Assumed:|is assumed\.|assumes/;
      return says.test(page) && !named.includes(name);
    });
    assert.deepEqual(silent, []);
  });
});
