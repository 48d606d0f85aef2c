import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { functions, resources } from "../../../provider/dist/catalog";
import { unwrap } from "../../../provider/dist/definition/schema";
import type { PackageSchema, Properties, Spec } from "../../../provider/generate/dist/spec";
import { root } from "../engine/stacks/stack";

const schema = JSON.parse(
  readFileSync(join(root, "provider", "schema.json"), "utf8"),
) as PackageSchema & { provider: { inputProperties: Properties } };

const short = (token: string) => token.split(":").at(-1) ?? "";
const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const snake = (name: string) => name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
const words = (text: string) => new Set(text.split(/\s+/));

/** The classes that the generators make, with their properties. In C#, an enum has no properties but its words. */
const classes: Record<string, Properties> = {
  Provider: schema.provider.inputProperties,
  ...Object.fromEntries(
    Object.entries(schema.types).flatMap(([token, { properties }]) =>
      properties ? [[short(token), properties]] : [],
    ),
  ),
  ...Object.fromEntries(
    Object.entries(schema.resources).map(([token, one]) => [
      short(token),
      { ...one.inputProperties, ...one.properties },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(schema.functions).flatMap(([token, { inputs, outputs }]) => [
      [capital(short(token)), inputs.properties],
      [`${capital(short(token))}Result`, outputs.properties],
    ]),
  ),
};
const enums = Object.entries(schema.types).flatMap(([token, spec]) =>
  spec.enum ? [{ name: short(token), words: spec.enum as { value: string }[] }] : [],
);
const properties = Object.entries(classes).flatMap(([owner, named]) =>
  Object.entries(named).map(([name, spec]) => ({ owner, name, spec })),
);

/** What a language makes of a property, and the names that its classes already have. A generator never escapes them. */
const languages: Record<string, { named: (name: string) => string; members: Set<string> }> = {
  "C#": {
    named: capital,
    members: words("Equals GetHashCode GetType ToString Empty Invoke Get GetResourceType"),
  },
  Go: {
    named: capital,
    members: words("ID URN ElementType GetProvider Defaults ToOutput Underlying"),
  },
  Java: {
    named: String,
    members: words(
      "builder clone equals finalize getClass hashCode notify notifyAll toString wait urn get",
    ),
  },
  Python: {
    named: snake,
    members: words(
      "and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield self opts get",
    ),
  },
  TypeScript: { named: String, members: words("constructor get isInstance urn") },
};

describe("a name of the schema", () => {
  it("is an identifier without signs, so that every language has the same words", () => {
    for (const { owner, name } of properties) assert.match(name, /^[A-Za-z][A-Za-z0-9]*$/, owner);
    for (const name of Object.keys(classes)) assert.match(name, /^[A-Z][A-Za-z0-9]*$/);
  });

  for (const [language, { named, members }] of Object.entries(languages)) {
    it(`is one that no class in ${language} has already`, () => {
      const taken = properties.filter(({ name }) => members.has(named(name)));
      assert.deepEqual(
        taken.map(({ owner, name }) => `${owner}.${name}`),
        [],
      );
    });

    it(`stays different from all other names of its class in ${language}`, () => {
      for (const [owner, own] of Object.entries(classes)) {
        const names = Object.keys(own).map(named);
        assert.deepEqual([owner, names.length], [owner, new Set(names).size]);
      }
    });
  }

  it("is not that of its class, which C# forbids", () => {
    for (const { owner, name } of properties) {
      for (const suffix of ["", "Args", "InputArgs", "InvokeArgs", "Result", "State"])
        assert.notEqual(capital(name), owner + suffix);
    }
  });

  it("belongs to one class only, whatever a generator adds, on systems that ignore the case, too", () => {
    const added = ["", "Args", "Array", "Input", "InputArgs", "Map", "Output", "Ptr", "State"];
    const [types, others] = [
      [...Object.keys(classes), ...enums.map(({ name }) => name)],
      words("Config Either Input List Map Object Output Resource String Union Utilities"),
    ];
    const made = types.flatMap((name) => added.map((suffix) => (name + suffix).toLowerCase()));
    assert.equal(new Set(made).size, made.length);
    for (const name of types) assert.ok(!others.has(name), name);
  });

  it("is a constant of its own for each word to choose from", () => {
    assert.ok(enums.length > 0);
    for (const { name, words: allowed } of enums) {
      const constants = allowed.map(({ value }) => capital(value));
      for (const one of constants) assert.match(one, /^(?!Equals$)[A-Z][A-Za-z0-9]*(_[A-Z0-9]+)*$/);
      assert.deepEqual([name, new Set(constants).size], [name, constants.length]);
    }
  });
});

describe("the texts of the package", () => {
  it("are the same as XML, because the generator for C# does not escape them in the project file", () => {
    const { description, license, publisher, homepage, repository } = schema as unknown as Record<
      string,
      string
    >;
    for (const text of [description, license, publisher, homepage, repository])
      assert.match(text ?? "", /^[^&<>]+$/);
  });
});

/** Calls back with each field that the schema and the definition both have. */
function* both(spec: Spec, type: z.ZodType, path: string): Generator<[string, Spec, z.ZodType]> {
  yield [path, spec, type];
  const bare = unwrap(type);
  const { properties: named = {} } = spec.$ref
    ? (schema.types[spec.$ref.replace("#/types/", "")] ?? {})
    : spec;
  // Inside of the words and lists that can contain each other, every object has a discriminator.
  if (bare instanceof z.ZodArray && spec.items)
    yield* both(spec.items, bare.element as z.ZodType, `${path}[]`);
  if (!(bare instanceof z.ZodObject)) return;
  for (const [name, field] of Object.entries(bare.shape) as [string, z.ZodType][]) {
    if (named[name]) yield* both(named[name], field, `${path}.${name}`);
  }
}

describe("a number of the schema", () => {
  const fields = [
    ...resources.flatMap(({ name, inputs, outputs }) => {
      const spec = schema.resources[`platform:index:${name}`];
      assert.ok(spec, name);
      return [
        ...both({ properties: spec.inputProperties }, inputs, name),
        ...both({ properties: spec.properties }, outputs, name),
      ];
    }),
    ...functions.flatMap(({ name, args, result }) => {
      const spec = schema.functions[`platform:index:${name}`];
      assert.ok(spec, name);
      return [...both(spec.inputs, args, name), ...both(spec.outputs, result, name)];
    }),
  ];

  it("is an integer of 32 bits only where the definition allows no larger one", () => {
    const integers = fields.filter(([, { type }]) => type === "integer");
    assert.ok(integers.length > 0);
    for (const [path, , type] of integers) {
      for (const large of [2 ** 31, -(2 ** 31) - 1])
        assert.equal(type.safeParse(large).success, false, path);
    }
  });

  it("is never the only form of an id, which can have more digits than a number", () => {
    const ids = fields.filter(([path]) => /(\.id|Id|Ids|By)(\[\])?$/.test(path));
    assert.ok(ids.length > 20);
    const isText = ({ type, items, oneOf, $ref }: Spec): boolean =>
      type === "string" ||
      $ref !== undefined ||
      (items !== undefined && isText(items)) ||
      (oneOf ?? []).some(isText);
    assert.deepEqual(
      ids.filter(([, spec]) => !isText(spec)).map(([path]) => path),
      [],
    );
  });
});
