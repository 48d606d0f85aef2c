import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import * as sdk from "pulumi-platform";
import { dynamicProviders } from "pulumi-platform-provider";
import { functions, resources } from "../../../provider/dist/catalog";
import { metaOf } from "../../../provider/dist/definition/meta";
import { unwrap } from "../../../provider/dist/definition/schema";
import {
  describe as sentenceOf,
  namedTypes,
  shownFields,
} from "../../../provider/generate/dist/types";
import { program } from "../engine/stacks/referencePages";
import { compile } from "../sdk/compile";

const root = join(__dirname, "..", "..", "..");

interface Entry {
  name: string;
  doc: string;
  args: z.ZodObject;
  schemas: readonly z.ZodObject[];
}

const entries: Entry[] = [
  ...resources.map((one) => ({ ...one, args: one.inputs, schemas: [one.inputs, one.outputs] })),
  ...functions.map((one) => ({ ...one, schemas: [one.args, one.result] })),
];

/** Every field of a schema by its path, in depth; lists are marked as the pages mark them. */
function fieldsIn(schema: z.ZodType, path = ""): [string, z.ZodType][] {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodArray) return fieldsIn(bare.element as z.ZodType, `${path}[]`);
  if (!(bare instanceof z.ZodObject)) return [];
  return shownFields(bare).flatMap(([name, field]) => {
    const next = path === "" ? name : `${path}.${name}`;
    return [[next, field] as [string, z.ZodType], ...fieldsIn(field, next)];
  });
}

/** The unions of a schema have a section of their own on its page, with the fields of each option. */
function optionsIn(schema: z.ZodType): [string, z.ZodType][] {
  return [...namedTypes(schema)]
    .filter(([, type]) => type instanceof z.ZodUnion)
    .flatMap(([, type]) =>
      (type as z.ZodUnion).options.flatMap((one) => fieldsIn(one as z.ZodType)),
    );
}

const isInUnion = (schema: z.ZodType, name: string | undefined) =>
  [...namedTypes(schema).values()].some(
    (type) =>
      type instanceof z.ZodUnion &&
      type.options.some((one) => metaOf(unwrap(one as z.ZodType)).typeName === name),
  );

/** The paths that the tables of a page name: an option of a union has its fields in the section of the union. */
function shownPaths(schema: z.ZodObject): string[] {
  const all = fieldsIn(schema);
  const options = all
    .filter(([, field]) => {
      const { typeName } = metaOf(unwrap(field));
      return typeName !== undefined && isInUnion(field, typeName);
    })
    .map(([path]) => `${path}.`);
  return [...all, ...optionsIn(schema)]
    .map(([path]) => path)
    .filter((path) => !options.some((option) => path.startsWith(option)));
}

/** The page of a name, with the tables that it takes from another page, apart from the fields that it excepts. */
function pageWithTables(name: string): string {
  const file = join(root, "docs", "reference", `${name}.md`);
  assert.ok(existsSync(file), `${file} is missing: run \`npm run generate\``);
  const page = readFileSync(file, "utf8");
  const form = /^All (\w+) of .*\((\w+)\.md#(\w+)\) except (.+), and:$/gm;
  return [...page.matchAll(form)].reduce(
    (text, [, kind = "", other = "", anchor, excepted = ""]) => {
      assert.equal(anchor, kind);
      const [, section = "", rest = ""] =
        new RegExp(`^## ${kind[0]?.toUpperCase()}${kind.slice(1)}$([^]*?)(?=^## )([^]*)`, "m").exec(
          pageWithTables(other),
        ) ?? [];
      const rows = section
        .split("\n")
        .filter((row) => !excepted.split(", ").some((field) => row.startsWith(`| ${field} `)));
      const unions = /^## ParameterSchema$[^]*/m.exec(rest) ?? [];
      return [text, ...rows, ...unions].join("\n");
    },
    page.replace(form, ""),
  );
}

describe("the catalog", () => {
  let said: Record<string, string[]>;
  before(function () {
    this.timeout(120_000);
    const programs = entries.flatMap(({ name }) => {
      const text = program(name, "typescript");
      return [
        [name, text],
        [`dynamic ${name}`, text.replace("pulumi-platform/plugin", "pulumi-platform")],
      ];
    });
    said = compile(Object.fromEntries(programs) as Record<string, string>);
  });

  it("names each thing once, and the SDK and the dynamic resources have the same names", () => {
    const names = entries.map(({ name }) => name);
    assert.deepEqual([...new Set(names)], names);
    const exported = new Set(Object.keys(sdk));
    const wanted = functions.flatMap(({ name }) => [name, `${name}Output`]);
    for (const name of [...resources.map((one) => one.name), ...wanted]) {
      assert.ok(exported.has(name), `pulumi-platform has no ${name}`);
    }
    assert.deepEqual(
      Object.keys(dynamicProviders).sort(),
      resources.map(({ name }) => name).sort(),
    );
  });

  for (const { name, doc, args, schemas } of entries) {
    it(`has an example of ${name} that compiles with the plugin and with the dynamic resources`, () => {
      assert.match(program(name, "typescript"), new RegExp(`platform\\.${name}(Output)?\\(`));
      assert.deepEqual(said[name], []);
      assert.deepEqual(said[`dynamic ${name}`], []);
    });

    it(`has a sentence for ${name} and for each of its fields`, () => {
      const isSentence = (text: string | undefined) => /^[A-Z].{8,}\.$/s.test(text ?? "");
      assert.ok(isSentence(doc), doc);
      const without = schemas
        .flatMap((schema) => [...fieldsIn(schema), ...optionsIn(schema)])
        .filter(([, field]) => !isSentence(sentenceOf(field)))
        .map(([path]) => path);
      assert.deepEqual(without, []);
    });

    it(`says where to find each id that ${name} takes`, () => {
      const silent = fieldsIn(args)
        .filter(([path]) => /(^|\.)id$|Ids?$/.test(path))
        .filter(([, field]) => metaOf(field).idOf === undefined);
      assert.deepEqual(
        silent.map(([path]) => path),
        [],
      );
    });

    it(`has a reference page of ${name} with each of its fields`, () => {
      const page = pageWithTables(name);
      for (const path of schemas.flatMap(shownPaths)) {
        assert.ok(page.includes(`\`${path}\``), `${path} is not on the page`);
      }
      const index = readFileSync(join(root, "docs", "reference", "README.md"), "utf8");
      assert.ok(index.includes(`(${name}.md)`), "it is not in the index");
    });
  }
});
