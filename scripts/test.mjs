// `npm test`: everything that must hold. The last line counts the tests, and each check beside them as one.
// Arguments go to mocha (`-g <text>`, files) and leave out the checks that have nothing to do with them.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { Failure, root, run, runScript } from "./children.mjs";
import { cleanEnvironment, compile, engine, install, runBin } from "./prepare.mjs";

const all = "test/dist/**/*.test.js";
/** Tests on the real engine take 10 to 60 seconds each. */
const timeoutMs = 180_000;
const count = { passed: 0, failed: 0 };
const say = (line) => process.stdout.write(`${line}\n`);

await runScript("npm test", async () => {
  try {
    await test(process.argv.slice(2));
  } catch (error) {
    count.failed += 1;
    throw error;
  } finally {
    // After what a failure has to say on standard error, which is written when this script ends.
    process.once("exit", () => say(`${count.passed} passed, ${count.failed} failed`));
  }
  return count.failed === 0 ? 0 : 1;
});

async function test(given) {
  await install();
  // A test whose source is gone must not run on.
  for (const path of ["test/dist", "test/tsconfig.tsbuildinfo"])
    rmSync(join(root, path), { recursive: true, force: true });
  say("Checks");
  await check("type-check", [() => compile()]);
  if (given.length === 0) {
    const cached = (file) => ["--cache", "--cache-location", `node_modules/.cache/${file}`];
    await check("lint", [
      () => runBin("eslint/bin/eslint.js", [".", "--max-warnings=0", ...cached("eslint")]),
      () => runBin("prettier/bin/prettier.cjs", ["--check", ".", ...cached("prettier")]),
    ]);
    await check("generated files", [
      () => run(process.execPath, ["scripts/generate.mjs", "--check"], { quiet: "all" }),
    ]);
  }
  await mocha(given, await engine());
}

/** One line for a check; what its commands say only where they fail. */
async function check(name, commands) {
  const from = Date.now();
  const results = await Promise.all(commands.map((command) => command()));
  const bad = results.filter(({ code }) => code !== 0);
  const seconds = Math.round((Date.now() - from) / 1000);
  say(`  ${bad.length === 0 ? "✔" : "✖"} ${name} (${seconds} s)`);
  for (const { text } of bad) say(text.trim().replace(/^/gm, "    "));
  count[bad.length === 0 ? "passed" : "failed"] += 1;
}

async function mocha(given, engineFolder) {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-platform-test-"));
  const counts = join(folder, "counts.json");
  const args = given.map(compiled);
  const named = args.some((arg) => arg.endsWith(".js") && existsSync(join(root, arg)));
  try {
    const { code } = await run(
      process.execPath,
      [
        join(root, "node_modules/mocha/bin/mocha.js"),
        ...["--forbid-only", "--timeout", `${timeoutMs}`],
        // Two files at a time: much of a test on the engine is waiting. More than two slow each other.
        ...["--parallel", "--jobs", "2"],
        ...["--require", join(root, "scripts/rejections.cjs")],
        ...["--reporter", join(root, "scripts/reporter.cjs")],
        ...["--reporter-option", `counts=${counts}`],
        ...args,
        ...(named ? [] : [all]),
      ],
      { env: { ...cleanEnvironment(), PLATFORM_TEST_ENGINE: engineFolder } },
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

/** A test may be named by its source. */
function compiled(arg) {
  return arg.replace(/^(?:\.\/)?test\/src\/(.+)\.ts$/, "test/dist/$1.js");
}
