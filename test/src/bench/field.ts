import { schedules } from "../engine/stacks/declarations";
import { runCycle } from "./cycle";
import type { Contender, Mode, RunOptions } from "./cycle";
import { BenchInstance } from "./instance";
import { OpenTofu, programs } from "./openTofu";
import type { Programs } from "./openTofu";
import type { Options } from "./options";
import { median, table } from "./table";

/** By default, Pulumi writes the whole state after each step, so twice the objects take up to four times as long. */
const mostByDefault = 1_000;

/** What both engines do, and what their users call it. */
const phases = { up: "up / apply", drift: "preview / plan, one edit", destroy: "destroy" };
type Phase = keyof typeof phases;
const phaseNames = Object.keys(phases) as Phase[];

/** One life of a stack, measured. */
interface Life {
  name: string;
  size: number;
  seconds: Record<Phase, number>;
  calls: Record<Phase, number>;
}
type Live = (size: number, instance: BenchInstance) => Promise<Omit<Life, "name" | "size">>;

/** All runs of one comparison, one after the other on one instance. */
export async function compareField(
  { sizes, latencyMs, repeat }: Pick<Options, "sizes" | "latencyMs" | "repeat">,
  run: RunOptions,
): Promise<{ lives: Life[]; text: string }> {
  const built = await programs();
  const opponent =
    typeof built === "string"
      ? `not run: OpenTofu with its provider restapi (${built})`
      : `OpenTofu ${built.versions.tofu} with its provider restapi ${built.versions.provider}`;
  run.say(opponent);
  const ours =
    (contender: Contender, mode: Mode, environment = {}): Live =>
    (size, instance) =>
      runCycle({ contender, mode, environment }, size, instance, run);
  const entrants: Record<string, Live> = {
    "dynamic, recommended": ours("dynamic", "recommended"),
    "plugin, default": ours("plugin", "default"),
    "plugin, recommended": ours("plugin", "recommended"),
    // OpenTofu reads each schedule, so it sees an edit of any field.
    "plugin, recommended, all details": ours("plugin", "recommended", {
      PLATFORM_READ_DETAILS: "refresh",
    }),
    ...(typeof built !== "string" && {
      "OpenTofu, default": lifeOfTofu(built, []),
      "OpenTofu, -parallelism=64": lifeOfTofu(built, ["-parallelism=64"]),
    }),
  };
  const instance = await BenchInstance.start(latencyMs);
  const lives: Life[] = [];
  try {
    for (const size of sizes) {
      for (let turn = 0; turn < repeat; turn++) {
        for (const [name, live] of Object.entries(entrants)) {
          if (name === "plugin, default" && size > mostByDefault) continue;
          const { seconds, calls } = await live(size, instance);
          lives.push({ name, size, seconds, calls });
          if (name.startsWith("OpenTofu")) {
            const times = phaseNames.map((phase) => `${phase} ${seconds[phase].toFixed(1)} s`);
            run.say(`${size} ${name}: ${times.join(", ")}`);
          }
        }
      }
    }
  } finally {
    await instance.stop();
  }
  const text = `${opponent}\n\n${sizes
    .map((size) => tableOf(size, Object.keys(entrants), lives))
    .join("\n")}`;
  return { lives, text };
}

/** Creates, plans with one edit among them, and destroys so many schedules with OpenTofu. */
const lifeOfTofu =
  (built: Programs, options: readonly string[]): Live =>
  async (size, instance) => {
    await instance.reset();
    const project = new OpenTofu(built, instance, schedules(size));
    const life = {
      seconds: { up: 0, drift: 0, destroy: 0 },
      calls: { up: 0, drift: 0, destroy: 0 },
    };
    const run = async (phase: Phase, ...command: string[]) => {
      await instance.forgetCalls();
      const start = performance.now();
      const text = await project.ok(...command, "-no-color", "-input=false", ...options);
      life.seconds[phase] = (performance.now() - start) / 1000;
      life.calls[phase] = await instance.calls();
      return text;
    };
    try {
      await project.ok("init", "-input=false");
      await run("up", "apply", "-auto-approve");
      await mustHave(size, instance);
      // The answer of a create has fewer fields than that of a read.
      await project.ok("apply", "-refresh-only", "-auto-approve", "-input=false");
      await instance.editOne();
      // The provider keeps the answers of the instance in attributes that no program has, so no other plan shows an edit.
      const plan = await run("drift", "plan", "-refresh-only");
      if (plan.match(/ has changed$/gm)?.length !== 1)
        throw new Error(`the plan found another number of changes:\n${plan}`);
      await run("destroy", "destroy", "-auto-approve");
      await mustHave(0, instance);
      return life;
    } finally {
      project.remove();
    }
  };

/** A fast run that did something else would be worth nothing. */
async function mustHave(size: number, instance: BenchInstance): Promise<void> {
  const left = await instance.schedules();
  if (left !== size) throw new Error(`${left} schedules on the instance, not ${size}`);
}

function tableOf(size: number, names: readonly string[], lives: readonly Life[]): string {
  const rows = names.map((name) => {
    const all = lives.filter((life) => life.size === size && life.name === name);
    if (all.length === 0) return [name, ...phaseNames.flatMap(() => ["not run", ""])];
    const middle = (value: (life: Life) => number) => median(all.map(value)) ?? NaN;
    return [
      name,
      ...phaseNames.flatMap((phase) => [
        `${middle(({ seconds }) => seconds[phase]).toFixed(1)} s`,
        middle(({ calls }) => calls[phase]).toLocaleString("en"),
      ]),
    ];
  });
  const headings = phaseNames.flatMap((phase) => [phases[phase], "calls"]);
  return `${size} schedules\n\n${table([["", ...headings], ...rows])}\n`;
}
