// `npm run docs:check`: runs every command of the pages, as a reader would. Arguments: pages, by default all, and
// `--limit` with the seconds that a command may take. The last line counts the commands: `N passed, N failed`.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { install, root } from "./install.mjs";

install();
const { failIfStopped, print, runScript } = await import("./script.mjs");
const { build, cleanEnvironment, engine } = await import("./prepare.mjs");
const { readPage, sectionOf } = await import("./docs-check/page.mjs");
const { startInstances } = await import("./docs-check/instances.mjs");
const { runSession } = await import("./docs-check/session.mjs");

/** No command of a page takes longer, except one that asks what the page does not announce. */
const options = { limit: { type: "string", default: "600" } };
const onTerminal = ["1. Pack the packages", "2. Set the passphrase and the token"];
const byHand = "Make the project by hand";
const count = { passed: 0, failed: 0 };
process.once("exit", (code) => {
  if (code !== 0 && count.failed === 0) count.failed = 1;
  process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
});

await runScript("npm run docs:check", async () => {
  await build();
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const tools = {
    engine: process.env.PLATFORM_TEST_ENGINE ?? (await engine()),
    limitMs: Number(values.limit) * 1000,
  };
  for (const path of positionals.length > 0 ? positionals : allPages()) {
    await check(path, tools);
    failIfStopped();
  }
  return count.failed === 0 ? 0 : 1;
});

/** The pages of the reference have tests of their own. Those of the decisions show no commands. */
function allPages() {
  const docs = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  const examples = readdirSync(join(root, "examples"));
  return [
    "README.md",
    ...docs.map((name) => join("docs", name)),
    ...examples.map((name) => join("examples", name, "README.md")),
    "simulator/README.md",
  ];
}

async function check(path, tools) {
  const page = readPage(readFileSync(path, "utf8"));
  const name = relative(root, path);
  const commands = page.steps.filter(({ command }) => command !== undefined);
  if (commands.length === 0) return;
  if (page.reason !== undefined) {
    print(`  - ${name}: ${counted(commands.length)} not run, because ${page.reason}`);
    return;
  }
  const instances = await startInstances(page.needs);
  try {
    const steps = [...stepsBefore(page), ...page.steps];
    const session = { ...tools, values: instances.values, environment: cleanEnvironment() };
    report(name, commands.length, await runSession({ ...page, steps }, session));
  } finally {
    instances.stop();
  }
}

/** What the reader of another page did before. Its commands do not count. */
function stepsBefore({ needs }) {
  const sections = [
    ...(needs.includes("project") || needs.includes("terminal") ? onTerminal : []),
    ...(needs.includes("project") ? [byHand] : []),
  ];
  const text = readFileSync(join(root, "docs/getting-started.md"), "utf8");
  return sections
    .flatMap((heading) => readPage(sectionOf(text, heading)).steps)
    .map((step) => ({ ...step, isBefore: true }));
}

function counted(commands) {
  return `${commands} ${commands === 1 ? "command" : "commands"}`;
}

function report(name, expected, results) {
  const isCounted = ({ step }) => step.command !== undefined && step.isBefore === undefined;
  const failed = results.find(({ problem }) => problem !== undefined);
  const passed = results.filter((one) => isCounted(one) && one !== failed).length;
  count.passed += passed;
  if (failed === undefined) return print(`  ✔ ${name}: ${counted(passed)}`);
  count.failed += Math.max(1, expected - passed);
  const { step, problem, output } = failed;
  const page = step.isBefore ? "docs/getting-started.md" : name;
  print(`  ✖ ${name}: failed at ${page}:${step.line}: ${step.command ?? step.file}`);
  print(`    ${problem}. ${expected - passed} of ${expected} commands did not pass.`);
  print(output.trim().split("\n").slice(-40).join("\n").replace(/^/gm, "    | "));
}
