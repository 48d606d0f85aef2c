import { kinds } from "pulumi-platform-simulator";
import type { Random } from "../../faults/cases/random";
import type { CommandStep, EditName, Setup, Step } from "./steps";

/** Picks the last one, of however many up to six. */
const last = 59;
/** Lots that add a group, and a share or what is sent. */
const group = 3;
const mailing = [5, 8, 9];
/** Lots that add access, of which the instance shows a list. */
const access = [5, 12];
/** A lot that adds a schedule. */
const schedule = 2;
const lot = 1_000;

type Story = (random: Random, setup: Setup) => Step[];

const program = (edit: EditName, random: Random, pick = random.below(lot)) => ({
  kind: "program" as const,
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
const noAnswer = { kind: kinds.indexOf("hang"), target: 1, skip: 0, times: 1 };
/** Lots of a fault that leaves rows out of a list. */
const shortList = { kind: kinds.indexOf("truncated-list"), target: 0, times: 1 };

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
  // The object of what was renamed is deleted before another one is created.
  (random, setup) => {
    const where = somewhere(random, setup);
    return [
      { ...program("add", random), value: group },
      program("another object", random, last),
      command("up", where),
      program("rename", random, last),
      command("up", where),
      program("another object", random, last),
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
  // Two runners, each with a journal of its own, change to and fro what mails.
  (random, setup) => {
    const where = { stack: random.below(setup.stacks), runner: 0 };
    const [there, previewed] = [{ ...where, runner: 1 }, { options: ["previewed"] as const }];
    return [
      { ...program("add", random), value: random.of(mailing) },
      command("up", where),
      program("change", random, last),
      command("up", there),
      program("change back", random, last),
      command("up", where, previewed),
      program("change", random, last),
      command("up", there, previewed),
    ];
  },
  // Somebody renames a resource and changes it in one edit.
  (random, setup) => {
    const where = somewhere(random, setup);
    return [
      { ...program("add", random), value: random.of([schedule, group]) },
      command("up", where),
      program("rename and change", random, last),
      command("preview", where),
      command("up", where),
      command("up", where),
    ];
  },
  // A resource moves into a component and out of it, and the component is a target.
  (random, setup) => {
    const where = somewhere(random, setup);
    const target = { pick: random.below(lot), options: ["target dependents"] as const };
    return [
      program("add", random),
      command("up", where),
      program("component", random, last),
      command("up", where),
      command(random.of(["up", "refresh", "preview"]), where, target),
      program("component", random, last),
      command("up", where),
    ];
  },
  // Two providers of the program have equal resources.
  (random, setup) => {
    const where = somewhere(random, setup);
    return [
      { ...program("add", random), value: schedule },
      program("twin", random, last),
      command("up", where),
      command("up", where),
    ];
  },
];

/** The same, with kills, faults and other users. */
const wildStories: readonly Story[] = [
  ...stories,
  // A create worked, nobody heard of it, and a list lacks it when somebody looks long after.
  (random, setup) => {
    const where = somewhere(random, setup);
    const cut = { how: "kill both" as const, after: 3 + random.below(2) };
    return [
      program("add", random),
      command("up", where, { fault: noAnswer, cut }),
      command("cancel", where),
      { kind: "setting", change: "clock ahead", ...where, value: 1 },
      command("up", where, { fault: { ...shortList, skip: 1 } }),
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
      program("add", random),
      command("up", where),
      { kind: "instance", act: "own only", instance: where.stack, pick: 0, value: 0 },
      { kind: "setting", change: "token", ...where, value: 1 },
      random.chance(0.5)
        ? command("up", where, { options: ["refresh"] })
        : command("refresh", where, { options: random.chance(0.5) ? ["parallel"] : [] }),
    ];
  },
  // The instance shows late what was created, changed or deleted.
  (random, setup) => {
    const where = somewhere(random, setup);
    const instance = where.stack % setup.instances;
    const late: Step = {
      ...{ kind: "instance", act: "late", instance },
      ...{ pick: random.below(lot), value: random.below(lot) },
    };
    return [
      { ...program("add", random), value: group },
      ...[schedule, ...access]
        .filter(() => random.chance(0.5))
        .map((value) => ({ ...program("add", random), value })),
      ...(random.chance(0.5) ? [command("up", where), program("change", random, last)] : []),
      late,
      command("up", where),
      ...(random.chance(0.5)
        ? (["change back", "change"] as const).flatMap((edit) => [
            program(edit, random, last),
            command("up", where),
          ])
        : []),
      command(random.of(["up", "refresh", "preview", "destroy"]), where),
      command("up", where, random.chance(0.5) ? { options: ["refresh"] } : {}),
      late,
      command("up", where, { options: ["refresh"] }),
    ];
  },
  // The token of an explicit provider is revoked, and the program gives it another one.
  (random, setup) => {
    const where = somewhere(random, setup);
    return [
      program("add", random),
      program("explicit provider", random, last),
      command("up", where),
      { kind: "setting", change: "rotate token", ...where, value: 0 },
      command("up", where, { options: ["refresh", "run program"] }),
      command(random.of(["up", "preview", "destroy"]), where),
    ];
  },
];

/** Steps that belong together. */
export const story = (random: Random, setup: Setup): Step[] =>
  random.of(setup.isCalm ? stories : wildStories)(random, setup);
