// `npm test`: runs all checks and tests. The last line counts them: `N passed, N failed`.
// Arguments go to mocha (`-g <text>`, files). With arguments, lint and the check of generated files are left out.
// `--whole` also runs what a sample leaves out of the tests on the real engine. With a resource in
// `PLATFORM_TEST_RESOURCE`, the table of lifecycles has only this resource. With `PLATFORM_ENGINE=newest`, the tests run on
// the newest engine. `--without-engine` runs the folders of tests that need no engine, on every system.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, sep } from "node:path";
import process from "node:process";
import { install, root } from "./install.mjs";

const count = { passed: 0, failed: 0 };
process.once("exit", (code) => {
  if (code !== 0 && count.failed === 0) count.failed = 1;
  process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
});
install();
const { Failure, print, run, runScript, shown } = await import("./script.mjs");
const { cleanEnvironment, compile, engine, filesIn, removeStale, runBin } =
  await import("./prepare.mjs");
const { writePlugin } = await import("./release/plugins.mjs");

/** Whose imports have an order; `npm run lint` names the same folders. */
const imported = ["provider", "sdk", "simulator", "cli", "test/src/contract"];
/** Their tests need neither an engine nor a command of one system. */
const withoutEngine = ["decisions", "fixtures", "messages", "provider", "simulator", "wire"];
/** Tests on the real engine take 10 to 60 seconds each, and several times that on a busy machine. */
const timeoutMs = 300_000;
/** The files that take longest, for the first run of a checkout. */
const slowest = [
  "cli/drift/engine",
  "packages/packages",
  "engine/dying/kill",
  "engine/dying/recover",
  "variants/variants",
  "provider/duplicates/creation",
  "faults/dying/kills",
  "engine/decisions",
  "trust/fuzz-answers",
  "cli/export/exportAgain",
  "cli/apply/apply",
  "engine/plans",
  "faults/faults",
  "cli/hostile/hostileTexts",
  "trust/hostileInstance",
  "examples/examples",
  "cli/recover",
  "plugin/secrets",
  "lives/foundElsewhere",
  "engine/reference",
  "provider/journal/journalStores",
  "lifecycle/tables/table",
  "scripts/start",
  "engine/dying/damagedState",
  "hostile/hostile",
  "examples/promotion",
  "wire/limits",
  "plugin/do",
  "engine/replacements",
  "cli/comment/engine",
  "engine/dying/outlived",
  "upgrades/journals",
  "provider/duplicates/twins",
  "lifecycle/engine-dynamic",
  "harness/harness",
  "cli/awkward",
  "engine/texts/text",
  "plugin/move",
  "plugin/import",
  "lifecycle/engine-plugin",
  "engine/texts/messages",
  "contributing/example",
  "cli/diff",
  "engine/texts/notices",
  "examples/pipelineScripts",
  "lifecycle/bytes",
  "plugin/everyOutput",
  "engine/scale",
].map((file) => `test/dist/${file}.test.js`);
const cache = join(root, "node_modules/.cache");
const times = join(cache, "test-times.json");

await runScript("npm test", async () => {
  const flags = ["--whole", "--without-engine"];
  const args = process.argv.slice(2).filter((arg) => !flags.includes(arg));
  const hasEngine = !process.argv.includes("--without-engine");
  const isEverything = hasEngine && args.length === 0;
  const whole = process.argv.includes("--whole") ? { PLATFORM_TEST_WHOLE: "1" } : {};
  // The scripts that tests start use the same engine.
  const passed = ["PLATFORM_TEST_RESOURCE", "PLATFORM_ENGINE"].filter(
    (name) => process.env[name] !== undefined,
  );
  removeStale();
  print("Checks");
  (await check("type-check", [() => compile()]))();
  if (!hasEngine && !namesFiles(args.map(compiled)))
    args.push(...testFiles().filter(isWithoutEngine));
  const variables = {
    ...whole,
    ...Object.fromEntries(passed.map((name) => [name, process.env[name]])),
    ...(hasEngine && { PLATFORM_TEST_ENGINE: await engine() }),
    PLATFORM_TEST_BUILT: "1",
    // Tests change instances by hand right after runs.
    PLATFORM_VISIBILITY_DELAY_SECONDS: "0",
    // Commands written in Go end before their garbage takes much memory.
    GOGC: "400",
  };
  if (!isEverything) await mocha(args, variables);
  else {
    // The tests often wait. Meanwhile, the checks use the processors.
    const [, ...checks] = await Promise.all([
      mocha(args, variables),
      ...[format(), generatedFiles(), lint(), sizes()],
    ]);
    for (const show of checks) show();
  }
  return count.failed === 0 ? 0 : 1;
});

function lint() {
  return check("lint", [
    () => runBin("oxlint/bin/oxlint", ["--type-aware", "--deny-warnings"]),
    () => runBin("dependency-cruiser/bin/dependency-cruise.mjs", imported),
  ]);
}

function format() {
  return check("formatting", [() => runBin("oxfmt/bin/oxfmt", ["--check", "."])]);
}

function generatedFiles() {
  const script = "scripts/generate.mjs";
  return check("generated files", [() => run(process.execPath, [script, "--check"])]);
}

/** What grows is seen. */
function sizes() {
  return check("sizes", [() => run(process.execPath, ["scripts/size.mjs"])], { isShown: true });
}

/** Runs a check. Returns a function that prints a line, and the output of the commands that failed or of all. */
async function check(name, commands, { isShown = false } = {}) {
  const from = Date.now();
  const results = await Promise.all(commands.map((command) => command()));
  const failed = results.filter(({ code }) => code !== 0);
  const seconds = Math.round((Date.now() - from) / 1000);
  count[failed.length === 0 ? "passed" : "failed"] += 1;
  return () => {
    print(`  ${failed.length === 0 ? "✔" : "✖"} ${name} (${seconds} s)`);
    for (const { all } of isShown ? results : failed) print(all.trim().replace(/^/gm, "    "));
  };
}

async function mocha(given, variables) {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-test-"));
  const counts = join(folder, "counts.json");
  const plugin = join(folder, "plugin");
  // Tests without an engine start no plugin.
  if (variables.PLATFORM_TEST_ENGINE !== undefined) await writePlugin(plugin);
  // Everything that tests leave behind is removed with the folder. Servers run as other users in it.
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  chmodSync(folder, 0o711);
  const made = {
    PLATFORM_TEST_PACKED: join(folder, "packages"),
    PLATFORM_TEST_PLUGIN: plugin,
    ...{ TMPDIR: temporary, TEMP: temporary, TMP: temporary },
  };
  const args = given.map(compiled);
  mkdirSync(cache, { recursive: true });
  try {
    const { code } = await run(
      process.execPath,
      [
        join(root, "node_modules/mocha/bin/mocha.js"),
        ...["--forbid-only", "--timeout", `${timeoutMs}`],
        // More files at a time than two cores, because many tests wait for engines and instances.
        ...["--parallel", "--jobs", "5"],
        ...["--require", join(root, "scripts/mocha/rejections.cjs")],
        ...["--reporter", join(root, "scripts/mocha/reporter.cjs")],
        ...["--reporter-option", `counts=${counts}`],
        ...(given.length === 0 ? ["--reporter-option", `times=${times}`] : []),
        ...args,
        ...(namesFiles(args) ? [] : testFiles()),
      ],
      { env: { ...cleanEnvironment(), ...variables, ...made }, ...shown },
    );
    if (!existsSync(counts)) throw new Failure(`mocha ended early, with exit code ${code}`);
    const { passed, failed } = JSON.parse(readFileSync(counts, "utf8"));
    count.passed += passed;
    count.failed += failed;
    if (code !== 0 && failed === 0) throw new Failure(`mocha ended with exit code ${code}`);
    if (passed + failed === 0) throw new Failure("mocha found no test to run");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** All test files, the slowest of the last run of all first, so that all jobs end at about the same time. */
function testFiles() {
  const last = existsSync(times)
    ? JSON.parse(readFileSync(times, "utf8"))
    : Object.fromEntries(slowest.map((file, at) => [file, slowest.length - at]));
  const files = filesIn(join(root, "test/dist")).filter((file) => file.endsWith(".test.js"));
  const paths = files.map((file) => relative(root, file)).sort();
  return paths.sort((a, b) => (last[b] ?? 0) - (last[a] ?? 0));
}

/** Whether some of the compiled arguments are files. The words after -g can be names of folders. */
function namesFiles(args) {
  return args.some((arg) => arg.endsWith(".js") && existsSync(join(root, arg)));
}

/** The folder of a test below test/dist names what it tests. */
function isWithoutEngine(file) {
  return withoutEngine.includes(file.split(sep)[2]);
}

/** A test can be named by its source. */
function compiled(arg) {
  return arg.replace(/^(?:\.\/)?test\/src\/(.+)\.ts$/, "test/dist/$1.js");
}
