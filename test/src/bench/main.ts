import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { withArchive } from "./archive";
import { useEngine } from "../engine/stacks/engineFolder";
import { besideFloors, entrants, runCycle } from "./cycle";
import type { Cycle, RunOptions } from "./cycle";
import { compareField } from "./field";
import { overFloors } from "./floors";
import { BenchInstance } from "./instance";
import { compareJournals } from "./journals";
import { readOptions, usage } from "./options";
import type { Options } from "./options";
import { perObject } from "./perObject";
import { report } from "./report";
import { startOfPlugin } from "./start";

const say = (line: string) => void process.stderr.write(`${line}\n`);

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  if (options === "help") {
    process.stdout.write(usage);
    return;
  }
  await useEngine();

  const { latencyMs, repeat, compressed, json } = options;
  const { cycles, text } = await withArchive((archive) => measured(options, archive));
  const machine = { cores: cpus().length, node: process.version, platform: process.platform };
  if (json !== undefined) {
    writeFileSync(
      json,
      `${JSON.stringify({ machine, latencyMs, repeat, compressed, cycles }, undefined, 2)}\n`,
    );
  }
  const state = compressed ? "compressed state" : "state as it is written by default";
  const runs = repeat === 1 ? "one run" : `medians of ${repeat} runs`;
  process.stdout.write(
    `${latencyMs} ms per call, ${machine.cores} cores, Node ${machine.node}, ${state}, ${runs}\n\n`,
  );
  process.stdout.write(text);
}

async function measured(
  options: Options,
  archive: string,
): Promise<{ cycles: object[]; text: string }> {
  const { compressed, profiles } = options;
  if (profiles !== undefined) mkdirSync(profiles, { recursive: true });
  const run = { archive, compressed, profiles, say };
  if (options.field) return field(options, run);
  return options.journals ? compareJournals(options, run) : tutorial(options, run);
}

/** OpenTofu beside this package. */
async function field(
  options: Options,
  run: RunOptions,
): Promise<{ cycles: object[]; text: string }> {
  const { lives, text } = await compareField(options, run);
  return { cycles: lives, text };
}

/** A dynamic provider as tutorials write it, and providers that do nothing, beside this package. */
async function tutorial(
  options: Options,
  run: RunOptions,
): Promise<{ cycles: object[]; text: string }> {
  const { sizes, floor } = options;
  const cycles = await measure(options, run);
  const tables = sizes.map(
    (size) => `${floor ? "" : `${report(size, cycles)}\n`}${overFloors(size, cycles)}`,
  );
  return {
    cycles,
    text: `${tables.join("\n")}${perObject(sizes, cycles)}\n${await startOfPlugin(run.archive)}\n`,
  };
}

/** All runs on one instance, the contenders in turns: what slows the machine for a while slows both. */
async function measure(
  { sizes, latencyMs, repeat, floor }: Options,
  run: RunOptions,
): Promise<Cycle[]> {
  const instance = await BenchInstance.start(latencyMs);
  try {
    const cycles: Cycle[] = [];
    for (const size of sizes) {
      for (let turn = 0; turn < repeat; turn++) {
        for (const entrant of floor ? besideFloors : entrants) {
          cycles.push(await runCycle(entrant, size, instance, run));
        }
      }
    }
    return cycles;
  } finally {
    await instance.stop();
  }
}

main().catch((error: unknown) => {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
