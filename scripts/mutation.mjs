// `npm run mutation`: breaks the code that decides, in one place at a time, and counts what the tests notice.
// Stryker changes a copy of the tree. Workspace links in the copy lead to the changed code.
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { copyTree } from "./copyTree.mjs";
import { install, root } from "./install.mjs";
import { reportOf, textOf } from "./mutation/report.mjs";
import { keyOf, sampleFile } from "./mutation/sample.mjs";

install();
const { Failure, print, run, runScript } = await import("./script.mjs");
const { cleanEnvironment, compile, filesIn, removeStale } = await import("./prepare.mjs");

/** Tests without an engine, the fastest first: a mutant needs no further test when one has failed. */
const tests = [
  ["decisions", ["table"]],
  ["lifecycle", ["table"]],
  [
    "provider",
    [
      ...["check", "mail", "collect", "notices", "replacements", "instances", "journalFolder"],
      ...["openValues", "resources", "answers", "extendedOnly", "ownership", "journalFiles"],
      ...["contract", "text", "oddLists", "previews", "triggers", "waiting", "actions", "proofs"],
    ],
  ],
  ["cli", ["comment/golden"]],
  ["provider", ["stackLock", "journal"]],
  ["lives", ["found"]],
  ["provider", ["twins", "creation"]],
].flatMap(([folder, names]) => names.map((name) => `test/dist/${folder}/${name}.test.js`));

await runScript("npm run mutation", async () => {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      mutants: { type: "string", default: "150" },
      rooms: {
        type: "string",
        default: "decisions,lifecycle,duplicates,process,journal,mail,once",
      },
      jobs: { type: "string", default: "2" },
      json: { type: "string" },
    },
  });
  const from = Date.now();
  removeStale();
  const { code, all } = await compile();
  if (code !== 0) throw new Failure(all.trim());
  const copy = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), "pulumi-platform-mutation-")));
  try {
    await prepareCopy(copy);
    const rooms = values.rooms.split(",");
    const possible = await mutantsIn(copy, rooms);
    const sample = sampleOf(possible, values.seed, Number(values.mutants));
    print(`${sample.length} of ${possible.length} mutants in ${rooms.join(", ")}`);
    const report = reportOf(await tryAll(copy, sample, Number(values.jobs)));
    const seconds = Math.round((Date.now() - from) / 1000);
    if (values.json) {
      const given = { seed: values.seed, rooms, possible: possible.length, seconds };
      fs.writeFileSync(
        resolve(root, values.json),
        JSON.stringify({ ...given, ...report }, null, 2),
      );
    }
    print(`\n${textOf(report)}\n${seconds} s`);
    return 0;
  } finally {
    process.chdir(root);
    fs.rmSync(copy, { recursive: true, force: true });
  }
});

/** Copies the tree, and installs Stryker and the mocha that it supports there. */
async function prepareCopy(copy) {
  copyTree(copy);
  const cwd = join(copy, "scripts/mutation");
  const args = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
  const { code, all } = await run("npm", args, { cwd });
  if (code !== 0) throw new Failure(`npm ci failed in scripts/mutation:\n${all.trim()}`);
  // What the tests leave behind goes with the copy.
  fs.mkdirSync(join(copy, "tmp"));
  process.chdir(copy);
  for (const name of Object.keys(process.env))
    if (!(name in cleanEnvironment())) delete process.env[name];
  process.env.TMPDIR = join(copy, "tmp");
}

/** The main file of a package of Stryker. */
function stryker(copy, name) {
  const folder = "scripts/mutation/node_modules/@stryker-mutator";
  return join(copy, folder, name, "dist/src/index.js");
}

async function mutantsIn(copy, rooms) {
  const files = rooms.flatMap((room) => filesIn(join(copy, "provider/src", room))).sort();
  if (files.length === 0) throw new Failure(`no room is named ${rooms.join(" or ")}`);
  const { Instrumenter } = await import(pathToFileURL(stryker(copy, "instrumenter")));
  const instrumenter = new Instrumenter({ debug() {}, info() {}, isDebugEnabled: () => false });
  const given = files.map((name) => ({
    ...{ name, mutate: true, content: fs.readFileSync(name, "utf8") },
  }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  return (await instrumenter.instrument(given, options)).mutants;
}

function sampleOf(mutants, seed, count) {
  const rank = (mutant) =>
    createHash("sha256")
      .update(`${seed} ${keyOf(mutant)}`)
      .digest("hex");
  const ranked = mutants.map((mutant) => [rank(mutant), mutant]);
  ranked.sort(([a], [b]) => (a < b ? -1 : 1));
  return ranked.slice(0, count).map(([, mutant]) => mutant);
}

async function tryAll(copy, sample, concurrency) {
  fs.writeFileSync(sampleFile, JSON.stringify(sample.map(keyOf)));
  const { Stryker } = await import(pathToFileURL(stryker(copy, "core")));
  const rangeOf = ({ fileName, location: { start, end } }) =>
    `${relative(copy, fileName)}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
  const results = await new Stryker({
    ...{ inPlace: true, mutate: sample.map(rangeOf), ignorePatterns: ["**", "!provider/src/**"] },
    ...{
      buildCommand: "node node_modules/typescript-native/bin/tsc -b provider --noCheck",
      disableTypeChecks: false,
    },
    ...{ testRunner: "mocha", coverageAnalysis: "perTest", ignoreStatic: true, concurrency },
    mochaOptions: { spec: tests, require: [join(copy, "scripts/mutation/hooks.cjs")] },
    checkers: ["sample"],
    plugins: [stryker(copy, "mocha-runner"), join(copy, "scripts/mutation/sample.mjs")],
    // A busy machine is no hanging mutant: hooks.cjs ends a test that hangs.
    ...{ timeoutFactor: 4, dryRunTimeoutMinutes: 30 },
    ...{ timeoutMS: 30_000, reporters: ["progress-append-only"], allowConsoleColors: false },
  }).runMutationTest();
  const texts = new Map(sample.map((mutant) => [keyOf(mutant), mutant]));
  const zeroBased = ({ line, column }) => ({ line: line - 1, column: column - 1 });
  return results.filter(({ location: { start, end }, ...rest }) =>
    texts.has(keyOf({ ...rest, location: { start: zeroBased(start), end: zeroBased(end) } })),
  );
}
