import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../engine/stack";
import { allCells } from "./cell";
import { killRuns } from "./kill-runs";
import { runMatrix } from "./matrix";
import { readOptions, usage } from "./options";
import { Random } from "./random";
import { Results } from "./results";
import { soak } from "./soak";

const say = (line: string) => void process.stderr.write(`${line}\n`);

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") {
    process.stdout.write(usage);
    return 0;
  }
  // Nothing that is set here may point the engine or the provider somewhere else.
  const ours = Object.keys(process.env).filter((name) => /^(PULUMI|PLATFORM)_/.test(name));
  for (const name of ours) Reflect.deleteProperty(process.env, name);
  const script = pathToFileURL(join(root, "scripts", "engine.mjs")).href;
  const { engineFolder } = (await import(script)) as { engineFolder: () => Promise<string> };
  process.env.PLATFORM_TEST_ENGINE = await engineFolder();
  let stopping = false;
  process.once("SIGINT", () => (stopping = true));
  const stopped = () => stopping;

  const random = new Random(options.seed);
  if (options.soak > 0) {
    say(`seed ${options.seed}`);
    const { soak: rounds, jobs, seed } = options;
    const failures = await soak(rounds, seed, { jobs, stopped, say });
    const done = `${rounds} rounds with seed ${seed} and ${jobs} jobs`;
    process.stdout.write([...failures, `${done}: ${failures.length} failed`, ""].join("\n"));
    return failures.length === 0 ? 0 : 1;
  }

  const { only, jobs, quick } = options;
  const cells = allCells().filter(({ name }) => only === undefined || name.includes(only));
  if (cells.length === 0) throw new Error(`no cell has "${only}" in its name`);
  const results = new Results(join(root, ".faults", "matrix.jsonl"), options.fresh);
  await runMatrix(cells, results, { jobs, quick, stopped, say });
  process.stdout.write(`${results.summary(cells)}\n`);
  const failures: string[] = [];
  if (options.kills > 0 && !stopped()) {
    say(`seed ${options.seed}`);
    failures.push(...(await killRuns(options.kills, random, { stopped, say })));
    process.stdout.write(
      [
        ...failures,
        `${options.kills} killed runs of 60 creates: ${failures.length} failed`,
        "",
      ].join("\n"),
    );
  }
  const good = cells.every((cell) => (results.of(cell)?.ending ?? "failed") !== "failed");
  return good && failures.length === 0 ? 0 : 1;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  },
);
