import { randomInt } from "node:crypto";
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { useEngine } from "../engine/stacks/engineFolder";
import { Random } from "../faults/cases/random";
import { canSeparateMachines } from "../harness/lives/separateMachines";
import { parts } from "./parts";
import { Command } from "./processes";
import { scenarios } from "./scenarios";
import { findParts, Servers } from "./servers";
import { Steps } from "./steps";

const usage = `npm run gitops -- [options]

  The pipelines of examples/gitops on a real forge, with real runners, a real state, and simulated instances.

  --only TEXT    only the scenarios with this text in their names
  --seed S       of the moments at which runners die; drawn unless given
  --keep         keep the folder with all files
`;

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean" },
      only: { type: "string", default: "" },
      seed: { type: "string" },
      keep: { type: "boolean", default: false },
    },
  });
  if (values.help === true) {
    print(usage);
    return 0;
  }
  const chosen = scenarios.filter(({ name }) => name.includes(values.only));
  if (chosen.length === 0) throw new Error(`No scenario has "${values.only}" in its name.`);

  const found = await findParts(new Set(chosen.flatMap(({ needs }) => needs)));
  const runnable = chosen.filter(({ name, needs }) => {
    const reasons = needs.flatMap((part) => {
      const one = found.get(part);
      return one !== undefined && "reason" in one ? [`${parts[part].name}: ${one.reason}`] : [];
    });
    if (reasons.length > 0) print(`not run: ${name}, because of ${reasons.join("; ")}`);
    return reasons.length === 0;
  });
  const steps = new Steps(print);
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  if (runnable.length > 0) {
    print(`seed ${seed}`);
    if (!canSeparateMachines())
      print("not shown: runners that see no processes of each other (unshare)");
    await useEngine();
    const servers = await Servers.start(newFolder(values.keep), found);
    for (const { name, run } of runnable) {
      await steps.scenario(name, (step) => run(step, servers, new Random(seed)));
    }
  }
  const notRun = chosen.length - runnable.length;
  const missing = notRun === 0 ? "" : `, ${notRun} not run`;
  print(`\n${steps.passed} passed, ${steps.failed} failed${missing}`);
  return steps.failed + notRun === 0 ? 0 : 1;
}

function newFolder(keep: boolean): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "pulumi-platform-gitops-")));
  // PostgreSQL runs as another user, and must reach its own folder.
  chmodSync(folder, 0o711);
  if (keep) print(`The files are in ${folder}`);
  process.once("exit", () => {
    Command.endAll();
    if (!keep) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const) {
  process.on(signal, () => process.exit(code));
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
