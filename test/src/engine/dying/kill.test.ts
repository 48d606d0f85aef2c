import assert from "node:assert/strict";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { isGone, kill, recover } from "../../faults/dying/killing";
import { PowerCut } from "../../faults/dying/powerCut";
import { deadlineSeconds, noCheckpoints } from "../../faults/workspace";
import { everySecond, isWhole, onlyWhole } from "../../harness/lives/sampled";
import { entries, entryNames } from "../../harness/sessions/session";
import type { Entry } from "../../harness/sessions/session";
import { schedules, weekly } from "../stacks/declarations";
import { stackOn } from "../stacks/hosted";
import type { PulumiStack } from "../stacks/pulumiStack";
import { sampledEngine, sampledStack } from "../stacks/sampledStack";
import { end, victims } from "../stacks/stack";
import type { Stack, Victim } from "../stacks/stack";

const size = 30;
/** More than the engine creates at a time, so that some creates are over. */
const sizeAtInterruption = 20;
const up = ["up", "--yes", "--skip-preview"] as const;
const slowInstance = () => startSimulator({ profile: "extended", latencyMs: 100 });
const settingsFor = (platform: Simulator, stores: boolean) => ({
  PLATFORM_BASE_URL: platform.url,
  PLATFORM_TOKEN: platform.token,
  ...(stores ? {} : noCheckpoints),
});
const setDeadline = (stack: PulumiStack) =>
  stack.ok("config", "set", "platform:writeDeadlineSeconds", String(deadlineSeconds));

/** Runs until most of the schedules exist, interrupts the run, and removes the lock of the engine. */
async function interrupt(
  { platform, stack }: { platform: Simulator; stack: PulumiStack },
  by: () => void | Promise<void>,
): Promise<void> {
  const run = stack.pulumi(...up);
  const isOver = run.then(() => true);
  while (platform.state.schedules.length < sizeAtInterruption) {
    if (await Promise.race([isOver, sleep(5, false)])) assert.fail((await run).text);
  }
  await by();
  assert.notEqual((await run).code, 0);
  await recover(stack);
}

async function isFinishedByTheNextRun(platform: Simulator, stack: PulumiStack): Promise<void> {
  await stack.ok(...up);
  const titles = platform.state.schedules.map(({ title }) => title);
  assert.equal(new Set(titles).size, size);
  assert.equal(titles.length, size);
  assert.deepEqual(await stack.steps("preview", "--refresh"), []);
}

/** Kills one process in the middle, and lets the next run finish. */
async function dies(entry: Entry, victim: Victim, stores: boolean): Promise<void> {
  const platform = await slowInstance();
  const stack = await sampledStack(entry, settingsFor(platform, stores));
  try {
    stack.declare(schedules(size));
    await setDeadline(stack);
    await interrupt({ platform, stack }, () => kill(stack, victim));
    const stored = Object.keys(await stack.state()).length;
    // An engine that lives stores what it did, also after an error.
    assert.equal(stored > 0, stores || victim === "provider");
    await isFinishedByTheNextRun(platform, stack);
  } finally {
    await platform.close();
    stack.remove();
  }
}

/** The schedules differ only in their recipients. */
async function continues(operations: string): Promise<void> {
  const platform = await slowInstance();
  const stack = await sampledStack("dynamic", {
    ...settingsFor(platform, true),
    PLATFORM_OPERATIONS: operations,
  });
  try {
    stack.declare(
      schedules(size).map((one, index) => {
        const { schedule } = weekly().args;
        const value = `reader-${index}@example.com`;
        const additionalRecipients = [{ type: "EMAIL", value }];
        const args = { ...weekly().args, schedule: { ...schedule, additionalRecipients } };
        return { ...one, args };
      }),
    );
    await setDeadline(stack);
    await interrupt({ platform, stack }, () => kill(stack, "both"));
    await stack.ok(...up);
    const { schedules: made } = platform.state;
    const recipients = made.map(({ schedule }) => schedule.additionalRecipients[0]?.value);
    assert.equal(made.length, size);
    assert.equal(new Set(recipients).size, size);
    assert.deepEqual(await stack.steps("preview", "--refresh"), []);
  } finally {
    await platform.close();
    stack.remove();
  }
}

const deaths = entries.flatMap((entry, at) =>
  [true, false].flatMap((stores, odd) =>
    // A sample of each victim twice.
    everySecond(victims, (at + odd) % 2 === 0 ? 0 : 1).map((victim) => ({
      title: `when the ${victim} died, ${stores ? "with" : "without"} checkpoints, through ${entryNames[entry]}`,
      ends: () => dies(entry, victim, stores),
    })),
  ),
);
const kills = [
  ...deaths,
  ...["documented", "extended"].map((operations) => ({
    title: `of schedules that differ only in their recipients, in ${operations} operations`,
    ends: () => continues(operations),
  })),
];

describe(`a run of creates that is killed in the middle, ${sampledEngine}`, () => {
  // In process, each case mostly waits: all begin at once, each with an instance and a home of its own.
  let ended: PromiseSettledResult<void>[] = [];
  if (!isWhole)
    before(async () => {
      ended = await Promise.allSettled(kills.map(({ ends }) => ends()));
    });

  for (const [at, { title, ends }] of kills.entries())
    it(`is finished by the next run without a duplicate ${title}`, async () => {
      const result = ended.at(at);
      if (isWhole) await ends();
      else if (result?.status !== "fulfilled") throw result?.reason;
    });
});

// One of each, as each run takes seconds.
for (const { entry, stores } of [
  { entry: "dynamic", stores: true },
  { entry: "plugin", stores: false },
] as const)
  describe(`a run of creates on the real engine, ${stores ? "with" : "without"} checkpoints, through ${entryNames[entry]}`, () => {
    let platform: Simulator;
    let stack: Stack;

    beforeEach(async () => {
      platform = await slowInstance();
      stack = await stackOn(entry, settingsFor(platform, stores));
      stack.declare(schedules(size));
      await setDeadline(stack);
    });
    afterEach(async () => {
      await platform.close();
      stack.remove();
    });

    // Without checkpoints, only the journal tells what was done.
    const onPowerCut = stores ? onlyWhole : it;
    onPowerCut(
      "is finished by the next run when a power cut left only what was synced",
      async () => {
        const { folder, env } = stack;
        const power = new PowerCut(join(folder, "home"), "platform", join(folder, "syncs"));
        Object.assign(env, power.environment);
        power.start();
        await interrupt({ platform, stack }, async () => {
          const running = stack.running();
          end("both", running);
          for (const provider of running.providers) assert.ok(await isGone(provider, 5_000));
          power.cut();
        });
        await isFinishedByTheNextRun(platform, stack);
      },
    );

    // A run of the plugin that is ended early has this by default.
    onlyWhole("finishes what is under way when a terminal sends Ctrl-C to all of it", async () => {
      await interrupt({ platform, stack }, () => {
        const { engine, providers } = stack.running();
        for (const pid of [engine, ...providers]) process.kill(pid, "SIGINT");
      });
      const { pending_operations: pending } = await stack.deployment();
      assert.deepEqual(pending ?? [], []);
      assert.equal(platform.state.schedules.length, Object.keys(await stack.state()).length);
      await isFinishedByTheNextRun(platform, stack);
    });
  });
