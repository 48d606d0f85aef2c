import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { functions, resources } from "../../../provider/dist/catalog";
import { shown } from "../../../provider/generate/dist/calls";
import { csharpProgram } from "../../../provider/generate/dist/csharpProgram";
import { goProgram } from "../../../provider/generate/dist/goProgram";
import { javaProgram } from "../../../provider/generate/dist/javaProgram";
import { literal, pythonNotation, yaml } from "../../../provider/generate/dist/literals";
import { root } from "../engine/stacks/stack";
import { routesByName } from "../provider/specifiedBy";

const order = {
  resource: [
    "Example",
    "Arguments",
    "Outputs",
    "Import",
    "Preview, refresh, update and delete",
    "API calls and permissions",
    "Limits",
    "ParameterSchema",
  ],
  function: [
    "Example",
    "Arguments",
    "Result",
    "Preview, refresh, update and delete",
    "API calls and permissions",
    "ParameterSchema",
  ],
};
/** What some pages have nothing to say about. */
const optional = ["Outputs", "Limits", "ParameterSchema"];

const textOf = (name: string) =>
  readFileSync(join(root, "docs", "reference", `${name}.md`), "utf8").replace(
    /^```[\s\S]*?^```$/gm,
    "",
  );

describe("a page of the reference", () => {
  for (const [kind, named] of Object.entries({ resource: resources, function: functions })) {
    for (const { name } of named) {
      it(`on ${name} has its sections in the order of all pages`, () => {
        const headings = [...textOf(name).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
        const sections = order[kind as keyof typeof order];
        assert.deepEqual(
          headings,
          sections.filter((one) => headings.includes(one) || !optional.includes(one)),
        );
      });

      it(`on ${name} has its example in every language, folded up but for the first`, () => {
        const page = readFileSync(join(root, "docs", "reference", `${name}.md`), "utf8");
        const [, example = ""] = /^## Example$([^]*?)^The examples use/m.exec(page) ?? [];
        const shape = example
          .replace(/^(```\w+)\n[^]*?^```$/gm, "$1")
          .replace(/<details>\n<summary>(.+)<\/summary>/g, "$1:")
          .split(/\s+/)
          .filter((word) => word !== "" && word !== "</details>");
        assert.deepEqual(shape, [
          ...["```typescript", "Python:", "```python", "Go:", "```go", "YAML:", "```yaml"],
          ...["C#:", "```csharp", "Java:", "```java"],
        ]);
      });

      it(`on ${name} has a heading for each column, and rows in each table`, () => {
        const tables = textOf(name).match(/(^\|.*\n)+/gm) ?? [];
        assert.ok(tables.length > 0);
        for (const table of tables) {
          const [headings = "", line = "", ...rows] = table.trim().split("\n");
          assert.match(headings, /^\|( +\S[^|]*\|)+$/);
          assert.match(line, /^\|( -+ \|)+$/);
          assert.ok(rows.length > 0, table);
        }
      });

      it(`on ${name} says of each call what the token's user needs`, () => {
        const [, section = ""] =
          /^## API calls and permissions$([^]*?)(^## |$(?![^]))/m.exec(textOf(name)) ?? [];
        const [headings = [], , ...rows] = section
          .split("\n")
          .filter((line) => line.startsWith("|"))
          .map((line) =>
            line
              .split("|")
              .slice(1, -1)
              .map((cell) => cell.trim()),
          );
        assert.equal(headings.at(-1), "the token's user needs");
        assert.ok(rows.length > 0);
        for (const row of rows) {
          assert.match(row[0] ?? "", /^`(GET|POST|PUT|DELETE) [^`]+`$/);
          assert.match(
            row.at(-1) ?? "",
            /^not documented$|\((specification|vendor documentation|observed)\)$/,
          );
        }
        const routes = routesByName.get(name) ?? [];
        assert.deepEqual(
          [...new Set(rows.map(([call]) => call))].sort(),
          [...new Set(routes.map(shown))].sort(),
        );
      });
    }
  }
});

describe("a program of the reference", () => {
  it("quotes in YAML what a reader of YAML would take for something else", () => {
    const values = {
      a: "yes",
      b: "12",
      c: "a: b",
      d: "",
      e: "2024-06-30",
      f: "MON",
      g: 8,
      h: true,
    };
    assert.equal(
      yaml({ ...values, i: [{ j: "#1", k: "one two" }] }),
      [
        ...["", `a: "yes"`, `b: "12"`, `c: "a: b"`, `d: ""`, `e: "2024-06-30"`, "f: MON", "g: 8"],
        ...["h: true", "i:", `  - j: "#1"`, "    k: one two"],
      ].join("\n"),
    );
  });

  it("has the types of the schema in Go, Java and C#, and values of one line in a column", () => {
    const field = (value: string) => ({ kind: "string", value }) as const;
    const args = [
      ["title", field("a")],
      ["id", field("b")],
      ["parts", { kind: "list", of: "Part", items: [] }],
      ["part", { kind: "object", type: "Part", fields: [["size", { kind: "number", value: 1 }]] }],
      ["other", { kind: "map", of: undefined, entries: [["key", { kind: "null" }]] }],
    ] as const;
    const example = { name: "a-b", variable: "aB", type: "Thing", args, exports: [] };
    const resource = { ...example, isFunction: false, hasResource: false };
    assert.match(
      goProgram(resource),
      /\t\tTitle: p.*\n\t+Id: {4}p.*\n\t+Parts: platform\.PartArray\{\},\n\t+Part: &platform\.PartArgs\{\n\t+Size: pulumi\.Float64\(1\),/,
    );
    assert.match(javaProgram(resource), /\.part\(PartArgs\.builder\(\)\n +\.size\(1\.0\)/);
    assert.match(csharpProgram(resource), /new Platform\.Inputs\.PartArgs\n +\{\n +Size = 1,/);
    const reads = { ...example, type: "getThing", isFunction: true, hasResource: true };
    assert.match(
      goProgram(reads),
      /platform\.LookupThingOutput\(ctx, platform\.LookupThingOutputArgs/,
    );
    assert.match(csharpProgram(reads), /Platform\.GetThing\.Invoke.*[^]*Inputs\.PartInputArgs/);
  });

  it("has the words of Python, and lines of 90 characters", () => {
    assert.equal(literal({ a: true, b: [null] }, pythonNotation), `{"a": True, "b": [None]}`);
    const long = literal(["x".repeat(50), "y".repeat(50)], pythonNotation);
    assert.equal(long.split("\n").length, 4);
  });
});
