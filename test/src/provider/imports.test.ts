import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..", "..", "..");

/** What the files of a place may import: the project's own files, by folder or file, and packages. */
interface Rule {
  place: string;
  own: readonly string[];
  packages: readonly string[];
}

const at = (folder: string, names: string) => names.split(" ").map((name) => `${folder}/${name}`);
const core = at("provider/src", "define fields wire");
const below = at("provider/src", "catalog define fields settings wire resources functions engine");

const rules: readonly Rule[] = [
  { place: "provider/src/wire", own: ["provider/src/wire"], packages: ["undici", "zod"] },
  {
    place: "provider/src/resources",
    own: [...core, "provider/src/resources"],
    packages: ["zod"],
  },
  {
    place: "provider/src/functions",
    own: [...core, "provider/src/resources", "provider/src/functions"],
    packages: ["zod"],
  },
  {
    place: "provider/src/engine",
    own: [...core, ...at("provider/src", "settings engine")],
    packages: ["zod"],
  },
  {
    place: "provider/src/faces",
    own: [...below, "provider/src/faces"],
    packages: ["zod", "@pulumi/pulumi", "@grpc/grpc-js", "google-protobuf"],
  },
  { place: "provider/src/define", own: at("provider/src", "settings wire"), packages: ["zod"] },
  { place: "provider/src/fields", own: [], packages: ["zod", "fastest-levenshtein"] },
  {
    place: "provider/src/settings",
    own: at("provider/src", "fields settings wire"),
    packages: ["zod"],
  },
  {
    place: "provider/src/catalog",
    own: at("provider/src", "define functions resources"),
    packages: [],
  },
  { place: "provider/src/index", own: at("provider/src", "faces wire"), packages: [] },
  {
    place: "sdk/src",
    own: ["sdk/src"],
    packages: ["pulumi-platform-provider", "@pulumi/pulumi"],
  },
  { place: "simulator/src", own: ["simulator/src"], packages: ["fastify", "commander"] },
  { place: "test/src/contract", own: ["test/src/contract"], packages: [] },
];

const under = (file: string, place: string) =>
  file === place || file === `${place}.ts` || file.startsWith(`${place}/`);

/** What a file imports and must not, as it would be said to its author. */
function violations(file: string, text: string): string[] {
  const rule = rules.find(({ place }) => under(file, place));
  if (rule === undefined) return [`${file}: no rule says what it may import`];
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => {
      if (name.startsWith("node:")) return false;
      if (!name.startsWith(".")) {
        return !rule.packages.some((known) => name === known || name.startsWith(`${known}/`));
      }
      const target = posix.join(posix.dirname(file), name).replace(/\.js$/, "");
      return !rule.own.some((place) => under(target, place));
    })
    .map((name) => `${file} must not import ${name}`);
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
}

describe("the direction of imports", () => {
  const places = ["provider/src", "sdk/src", "simulator/src", "test/src/contract"];
  for (const place of places) {
    it(`is kept by every file of ${place}`, () => {
      const files = filesBelow(place);
      assert.notDeepEqual(files, []);
      const found = files.flatMap((file) =>
        violations(file, readFileSync(join(root, file), "utf8")),
      );
      assert.deepEqual(found, []);
    });
  }

  it("has no rule for a place that is gone", () => {
    const files = places.flatMap(filesBelow);
    const idle = rules.filter(({ place }) => !files.some((file) => under(file, place)));
    assert.deepEqual(idle, []);
  });

  const wrong: [string, string, string][] = [
    ["wire", "provider/src/wire/client.ts", 'import type { Resource } from "../define";'],
    ["wire, of Pulumi", "provider/src/wire/client.ts", 'import * as p from "@pulumi/pulumi";'],
    ["resources", "provider/src/resources/group.ts", 'import { get } from "../engine/compare";'],
    ["resources, of a face", "provider/src/resources/a.ts", 'export * from "../faces/log";'],
    ["resources, of HTTP", "provider/src/resources/a.ts", 'import { Pool } from "undici";'],
    ["functions", "provider/src/functions/a.ts", 'const s = require("../settings");'],
    ["engine", "provider/src/engine/a.ts", 'import { group } from "../resources/group";'],
    [
      "engine, of Pulumi",
      "provider/src/engine/a.ts",
      'import type { X } from "@pulumi/pulumi/log";',
    ],
    ["faces, of HTTP", "provider/src/faces/a.ts", 'await import("undici");'],
    ["faces, of the SDK", "provider/src/faces/a.ts", 'import "../../../sdk/src/index";'],
    ["define", "provider/src/define.ts", 'import { same } from "./engine/compare";'],
    ["the SDK", "sdk/src/call.ts", 'import { readSettings } from "../../provider/dist/settings";'],
    ["the SDK, of HTTP", "sdk/src/call.ts", 'import { request } from "undici";'],
    ["the simulator", "simulator/src/api/a.ts", 'import "pulumi-platform-provider";'],
    ["the simulator, by path", "simulator/src/a.ts", 'import "../../provider/src/catalog";'],
    ["the contract", "test/src/contract/a.ts", 'import "pulumi-platform-simulator";'],
    ["the contract, of tests", "test/src/contract/a.ts", 'import "../wire/exchange.js";'],
    ["a file without a rule", "provider/src/new.ts", ""],
  ];
  for (const [what, file, text] of wrong) {
    it(`is seen to be broken by ${what}`, () => {
      assert.equal(violations(file, text).length, 1);
    });
  }

  it("is not seen to be broken by what may be", () => {
    const text = 'import "node:fs"; import { z } from "zod"; import "./retry"; // "../define"';
    assert.deepEqual(violations("provider/src/wire/client.ts", text), []);
    assert.deepEqual(violations("simulator/src/api/a.ts", 'import "../state.js";'), []);
  });
});
