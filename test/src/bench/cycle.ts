import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { schedules } from "../engine/stacks/declarations";
import { root, Stack } from "../engine/stacks/stack";
import { pluginStack } from "../plugin/stack";
import type { BenchInstance } from "./instance";
import { kinds, watchUsage } from "./usage";
import type { Usage } from "./usage";

/** Whose programs run: those of the dynamic resources and the plugin, and one with a provider as tutorials write it. */
export const contenders = ["dynamic", "plugin", "tutorial"] as const;
/**
 * Providers that answer and do nothing: what engine and program need without ours. Those that work make and delete
 * objects and note that, without any check, and have the engine read each object as the plugin does to see drift.
 */
export const floors = {
  dynamic: ["floor of dynamic", "working floor of dynamic"],
  plugin: ["floor of plugin", "working floor of plugin"],
} as const;
export type Floored = keyof typeof floors;
const ofPlugin: readonly string[] = ["plugin", ...floors.plugin];
type Floor = (typeof floors)[Floored][number];
export type Contender = (typeof contenders)[number] | Floor;

const source = (...path: string[]) => join(root, "test", "src", "bench", ...path);
const program = (folder: string) => readFileSync(source(folder, "program.cjs"), "utf8");

const atWork = { FLOOR_WORK: source("floor", "work.cjs") };
const stacks: Record<Contender, (settings: Record<string, string>, archive: string) => Stack> = {
  dynamic: (settings) => new Stack(settings),
  plugin: (settings, archive) => pluginStack(settings, undefined, archive),
  tutorial: (settings) => new Stack(settings, program("tutorial")),
  "floor of dynamic": (settings) => new Stack(settings, program("floor")),
  "floor of plugin": (settings) => pluginStack(settings, undefined, source("floor")),
  "working floor of dynamic": (settings) => new Stack({ ...settings, ...atWork }, program("floor")),
  "working floor of plugin": (settings) =>
    pluginStack({ ...settings, ...atWork }, undefined, source("floor")),
};

/** How they run: as Pulumi does by itself, and as a team that keeps its journal can run it. */
export const modes = {
  default: { environment: {}, options: [] },
  recommended: {
    environment: { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_DIY_BACKEND_ZSTD: "true" },
    options: ["--parallel", "64"],
  },
} as const;
export type Mode = keyof typeof modes;

interface Entrant {
  contender: Contender;
  mode: Mode;
  /** Further settings. */
  environment?: Record<string, string>;
}

/** Beside their floors, in turns. */
export const besideFloors: readonly Entrant[] = (["plugin", "dynamic"] as const).flatMap((ours) =>
  [...floors[ours], ours].map((contender) => ({ contender, mode: "recommended" as const })),
);

/** What is measured, in this order. Without a journal, nobody can leave out checkpoints safely. */
export const entrants: readonly Entrant[] = [
  { contender: "dynamic", mode: "default" },
  { contender: "plugin", mode: "default" },
  { contender: "tutorial", mode: "default" },
  ...besideFloors,
];

/**
 * What is timed, in this order: the same commands for everyone, but that only the plugin sees drift without
 * being asked to look for it.
 */
export const phases: Record<
  "up" | "preview" | "drift" | "destroy",
  { title: string; command: (contender: Contender) => string[] }
> = {
  up: { title: "up", command: () => ["up", "--yes", "--skip-preview"] },
  preview: { title: "preview, unchanged", command: () => ["preview"] },
  drift: {
    title: "drift-aware preview, one edit",
    command: (contender) => ["preview", ...(ofPlugin.includes(contender) ? [] : ["--refresh"])],
  },
  destroy: { title: "destroy", command: () => ["destroy", "--yes", "--skip-preview"] },
};
export type Phase = keyof typeof phases;
export const phaseNames = Object.keys(phases) as Phase[];

/** One life of a stack, measured. */
export interface Cycle {
  contender: Contender;
  mode: Mode;
  size: number;
  seconds: Record<Phase, number>;
  calls: Record<Phase, number>;
  /** Inputs and outputs of one resource as the state holds them, on average. */
  stateBytes: number;
  /** The checkpoint file with all resources, as it lies on the disk. */
  checkpointBytes: number;
  usage: Record<Phase, Usage>;
}

export interface RunOptions {
  /** The folder with the plugin as the engine downloads it. */
  archive: string;
  compressed: boolean;
  /** The folder for profiles. */
  profiles?: string;
  say: (line: string) => void;
}

/** Creates, previews, finds one edit among and destroys so many schedules. */
export async function runCycle(
  { contender, mode, ...more }: Entrant,
  size: number,
  instance: BenchInstance,
  { archive, compressed, profiles, say }: RunOptions,
): Promise<Cycle> {
  await instance.reset();
  const { environment, options } = modes[mode];
  const settings = {
    ...instance.settings,
    PULUMI_DIY_BACKEND_ZSTD: String(compressed),
    ...environment,
    ...more.environment,
  };
  const stack = stacks[contender](settings, archive).withoutShortcuts();
  const none = (): Usage => ({ peakBytes: {}, cpuSeconds: {} });
  const cycle: Cycle = {
    contender,
    mode,
    size,
    seconds: { up: 0, preview: 0, drift: 0, destroy: 0 },
    calls: { up: 0, preview: 0, drift: 0, destroy: 0 },
    stateBytes: 0,
    checkpointBytes: 0,
    usage: { up: none(), preview: none(), drift: none(), destroy: none() },
  };
  try {
    stack.declare(schedules(size));
    // The first command makes the stack, which is no part of what is timed.
    await stack.ok("config");
    for (const phase of phaseNames) {
      if (phase === "drift" && !isFloor(contender)) await instance.editOne();
      await instance.forgetCalls();
      if (profiles !== undefined) profile(stack, profiles, [size, contender, mode, phase]);
      const watch = watchUsage();
      const start = performance.now();
      const text = await stack.ok(...phases[phase].command(contender), ...options);
      cycle.seconds[phase] = (performance.now() - start) / 1000;
      cycle.usage[phase] = watch.stop();
      cycle.calls[phase] = await instance.calls();
      const cpu = kinds.map((kind) => cycle.usage[phase].cpuSeconds[kind]?.toFixed(1) ?? "-");
      say(
        `${size} ${contender}, ${mode}: ${phases[phase].title} ${cycle.seconds[phase].toFixed(1)} s, ${cycle.calls[phase]} calls, CPU of ${kinds.join(", ")} ${cpu.join(", ")} s`,
      );
      if (!isFloor(contender)) await mustHaveWorked(phase, size, text, instance);
      if (phase === "up") Object.assign(cycle, await stateSizes(stack, size));
    }
    return cycle;
  } finally {
    stack.remove();
  }
}

const isFloor = (contender: Contender) =>
  Object.values(floors).some((names: readonly Contender[]) => names.includes(contender));

/** The provider and the program of the next command write profiles that begin with these words. */
function profile({ env }: Stack, folder: string, words: readonly (string | number)[]): void {
  Object.assign(env, {
    NODE_OPTIONS: `--require ${join(root, "test", "src", "bench", "profile.cjs")}`,
    BENCH_PROFILES: folder,
    BENCH_PROFILE: words.join("-"),
  });
}

/** A fast run that did something else would be worth nothing. */
async function mustHaveWorked(
  phase: Phase,
  size: number,
  text: string,
  instance: BenchInstance,
): Promise<void> {
  const left = await instance.schedules();
  const expected = phase === "destroy" ? 0 : size;
  if (left !== expected) throw new Error(`${left} schedules after ${phase}, not ${expected}`);
  const updates = Number(/~ (\d+) to update/.exec(text)?.[1] ?? 0);
  if (updates !== (phase === "drift" ? 1 : 0)) {
    throw new Error(`${phase} found ${updates} updates:\n${text}`);
  }
}

async function stateSizes(stack: Stack, size: number) {
  const exported = await stack.ok("stack", "export");
  const { deployment } = JSON.parse(exported) as {
    deployment: { resources: { type: string; inputs?: object; outputs?: object }[] };
  };
  const bytes = deployment.resources
    .filter(({ type }) => /^(pulumi-nodejs|platform):/.test(type))
    .map(({ inputs, outputs }) => JSON.stringify(inputs) + JSON.stringify(outputs))
    .reduce((sum, json) => sum + Buffer.byteLength(json), 0);
  const folder = join(stack.folder, "state", ".pulumi", "stacks", "program");
  const checkpoint = readdirSync(folder).find((name) => /^test\.json(\.zst|\.gz)?$/.test(name));
  if (checkpoint === undefined) throw new Error(`no checkpoint in ${folder}`);
  return {
    stateBytes: Math.round(bytes / size),
    checkpointBytes: statSync(join(folder, checkpoint)).size,
  };
}
