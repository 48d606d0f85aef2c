import { existsSync } from "node:fs";
import { join } from "node:path";
import { manifest } from "../../../cli/dist/manifest";
import { useEngine } from "../engine/stacks/engineFolder";
import { recordPlans } from "./plans";
import { recordings, writeRecording } from "./recording";
import { recordStacks } from "./stacks";

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Records the set of the version that is built. */
async function main(): Promise<void> {
  const { version } = manifest;
  const folder = join(recordings, version);
  if (existsSync(folder)) {
    throw new Error(
      `test/recordings/${version} exists. The set of a released version never changes. If ${version} is not released, remove the folder first.`,
    );
  }
  await recordPlans(folder);
  await useEngine();
  for await (const [name, recording] of recordStacks()) {
    writeRecording(join(folder, name), recording);
    say(`Recorded ${name}.`);
  }
}

main().then(
  () => process.exit(),
  (error: unknown) => {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  },
);
