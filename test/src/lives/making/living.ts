import { act } from "./acts";
import { followLast, openOptions } from "../judging/advice";
import { command } from "../command";
import type { Coverage } from "../coverage";
import { edit } from "./edits";
import { Environment } from "../worlds/environment";
import type { ExceptionName } from "../judging/exceptions";
import { meetEdit } from "./meeting";
import { noteAdopted } from "../judging/noting";
import type { Done } from "../judging/observed";
import { judge } from "../judging/judging";
import type { Broken } from "../judging/judging";
import type { Place } from "./place";
import { changeSetting } from "./settingChanges";
import { stackNames } from "../worlds/stackSlot";
import type { InstanceStep, Life, Step } from "./steps";
import type { OpenWorld } from "../worlds/world";

export { Place } from "./place";

/** Something that an invariant forbids. */
export interface Violation extends Broken {
  /** Counted from 0. */
  step: number;
  /** What the command said. */
  said: string;
}

export interface Lived {
  violation?: Violation;
  /** What each step turned out to be; absent where there was nothing to do it with. */
  words: (string | undefined)[];
  /** What the failures advised that applies. */
  advised: readonly Advised[];
  /** What was met. */
  coverage: Coverage;
  /** How often each exception was used. */
  exceptions: ReadonlyMap<ExceptionName, number>;
}

/** An option that a person has after a step. */
interface Advised {
  step: number;
  /** Its number among those that apply. */
  pick: number;
  option: string;
}

/** The life in which the person takes this option, instead of what came after the step. */
export const following = (life: Life, { step, pick }: Advised): Life => ({
  ...life,
  steps: [...life.steps.slice(0, step + 1), { kind: "advice", pick }],
});

/** Lives one life, until an invariant breaks or it is over. */
export async function live(life: Life, openWorld: OpenWorld, place: Place): Promise<Lived> {
  place.reset();
  const names = stackNames.slice(0, life.setup.stacks);
  const world = await openWorld(names, life.setup.runners);
  const environment = new Environment(life.setup, world, place);
  try {
    for (const name of names) await environment.configure(name);
    return await takeAll(life.steps, environment);
  } finally {
    await world.close();
    place.clearFaults();
  }
}

async function takeAll(steps: readonly Step[], environment: Environment): Promise<Lived> {
  const words: (string | undefined)[] = [];
  const { coverage, exceptions } = environment;
  const advised: Advised[] = [];
  const lived = { words, coverage, exceptions, advised };
  for (const [at, step] of steps.entries()) {
    const done = await take(step, environment);
    words.push(done?.words);
    if (done?.observed === undefined) continue;
    const broken = judge(done.observed, environment);
    const said = done.observed.told.text;
    if (broken !== undefined) return { ...lived, violation: { ...broken, step: at, said } };
    const options = step.kind === "command" ? await openOptions(environment) : [];
    options.forEach((option, pick) => advised.push({ step: at, pick, option }));
  }
  return lived;
}

async function take(step: Step, environment: Environment): Promise<Done | undefined> {
  switch (step.kind) {
    case "program":
      return inWords(changeProgram(step, environment));
    case "setting":
      return inWords(await changeSetting(environment, step));
    case "instance":
      return inWords(actAndMeet(step, environment));
    case "command":
      return command(environment, step);
    case "advice":
      return followLast(environment, step.pick);
  }
}

function actAndMeet(step: InstanceStep, environment: Environment): string | undefined {
  const words = act(environment, step);
  if (words !== undefined) environment.coverage.meet("acts on an instance", step.act);
  return words;
}

const inWords = (words: string | undefined): Done | undefined =>
  words === undefined ? undefined : { words };

function changeProgram(
  step: Extract<Step, { kind: "program" }>,
  environment: Environment,
): string | undefined {
  const { program, coverage } = environment;
  const way = program.entry;
  const isDone = edit(program, step.edit, step.pick, step.value, environment.freeIds());
  meetEdit(coverage, step.edit, way, isDone);
  if (!isDone) return undefined;
  noteAdopted(environment);
  const now = program.parts.map(
    ({ type, name, subject, content, opts, extra, aliases }) =>
      `${type} ${name}=${subject}.${content}${aliases.length > 0 ? ` was ${aliases}` : ""}${JSON.stringify({ ...opts, ...extra }).replace("{}", "")}`,
  );
  return `program: ${step.edit} → ${now.join("; ")}`;
}
