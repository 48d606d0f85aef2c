import { entries } from "../../harness/sessions/session";
import { Random } from "../../faults/cases/random";
import { story } from "./stories";
import { acts, commands, cuts, edits, options, settings } from "./steps";
import type {
  CommandName,
  CommandStep,
  EditName,
  Life,
  Option,
  SettingName,
  Setup,
  Step,
} from "./steps";

/** How often something is drawn, compared with the rest of its kind; 1 unless it is here. */
const commandWeights: Partial<Record<CommandName, number>> = {
  up: 24,
  preview: 3,
  refresh: 4,
  destroy: 2,
  import: 2,
  plan: 2,
  "stack export": 2,
  "stack import": 3,
};
const editWeights: Partial<Record<EditName, number>> = { add: 8, remove: 3, change: 5, rename: 3 };

const lot = 1_000;
const mostOptions = 2;
/** The share of stories among the steps. */
const stories = 0.1;

/** A life from its seed; the same seed gives the same life. */
export function lifeFrom(seed: number, steps: number): Life {
  const random = new Random(seed);
  const setup = setupFrom(random);
  const life: Step[] = [
    { kind: "program", edit: "add", pick: random.below(lot), value: random.below(lot) },
    { kind: "program", edit: "add", pick: random.below(lot), value: random.below(lot) },
    command(random, setup, "up"),
  ];
  while (life.length < steps) {
    if (random.chance(stories)) {
      life.push(...story(random, setup));
      continue;
    }
    const step = stepFrom(random, setup);
    life.push(step);
    // Most commands succeed, and then there is nothing to follow.
    if (step.kind === "command" && random.chance(0.25))
      life.push({ kind: "advice", pick: random.below(lot) });
    // A plan is saved to be kept to.
    if (step.kind === "command" && step.name === "plan" && random.chance(0.7))
      life.push({ ...command(random, setup, "up"), stack: step.stack, options: ["plan"] });
  }
  const isLate = life.some((step) => step.kind === "instance" && step.act === "late");
  // Deletes by hand would count only after the delay.
  const visibilityDelaySeconds = isLate ? 600 : 0;
  return { seed, setup: { ...setup, visibilityDelaySeconds }, steps: life };
}

function setupFrom(random: Random): Setup {
  const isCalm = random.chance(0.3);
  return {
    entry: random.of(entries),
    stacks: 1 + random.below(3),
    instances: 1 + random.below(2),
    runners: 1 + random.below(2),
    sharesJournal: random.chance(0.5),
    tokens: 1 + random.below(3),
    operations: random.chance(0.65) ? "extended" : "documented",
    namesTheStack: random.chance(0.7),
    checkpoints: random.chance(0.6),
    isCalm,
  };
}

function stepFrom(random: Random, setup: Setup): Step {
  const kind = random.next();
  if (kind < 0.5) return command(random, setup, weighted(random, commands, commandWeights));
  if (kind < 0.82) {
    const edit = weighted(random, edits, editWeights);
    return { kind: "program", edit, pick: random.below(lot), value: random.below(lot) };
  }
  if (kind < 0.92) {
    const calm: readonly SettingName[] = ["operations", "mail", "checkpoints"];
    const change = random.of(setup.isCalm ? calm : settings);
    const [stack, runner] = [random.below(setup.stacks), random.below(setup.runners)];
    return { kind: "setting", change, stack, runner, value: random.below(lot) };
  }
  if (setup.isCalm || kind < 0.95) return { kind: "advice", pick: random.below(lot) };
  const [instance, pick] = [random.below(setup.instances), random.below(lot)];
  return { kind: "instance", act: random.of(acts), instance, pick, value: random.below(lot) };
}

const disturbed: readonly CommandName[] = ["up", "preview", "refresh", "destroy", "import", "plan"];

function command(random: Random, setup: Setup, name: CommandName): CommandStep {
  const [stack, runner] = [random.below(setup.stacks), random.below(setup.runners)];
  const own = new Set<Option>();
  if (["up", "preview", "refresh", "destroy"].includes(name) && random.chance(0.4)) {
    for (let n = 1 + random.below(mostOptions); n > 0; n--) own.add(random.of(options));
  }
  if (name === "up" && random.chance(0.15)) own.add("previewed");
  const step = {
    kind: "command" as const,
    name,
    stack,
    runner,
    pick: random.below(lot),
    options: [...own],
  };
  if (setup.isCalm || !disturbed.includes(name)) return step;
  if (random.chance(0.12)) {
    const fault = {
      kind: random.below(lot),
      target: random.below(lot),
      skip: random.below(4),
      times: random.below(3),
    };
    return { ...step, fault };
  }
  return random.chance(0.12)
    ? { ...step, cut: { how: random.of(cuts), after: random.below(12) } }
    : step;
}

function weighted<Item extends string>(
  random: Random,
  items: readonly Item[],
  weights: Partial<Record<Item, number>>,
): Item {
  const all = items.map((item) => ({ item, weight: weights[item] ?? 1 }));
  let left = random.next() * all.reduce((sum, { weight }) => sum + weight, 0);
  return all.find(({ weight }) => (left -= weight) < 0)?.item ?? random.of(items);
}
