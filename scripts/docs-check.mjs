// `npm run docs:check`: runs every command of the pages, as a reader would who has a clone. Arguments: pages, by
// default all, and `--limit` with the seconds that a command may take. The last line counts the commands:
// `N passed, N failed`.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { install, root } from "./install.mjs";

install();
const { Failure, failIfStopped, run, runScript } = await import("./script.mjs");
const { build, engine } = await import("./prepare.mjs");
const { checkPage } = await import("./docs-check/check.mjs");
const { clone } = await import("./docs-check/clone.mjs");
const { readPage } = await import("./docs-check/page.mjs");

/** No command of a page takes longer, except one that asks what the page does not announce. */
const options = { limit: { type: "string", default: "600" } };
const count = { passed: 0, failed: 0 };
process.once("exit", (code) => {
  if (code !== 0 && count.failed === 0) count.failed = 1;
  process.stdout.write(`${count.passed} passed, ${count.failed} failed\n`);
});

await runScript("npm run docs:check", async () => {
  await build();
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const pages = positionals.length > 0 ? positionals : allPages();
  const tools = {
    source: clone,
    path: [process.env.PLATFORM_TEST_ENGINE ?? (await engine())],
    limitMs: Number(values.limit) * 1000,
  };
  if (pages.some((page) => readPage(readFileSync(page, "utf8")).needs.includes("clone")))
    await pack();
  for (const page of pages) {
    const { passed, failed } = await checkPage(page, tools);
    count.passed += passed;
    count.failed += failed;
    failIfStopped();
  }
  return count.failed === 0 ? 0 : 1;
});

async function pack() {
  const { code, all } = await run(process.execPath, [join(root, "scripts/pack.mjs")]);
  if (code !== 0) throw new Failure(`npm run pack failed:\n${all.trim()}`, code);
}

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
