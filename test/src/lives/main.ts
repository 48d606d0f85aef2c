import { parseArgs } from "node:util";
import { Coverage } from "./coverage";
import { engines, leftOut } from "./worlds/engines";
import type { Engine } from "./worlds/engines";
import { withWorkers } from "./workers";

const usage = `npm run lives -- [options]

  Lives lives of programs, stacks and instances that a seed makes up, and says where a promise broke.

  --seed S      of the first life; drawn unless given
  --lives 100   how many; each has the seed after the one before
  --steps 30    how many things are done in each
  --follow 3    how often lives end by following an option of a message, for each option
  --jobs 4      lives at a time, in at most as many processes as the machine has cores
  --engine E    in-process, real, or both: then it compares what each command does on the two;
                default: in-process
  --show        prints the steps of every life
  --no-shrink   prints a broken life as it is
`;

/** How many broken lives of an invariant are shrunk. */
const mostShrunk = 6;

const print = (text: string) => void process.stdout.write(`${text}\n`);

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string" },
      lives: { type: "string", default: "100" },
      steps: { type: "string", default: "30" },
      follow: { type: "string", default: "3" },
      jobs: { type: "string", default: "4" },
      engine: { type: "string", default: "in-process" },
      show: { type: "boolean", default: false },
      "no-shrink": { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    print(usage);
    return 0;
  }
  const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const [lives, steps] = [Number(values.lives), Number(values.steps)];
  const engine = values.engine as Engine;
  if (!engines.includes(engine)) throw new Error(`--engine is one of ${engines.join(", ")}`);
  print(`seed ${first}`);
  for (const { reason } of leftOut(engine)) print(`Left out: ${reason}`);
  const coverage = new Coverage();
  const broken = new Map<string, number>();
  const countBroken = (what: string): number => {
    const count = (broken.get(what) ?? 0) + 1;
    broken.set(what, count);
    return count;
  };
  const advised = new Map<string, number>();
  let [next, lived] = [0, 0];
  const from = Date.now();
  const seconds = () => Math.round((Date.now() - from) / 1000);
  await withWorkers(
    { engine, steps, jobs: Number(values.jobs), shows: values.show },
    {
      next: () => (next < lives ? first + next++ : undefined),
      broken: (invariant) => countBroken(invariant) <= mostShrunk && !values["no-shrink"],
      advised: (option) => {
        const count = (advised.get(option) ?? 0) + 1;
        advised.set(option, count);
        return count <= Number(values.follow);
      },
      crashed: () => void countBroken("crash"),
      met: (cells) => {
        coverage.addAll({ cells });
        lived += 1;
        if (lived % 10 === 0 && lived < lives)
          print(`${lived} of ${lives} lives in ${seconds()} s`);
      },
      print,
    },
  );
  print(String(coverage));
  print(coverage.adviceText);
  const { neverMet } = coverage;
  print(neverMet.length === 0 ? "every command was met" : `never met: ${neverMet.join(", ")}`);
  const total = [...broken.values()].reduce((sum, one) => sum + one, 0);
  print([...broken].map(([what, times]) => `${times} × ${what}`).join("\n"));
  print(`${lives} lives of ${steps} steps in ${seconds()} s, ${total} broken`);
  return total === 0 ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    print(String((error as Error).stack));
    process.exit(1);
  },
);
