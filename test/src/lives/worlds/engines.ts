import { setTimeout as sleep } from "node:timers/promises";
import { kinds } from "pulumi-platform-simulator";
import { liveOnBoth } from "./bothEngines";
import { InProcessWorld } from "./inProcessWorld";
import { live, Place } from "../making/living";
import type { Lived } from "../making/living";
import { RealProject } from "./realProject";
import { RealWorld } from "./realWorld";
import { canMount } from "./smallDisk";
import type { Life, Step } from "../making/steps";
import type { OpenWorld } from "./world";

export const engines = ["in-process", "real", "both"] as const;
export type Engine = (typeof engines)[number];

/** Where one life after the other is lived. */
export interface LifeEngine {
  once: (life: Life) => Promise<Lived>;
  close: () => Promise<void>;
}

const inProcess =
  (life: Life, deleteOrder?: () => readonly string[]): OpenWorld =>
  (names, runners) =>
    Promise.resolve(new InProcessWorld(life.setup.entry, names, runners, deleteOrder));

const onReal =
  (project: RealProject): OpenWorld =>
  (names, runners) =>
    Promise.resolve(new RealWorld(project, names, runners));

/**
 * How long a life may take before it counts as one that never ends. A list without an end takes up to 30 s, and a
 * command reads several.
 */
const longestMs = { "in-process": 600_000, real: 3_600_000, both: 3_600_000 };

/** Opens what lives are lived on. A life that never ends fails, and the next one gets another place. */
export async function openEngine(engine: Engine): Promise<LifeEngine> {
  let opened = await open(engine);
  const longest = longestMs[engine];
  const once = async (life: Life): Promise<Lived> => {
    const over = new AbortController();
    const late = sleep(longest, undefined, { signal: over.signal }).then(async () => {
      void opened.close();
      opened = await open(engine);
      throw new Error(`it did not end within ${longest / 1000} s`);
    });
    return Promise.race([opened.once(life), late]).finally(() => over.abort());
  };
  return { once, close: () => opened.close() };
}

async function open(engine: Engine): Promise<LifeEngine> {
  const place = await Place.open();
  if (engine === "in-process") {
    return { once: (life) => live(life, inProcess(life), place), close: () => place.close() };
  }
  const project = await RealProject.open({ isCompared: engine === "both" });
  const other = engine === "both" ? await Place.open() : undefined;
  const once = (life: Life) => {
    const real = { open: onReal(project), place, takeCalls: project.takeCalls };
    if (other === undefined) return live(life, real.open, place);
    const open = (deleteOrder: () => readonly string[]) => inProcess(life, deleteOrder);
    return liveOnBoth(life, real, { open, place: other });
  };
  const close = async () => {
    project.close();
    await place.close();
    await other?.close();
  };
  return { once, close };
}

/** What lives on an engine leave out, with the reason. */
export function leftOut(engine: Engine): { reason: string; isLeftOut: (step: Step) => boolean }[] {
  const both = engine === "both";
  const timed = ["delay", "hang", "drip", "endless"];
  const all = [
    {
      when: both,
      reason: "faults that delay, because the engines would meet them at different times",
      isLeftOut: (step: Step) =>
        step.kind === "command" &&
        step.fault !== undefined &&
        timed.includes(kinds[step.fault.kind % kinds.length] ?? ""),
    },
    {
      when: both,
      reason: "hostile instances, because the engines would meet them at different times",
      isLeftOut: (step: Step) => step.kind === "instance" && step.act === "hostile",
    },
    {
      when: both,
      reason: "commands that are cut short, because no two cuts come at the same moment",
      isLeftOut: (step: Step) => step.kind === "command" && step.cut !== undefined,
    },
    {
      when: both,
      reason: "commands that do several things at a time, because their order is never the same",
      isLeftOut: () => false,
    },
    {
      when: both,
      reason: "clocks that are ahead",
      isLeftOut: (step: Step) => step.kind === "setting" && step.change === "clock ahead",
    },
    {
      when: both,
      reason:
        "writes that are shown some seconds late, because the engines would see them at different times",
      isLeftOut: (step: Step) =>
        step.kind === "instance" && step.act === "late" && step.value % 3 === 0,
    },
    {
      when: both || (engine === "real" && !canMount()),
      reason: "full disks, which need root to mount a small one",
      isLeftOut: (step: Step) =>
        (step.kind === "setting" && step.change === "disk full") ||
        (step.kind === "command" && step.cut?.how === "disk full"),
    },
  ];
  return all.filter(({ when }) => when);
}

/** A life without the steps that an engine leaves out. */
export function possibleOn(engine: Engine, life: Life): Life {
  const without = leftOut(engine);
  const steps = life.steps.filter((step) => !without.some(({ isLeftOut }) => isLeftOut(step)));
  return { ...life, steps };
}
