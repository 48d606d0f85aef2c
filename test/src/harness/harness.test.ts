import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { analysts, certified, mail, orders, weekly } from "../engine/declarations";
import { stackOn } from "../engine/hosted";
import type { Declared, PulumiStack, Told } from "../engine/pulumiStack";
import { InProcessStack } from "./inProcessStack";
import { entries } from "./session";

/** One step of a story: what happens on the instance, what the program says, and a command. */
interface Step {
  name: string;
  program: Declared[];
  byHand?: (platform: Simulator) => void;
  command: string[];
}

const announce = (...triggers: string[]): Declared => ({
  type: "ReportSend",
  name: "announce",
  args: {
    scheduleOf: "weekly",
    recipients: [{ type: "EMAIL", value: "board@example.com" }],
    triggers,
  },
});
const changed = (declared: Declared, args: object): Declared => ({
  ...declared,
  args: { ...declared.args, ...args },
});
const closed = changed(analysts(), { type: "closed" });
const opened = changed(analysts(), { type: "open", allowMembershipLoss: true });
const card = changed(certified(), { entityType: "CARD", entityId: "12" });
const start = [weekly(), closed, mail(), orders(), certified(), announce("first")];
const next = [changed(weekly(), { title: "Other" }), opened, mail(), card, announce("again")];
const up = ["up", "--yes", "--skip-preview", "--parallel", "1"];

const story: Step[] = [
  { name: "a preview of everything", program: start, command: ["preview", "--parallel", "1"] },
  { name: "the first run", program: start, command: up },
  { name: "a run that changes nothing", program: start, command: up },
  {
    name: "a preview of an update, replacements and a delete",
    program: next,
    command: ["preview"],
  },
  { name: "an update, replacements and a delete", program: next, command: up },
  {
    name: "a run that is refused",
    program: [changed(weekly(), { title: "Third" }), opened, mail(), card, announce("again")],
    byHand: (platform) => {
      platform.fault({ method: "PUT", kind: "status", status: 403, times: 0 });
    },
    command: [...up, "--continue-on-error"],
  },
  {
    name: "a run after an edit by hand and a loss, with a look",
    program: next,
    byHand: (platform) => {
      platform.clearFaults();
      platform.state.schedules.forEach(({ schedule }) => (schedule.hourOfDay = 17));
      platform.state.groups.length = 0;
    },
    command: [...up, "--refresh"],
  },
  {
    name: "the end",
    program: next,
    command: ["destroy", "--yes", "--skip-preview", "--parallel", "1"],
  },
];

/**
 * The calls for each part of the platform, in order. Pulumi's runtime registers the resources of a program in an
 * order of its own, so that the order of calls for different kinds of objects differs.
 */
function byArea(calls: readonly string[]): Record<string, string[]> {
  const areas: Record<string, string[]> = {};
  for (const call of calls) {
    const [area = call] = /reportschedules(?:\/emails)?|groups|datasources|tags/.exec(call) ?? [];
    (areas[area] ??= []).push(call);
  }
  return areas;
}

/** What both engines have to agree on after a step. */
async function outcome(
  platform: Simulator,
  stack: PulumiStack,
  { code, ops, differences, errors }: Told,
) {
  const shown = (values: Record<string, unknown> = {}) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([key]) => !key.startsWith("__") && !["ranAt", "nextRunDate"].includes(key))
        .sort(),
    );
  const state = Object.entries(await stack.state()).map(([name, { id, inputs, outputs }]) => {
    // Of what is run, the id is that of the resource in the program.
    const known = name === "announce" ? undefined : id;
    return [name, { id: known, inputs: shown(inputs), outputs: shown(outputs) }] as const;
  });
  return {
    isWell: code === 0,
    ops: Object.fromEntries([...ops].sort()),
    differences: Object.fromEntries([...differences].sort()),
    failed: [...errors.keys()].sort(),
    calls: byArea(platform.calls.map(({ route }) => route)),
    state: Object.fromEntries(state.sort()),
  };
}

async function run(stack: PulumiStack, platform: Simulator, step: Step) {
  platform.calls.length = 0;
  step.byHand?.(platform);
  stack.declare(step.program);
  return outcome(platform, stack, await stack.told(...step.command));
}

const settingsOf = ({ url, token }: Simulator) => ({
  PLATFORM_BASE_URL: url,
  PLATFORM_TOKEN: token,
  PLATFORM_OPERATIONS: "extended",
});

for (const entry of entries) {
  describe(`the stand-in for the engine: ${entry}`, () => {
    let platforms: Simulator[];
    let stacks: PulumiStack[];

    before(async () => {
      platforms = [
        await startSimulator({ profile: "extended" }),
        await startSimulator({ profile: "extended" }),
      ];
      const [here, there] = platforms as [Simulator, Simulator];
      stacks = [
        new InProcessStack(entry, settingsOf(here)),
        await stackOn(entry, settingsOf(there)),
      ];
    });
    after(async () => {
      for (const stack of stacks) stack.remove();
      for (const platform of platforms) await platform.close();
    });

    for (const step of story) {
      it(`does the same as the real engine: ${step.name}`, async () => {
        const [here, there] = platforms as [Simulator, Simulator];
        const [inProcess, real] = stacks as [PulumiStack, PulumiStack];
        const [mine, theirs] = [await run(inProcess, here, step), await run(real, there, step)];
        assert.deepEqual(mine, theirs);
      });
    }
  });
}
