import type { Random } from "../faults/random";
import type { CommandStep, EditName, Setup, Step } from "./steps";

/** Picks the last one, of however many up to six. */
const last = 59;
const lot = 1_000;

type Story = (random: Random, setup: Setup) => Step[];

const program = (edit: EditName, random: Random, pick = random.below(lot)): Step => ({
  kind: "program",
  edit,
  pick,
  value: random.below(lot),
});

const command = (
  name: CommandStep["name"],
  where: { stack: number; runner: number },
  more: Partial<CommandStep> = {},
): CommandStep => ({ kind: "command", name, pick: last, options: [], ...where, ...more });

const somewhere = (random: Random, setup: Setup) => ({
  stack: random.below(setup.stacks),
  runner: random.below(setup.runners),
});

/** Lots of a fault that lets a POST work and never answers. */
const noAnswer = { kind: 24, target: 1, skip: 0, times: 1 };
/** Lots of a fault that leaves rows out of a list. */
const shortList = { kind: 7, target: 0, times: 1 };

/**
 * What people do one after the other, of which single steps in any order make hardly ever a whole: each of these was
 * a defect that lives had not found.
 */
const stories: readonly Story[] = [
  // The command after a create renames, so that the state holds its object by another name when the old one is used.
  (random, setup) => {
    const where = somewhere(random, setup);
    return [
      program("add", random),
      command("up", where),
      program("rename", random, last),
      command("up", where),
      program("reuse a name", random, last),
      command("up", where),
    ];
  },
  // A new stack gets the old name of another one.
  (random, setup) => {
    const where = somewhere(random, setup);
    return [
      program("add", random),
      command("up", where),
      command("stack rename", where),
      command("stack init", where),
      command("up", { ...where, stack: last }),
    ];
  },
  // A replacement of what was renamed: its object is deleted by the name of the program, before or after the create.
  (random, setup) => {
    const where = somewhere(random, setup);
    const trigger = (value: number): Step => ({
      kind: "program",
      edit: "replacementTrigger",
      pick: last,
      value,
    });
    return [
      program("add", random),
      trigger(0),
      ...(random.chance(0.5) ? [program("deleteBeforeReplace", random, last)] : []),
      command("up", where),
      program("rename", random, last),
      command("up", where),
      trigger(1),
      command("up", where),
    ];
  },
  // A settled resource is to be replaced.
  (random, setup) => {
    const where = { ...somewhere(random, setup), pick: random.below(lot) };
    const again = random.chance(0.5);
    return [
      command("up", where),
      ...(again ? [command("up", where), command("state taint", where)] : []),
      command("up", where, { options: again ? [] : ["replace"] }),
    ];
  },
  // Two runners, each with a journal of its own, change the same to and fro.
  (random, setup) => {
    const where = { stack: random.below(setup.stacks), runner: 0 };
    const pick = random.chance(0.5) ? last : random.below(lot);
    return [
      program("change", random, pick),
      command("up", where),
      program("change", random, pick),
      command("up", { ...where, runner: 1 }),
      program("change back", random, pick),
      command("up", where, random.chance(0.5) ? { options: ["previewed"] } : {}),
    ];
  },
];

/** The same, with kills, faults and other users. */
const wildStories: readonly Story[] = [
  ...stories,
  // A create worked, nobody heard of it, and a list lacks it when somebody looks long after.
  (random, setup) => {
    const where = somewhere(random, setup);
    const cut = { how: "kill both" as const, after: 2 + random.below(5) };
    return [
      program("add", random),
      command("up", where, { fault: noAnswer, cut }),
      command("cancel", where),
      { kind: "setting", change: "clock ahead", ...where, value: 1 },
      command("up", where, { fault: { ...shortList, skip: random.below(3) } }),
    ];
  },
  // The disk fills while something is created.
  (random, setup) => {
    const where = somewhere(random, setup);
    const cut = { how: "disk full" as const, after: 1 + random.below(5) };
    return [program("add", random), command("up", where, { cut })];
  },
  // A token of a user who is shown other objects.
  (random, setup) => {
    const where = somewhere(random, setup);
    return [
      { kind: "instance", act: "own only", instance: where.stack, pick: 0, value: 0 },
      { kind: "setting", change: "token", ...where, value: random.below(lot) },
      random.chance(0.5)
        ? command("up", where, { options: ["refresh"] })
        : command("refresh", where, { options: random.chance(0.5) ? ["parallel"] : [] }),
    ];
  },
];

/** Steps that belong together. */
export const story = (random: Random, setup: Setup): Step[] =>
  random.of(setup.isCalm ? stories : wildStories)(random, setup);
