import type { Cells } from "./coverage";
import { openEngine, possibleOn } from "./worlds/engines";
import type { Engine, LifeEngine } from "./worlds/engines";
import { lifeFrom } from "./making/generate";
import { following } from "./making/living";
import type { Lived } from "./making/living";
import { shrink } from "./shrink";
import type { Life } from "./making/steps";
import { told } from "./judging/told";
import type { Answer, Call } from "./workers";

/** What a worker asks of the process that started it. */
export interface Requests {
  /** The seed of the next life; undefined where there is none. */
  next: () => number | undefined;
  /** Counts a broken invariant, and says whether to shrink the life. */
  broken: (invariant: string) => boolean;
  crashed: () => void;
  /** Counts an option that can be followed, and says whether it has to be. */
  advised: (option: string) => boolean;
  met: (cells: Cells) => void;
  print: (text: string) => void;
}

/** The arguments of a worker, as JSON. */
export interface WorkerOptions {
  engine: Engine;
  steps: number;
  /** Lives at a time in this process. */
  jobs: number;
  shows: boolean;
}

/** A real life takes about a minute. */
const realPatience = 12;

const waiting = new Map<number, (answer: unknown) => void>();
let calls = 0;

function ask<Name extends keyof Requests>(
  name: Name,
  ...args: Parameters<Requests[Name]>
): Promise<ReturnType<Requests[Name]>> {
  return new Promise((resolve) => {
    const id = ++calls;
    waiting.set(id, resolve as (answer: unknown) => void);
    process.send?.({ id, name, args } satisfies Call);
  });
}

process.on("message", ({ id, answer }: Answer) => {
  waiting.get(id)?.(answer);
  waiting.delete(id);
});
// The process that started this one has ended.
process.on("disconnect", () => process.exit(1));

async function work(options: WorkerOptions): Promise<void> {
  const { engine, steps } = options;
  const { once, close } = await openEngine(engine);
  for (;;) {
    const seed = await ask("next");
    if (seed === undefined) break;
    const life = possibleOn(engine, lifeFrom(seed, steps));
    const lived = await liveOne(life, once, options);
    for (const advised of lived?.advised ?? [])
      if (await ask("advised", advised.option))
        await liveOne(following(life, advised), once, options);
  }
  await close();
}

/** Lives a life, and tells what came of it; undefined if it could not be lived. */
async function liveOne(
  life: Life,
  once: LifeEngine["once"],
  { engine, shows }: WorkerOptions,
): Promise<Lived | undefined> {
  const { seed } = life;
  let lived: Lived;
  try {
    lived = await once(life);
  } catch (error) {
    await ask("print", `seed ${seed}: ${(error as Error).stack}`);
    await ask("crashed");
    return undefined;
  }
  await ask("met", lived.coverage.cells);
  if (shows) await ask("print", told(life, lived));
  const { violation } = lived;
  if (violation === undefined) return lived;
  if (await ask("broken", violation.invariant)) {
    const patience = engine === "in-process" ? undefined : realPatience;
    const shrunk = await shrink(life, lived, once, patience);
    await ask("print", told(shrunk.life, shrunk.lived));
  } else {
    const [what] = violation.what;
    await ask(
      "print",
      `seed ${seed}, ${life.steps.length} steps: ${violation.invariant}: ${what?.slice(0, 600).replaceAll("\n", " ")}`,
    );
  }
  return lived;
}

const options = JSON.parse(process.argv[2] ?? "") as WorkerOptions;
Promise.all(Array.from({ length: options.jobs }, () => work(options))).then(
  () => process.exit(0),
  async (error: unknown) => {
    await ask("print", String((error as Error).stack));
    process.exit(1);
  },
);
