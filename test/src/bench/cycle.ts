import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { schedules } from "../engine/declarations";
import { root, Stack } from "../engine/stack";
import { pluginStack } from "../plugin/stack";
import type { BenchInstance } from "./instance";
import { watchMemory } from "./memory";
import type { Kind, Peaks } from "./memory";

/** Whose programs run: those of the dynamic resources and the plugin, and one with a provider as tutorials write it. */
export const contenders = ["dynamic", "plugin", "tutorial"] as const;
export type Contender = (typeof contenders)[number];

const stacks: Record<Contender, (settings: Record<string, string>) => Stack> = {
  dynamic: (settings) => new Stack(settings),
  plugin: (settings) => pluginStack(settings),
  tutorial: (settings) =>
    new Stack(
      settings,
      readFileSync(join(root, "test", "src", "bench", "tutorial", "program.cjs"), "utf8"),
    ),
};

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
    command: (contender) => ["preview", ...(contender === "plugin" ? [] : ["--refresh"])],
  },
  destroy: { title: "destroy", command: () => ["destroy", "--yes", "--skip-preview"] },
};
export type Phase = keyof typeof phases;
export const phaseNames = Object.keys(phases) as Phase[];

/** One life of a stack, measured. */
export interface Cycle {
  contender: Contender;
  size: number;
  seconds: Record<Phase, number>;
  calls: Record<Phase, number>;
  /** Inputs and outputs of one resource as the state holds them, on average. */
  stateBytes: number;
  /** The checkpoint file with all resources, as it lies on the disk. */
  checkpointBytes: number;
  peakBytes: Peaks;
}

/** Creates, previews, finds one edit among and destroys so many schedules. */
export async function runCycle(
  contender: Contender,
  size: number,
  instance: BenchInstance,
  { compressed, say }: { compressed: boolean; say: (line: string) => void },
): Promise<Cycle> {
  await instance.reset();
  const stack = stacks[contender]({
    ...instance.settings,
    PULUMI_DIY_BACKEND_ZSTD: String(compressed),
  });
  const cycle: Cycle = {
    contender,
    size,
    seconds: { up: 0, preview: 0, drift: 0, destroy: 0 },
    calls: { up: 0, preview: 0, drift: 0, destroy: 0 },
    stateBytes: 0,
    checkpointBytes: 0,
    peakBytes: {},
  };
  try {
    stack.declare(schedules(size));
    // The first command makes the stack, which is no part of what is timed.
    await stack.ok("config");
    for (const phase of phaseNames) {
      if (phase === "drift") await instance.editOne();
      await instance.forgetCalls();
      const memory = watchMemory();
      const start = performance.now();
      const text = await stack.ok(...phases[phase].command(contender));
      cycle.seconds[phase] = (performance.now() - start) / 1000;
      raise(cycle.peakBytes, memory.stop());
      cycle.calls[phase] = await instance.calls();
      say(
        `${size} ${contender}: ${phases[phase].title} ${cycle.seconds[phase].toFixed(1)} s, ${cycle.calls[phase]} calls`,
      );
      await mustHaveWorked(phase, size, text, instance);
      if (phase === "up") Object.assign(cycle, await stateSizes(stack, size));
    }
    return cycle;
  } finally {
    stack.remove();
  }
}

function raise(peaks: Peaks, seen: Peaks): void {
  for (const [kind, bytes] of Object.entries(seen) as [Kind, number][]) {
    peaks[kind] = Math.max(peaks[kind] ?? 0, bytes);
  }
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
