// Runs the commands of one page.
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../install.mjs";
import { print } from "../script.mjs";
import { startInstances } from "./instances.mjs";
import { readPage, sectionOf } from "./page.mjs";
import { runSession } from "./session.mjs";

const terminal = {
  page: "docs/getting-started.md",
  heading: "2. Set the passphrase and the token",
};
const project = { page: "docs/languages.md", heading: "TypeScript" };

/**
 * Runs the commands of a page and prints what became of them. Returns how many passed and how many failed.
 * `source` is where the reader gets the packages, `path` the folders at the front of PATH.
 */
export async function checkPage(file, { source, path, limitMs }) {
  const page = pageOf(readFileSync(file, "utf8"), source);
  const name = relative(root, file);
  const commands = page.steps.filter(({ command }) => command !== undefined).length;
  if (commands === 0) return { passed: 0, failed: 0 };
  if (page.reason !== undefined) {
    print(`  - ${name}: ${counted(commands)} not run, because ${page.reason}`);
    return { passed: 0, failed: 0 };
  }
  const from = Date.now();
  const instances = await startInstances(page.needs, source.simulator);
  try {
    const steps = [...stepsBefore(page, source), ...page.steps];
    const session = { source, path, limitMs, values: { ...source.values, ...instances.values } };
    const results = await runSession({ ...page, steps }, session);
    return report({ name, commands, results, seconds: Math.round((Date.now() - from) / 1000) });
  } finally {
    instances.stop();
  }
}

/** Pulumi takes `~` from the system, whatever HOME says. */
const inHome = (command) =>
  command.replaceAll("pulumi login --local", 'pulumi login "file://$HOME"');

/** The page as the reader of these packages uses it. */
function pageOf(text, { textOf, commandOf }) {
  const page = readPage(textOf(text));
  const steps = page.steps.map((step) =>
    step.command === undefined ? step : { ...step, command: inHome(commandOf(step.command)) },
  );
  return { ...page, steps };
}

/** What the reader of another page did before. Its commands do not count. */
function stepsBefore({ needs }, source) {
  const sections = [
    ...(needs.includes("project") || needs.includes("terminal") ? [terminal] : []),
    ...(needs.includes("project") ? [project] : []),
  ];
  return sections.flatMap(({ page, heading }) => {
    const text = readFileSync(join(root, page), "utf8");
    return pageOf(sectionOf(text, heading), source).steps.map((step) => ({ ...step, page }));
  });
}

const counted = (commands) => `${commands} ${commands === 1 ? "command" : "commands"}`;

function report({ name, commands, results, seconds }) {
  const isCounted = ({ step }) => step.command !== undefined && step.page === undefined;
  const failed = results.find(({ problem }) => problem !== undefined);
  const passed = results.filter((one) => isCounted(one) && one !== failed).length;
  if (failed === undefined) {
    print(`  ✔ ${name}: ${counted(passed)} (${seconds} s)`);
    return { passed, failed: 0 };
  }
  const { step, problem, output } = failed;
  const page = step.page ?? name;
  print(`  ✖ ${name}: failed at ${page}:${step.line}: ${step.command ?? step.file}`);
  print(`    ${problem}. ${commands - passed} of ${commands} commands did not pass.`);
  print(output.trim().split("\n").slice(-40).join("\n").replace(/^/gm, "    | "));
  return { passed, failed: Math.max(1, commands - passed) };
}
