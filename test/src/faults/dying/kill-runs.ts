import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { schedules } from "../../engine/stacks/declarations";
import type { Declared } from "../../engine/stacks/pulumiStack";
import { end, victims } from "../../engine/stacks/stack";
import { entries } from "../../harness/sessions/session";
import type { Entry } from "../../harness/sessions/session";
import { actionProblems } from "../cases/actionProblems";
import { disagreements } from "../agreement";
import { EngineWorkspace } from "../engineWorkspace";
import { isGone } from "./killing";
import type { Operation } from "../cases/operation";
import { PowerCut } from "./powerCut";
import { groups, many } from "../programs";
import type { Random } from "../cases/random";
import type { How, Repeated, Series } from "../series";

const latencyMs = 300;
const goneMs = 5_000;

/** What ends a run: the death of processes, or of the machine. */
const endings = [...victims, "power"] as const;
type RunEnding = (typeof endings)[number];

interface Work extends Pick<Operation, "from" | "operations"> {
  what: string;
  command: "up" | "destroy";
  /** What is there in the end. */
  goal: () => Declared[];
}

/** Each mail is about a schedule of its own and goes to somebody else. */
const mails = (): Declared[] =>
  schedules(many / 2).flatMap((one, index) => [
    one,
    {
      type: "ReportSend",
      name: `send-${index}`,
      args: {
        scheduleOf: one.name,
        recipients: [{ type: "EMAIL", value: `reader-${index}@example.com` }],
      },
    },
  ]);

const creates: Work = {
  what: `${many} creates`,
  from: "nothing",
  operations: "documented",
  command: "up",
  goal: () => schedules(many),
};
const otherWorks: readonly Work[] = [
  {
    what: `${many} creates and mails`,
    from: "nothing",
    operations: "extended",
    command: "up",
    goal: mails,
  },
  {
    what: `${many} replacements`,
    from: "many groups",
    operations: "extended",
    command: "up",
    goal: () => groups("open"),
  },
  {
    what: `${many} deletes`,
    from: "many schedules",
    operations: "extended",
    command: "destroy",
    goal: () => [],
  },
];

/** Runs of much work of one kind, each of which ends at a random moment. */
interface KillSeries extends Omit<Series, "run"> {
  work: Work;
  /** The runs take turns. */
  endings: readonly RunEnding[];
}

const seriesOf = (
  entry: Entry,
  what: string,
  work: Work,
  possible: readonly RunEnding[],
): Series => {
  const name = `${entry}: ${what} in ${work.what}`;
  const run: Series["run"] = (times, random, how) =>
    killRuns({ name, entry, work, endings: possible }, times, random, how);
  return { name, entry, run };
};

export const killSeries: readonly Series[] = entries.flatMap((entry) => [
  ...endings.map((ending) =>
    seriesOf(entry, ending === "power" ? "cut the power" : `kill ${ending}`, creates, [ending]),
  ),
  ...otherWorks.map((work) => seriesOf(entry, "kill any", work, endings)),
]);

/** Ends runs at a random moment, and runs again; so many times. */
async function killRuns(
  { name, entry, work, endings: possible }: KillSeries,
  times: number,
  random: Random,
  { environment, quick, stopped, say }: How,
): Promise<Repeated> {
  const failures: string[] = [];
  let done = 0;
  const workspace = await EngineWorkspace.open(entry, { latencyMs, environment });
  const { platform } = workspace;
  const count = () => platform.state.schedules.length + platform.state.groups.length;
  // What a run takes is learnt from those before: the moments are to cover all of it.
  let lastsMs = 6_000;
  try {
    while (done < times && !stopped()) {
      await workspace.begin(work);
      const ending = possible[done % possible.length] ?? "both";
      const afterMs = random.below(lastsMs);
      const tookMs = await endRun(workspace, work, ending, afterMs);
      if (tookMs !== undefined) {
        lastsMs = tookMs;
        // A journal in a store outlives the workspace: the next run settles what the state has.
        await workspace.stack.ok("preview");
        continue;
      }
      const before = count();
      const from = Date.now();
      const problems = await problemsAfter(workspace, work, quick);
      const seconds = Math.round((Date.now() - from) / 1000);
      say(
        `${name}: ${++done}/${times}: ${ending} after ${afterMs} ms, ${before} objects then, ${count()} in the end (${seconds} s)`,
      );
      failures.push(...problems.map((problem) => `${name}: ${done}: ${problem}`));
    }
  } finally {
    await workspace.close();
  }
  return { done, failures };
}

/** Ends a run so long after its first call; says how long it took when it had ended by then. */
async function endRun(
  { platform, stack }: EngineWorkspace,
  { command, goal }: Work,
  ending: RunEnding,
  afterMs: number,
): Promise<number | undefined> {
  const power =
    ending === "power"
      ? new PowerCut(join(stack.folder, "home"), "platform", join(stack.folder, "syncs"))
      : undefined;
  stack.declare(goal());
  power?.start();
  Object.assign(stack.env, { NODE_OPTIONS: undefined }, power?.environment);
  const run = stack.pulumi(command, "--yes", "--skip-preview");
  while (platform.calls.length === 0) await sleep(5);
  const begun = Date.now();
  const running = stack.running();
  if (!(await Promise.race([sleep(afterMs, true), run.then(() => false)]))) {
    return Date.now() - begun;
  }
  end(ending === "power" ? "both" : ending, running);
  await run;
  if (power !== undefined) {
    for (const provider of running.providers) await isGone(provider, goneMs);
    power.cut();
  }
  if (ending !== "provider") await stack.recover();
  return undefined;
}

/** What is wrong after the next run. */
async function problemsAfter(
  { platform, stack }: EngineWorkspace,
  { command, goal }: Work,
  quick: boolean,
): Promise<string[]> {
  const { code, text } = await stack.pulumi(command, "--yes", "--skip-preview");
  if (code !== 0) return [`the next run ended with ${code}:\n${text}`];
  const state = await stack.state();
  const problems = [...disagreements(goal(), state, platform), ...actionProblems(platform, state)];
  if (problems.length > 0 || quick || command !== "up") return problems;
  const left = await stack.steps("preview", "--refresh", "--run-program");
  return left.length > 0 ? [`there is more to do: ${left.join(", ")}`] : [];
}
