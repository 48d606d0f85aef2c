import { setTimeout as sleep } from "node:timers/promises";
import { schedules } from "../engine/declarations";
import type { Declared } from "../engine/pulumiStack";
import { end, victims } from "../engine/stack";
import type { Victim } from "../engine/stack";
import { entries } from "../harness/session";
import type { Entry } from "../harness/session";
import { disagreements } from "./agreement";
import { EngineWorkspace } from "./engineWorkspace";
import type { Operation } from "./operation";
import { groups, many } from "./programs";
import type { Random } from "./random";
import type { Repeated } from "./soak";
import type { Environment } from "./workspace";

const latencyMs = 300;

interface Work extends Pick<Operation, "from" | "operations"> {
  command: "up" | "destroy";
  /** What is there in the end. */
  goal: () => Declared[];
}

const works = {
  creates: {
    from: "nothing",
    operations: "documented",
    command: "up",
    goal: () => schedules(many),
  },
  replacements: {
    from: "many groups",
    operations: "extended",
    command: "up",
    goal: () => groups("open"),
  },
  deletes: {
    from: "many schedules",
    operations: "extended",
    command: "destroy",
    goal: () => [],
  },
} satisfies Record<string, Work>;

/** Runs of much work of one kind, each of which is killed at a random moment. */
export interface KillSeries {
  name: string;
  entry: Entry;
  victim: Victim;
  work: Work;
}

export const killSeries: readonly KillSeries[] = entries.flatMap((entry) =>
  Object.entries(works).flatMap(([what, work]) =>
    victims.map((victim) => ({
      name: `${entry}: kill ${victim} in ${many} ${what}`,
      ...{ entry, victim, work },
    })),
  ),
);

/** Kills at a random moment of a run that does much, and runs again; so many times. */
export async function killRuns(
  { name, entry, victim, work }: KillSeries,
  times: number,
  random: Random,
  how: {
    environment: Environment;
    quick: boolean;
    stopped: () => boolean;
    say: (line: string) => void;
  },
): Promise<Repeated> {
  const { environment, quick, stopped, say } = how;
  const failures: string[] = [];
  let done = 0;
  const workspace = await EngineWorkspace.open(entry, { latencyMs, environment });
  const { platform, stack } = workspace;
  const program = work.goal();
  const command = [work.command, "--yes", "--skip-preview"];
  const count = () => platform.state.schedules.length + platform.state.groups.length;
  // What a run takes is learnt from those before: the moments are to cover all of it.
  let lastsMs = 6_000;
  try {
    for (let run = 1; run <= times && !stopped(); run++) {
      await workspace.begin(work);
      stack.declare(program);
      const first = stack.pulumi(...command);
      while (platform.calls.length === 0) await sleep(5);
      const begun = Date.now();
      const running = stack.running();
      const afterMs = random.below(lastsMs);
      const inTime = await Promise.race([sleep(afterMs, true), first.then(() => false)]);
      if (inTime) end(victim, running);
      await first;
      if (!inTime) lastsMs = Date.now() - begun;
      const before = count();
      if (inTime && victim !== "provider") await stack.recover();
      const from = Date.now();
      const again = await stack.pulumi(...command);
      const problems =
        again.code === 0
          ? disagreements(program, await stack.state(), platform)
          : [`the next run ended with ${again.code}:\n${again.text}`];
      if (problems.length === 0 && !quick && work.command === "up") {
        const left = await stack.steps("preview", "--refresh", "--run-program");
        if (left.length > 0) problems.push(`there is more to do: ${left.join(", ")}`);
      }
      say(
        `${name}: ${run}/${times}: ${inTime ? `after ${afterMs} ms` : "too late"}, ${before} objects then, ${count()} in the end (${Math.round((Date.now() - from) / 1000)} s)`,
      );
      failures.push(...problems.map((problem) => `${name}: ${run}: ${problem}`));
      if (inTime) done++;
      else run--;
    }
  } finally {
    await workspace.close();
  }
  return { done, failures };
}
