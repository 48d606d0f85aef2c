import { setTimeout as sleep } from "node:timers/promises";
import { schedules } from "../engine/declarations";
import { end } from "../engine/stack";
import { disagreements } from "./agreement";
import type { Entry } from "../harness/session";
import type { Random } from "./random";
import { EngineWorkspace } from "./engineWorkspace";
import type { Repeated } from "./soak";

const size = 60;
const latencyMs = 300;

/** Kills the engine at a random moment of a run of many creates, and runs again. */
export async function killRuns(
  entry: Entry,
  times: number,
  random: Random,
  { stopped, say }: { stopped: () => boolean; say: (line: string) => void },
): Promise<Repeated> {
  const failures: string[] = [];
  let done = 0;
  const workspace = await EngineWorkspace.open(entry, latencyMs);
  const { platform, stack } = workspace;
  const program = schedules(size);
  // What a run takes is learnt from those before: the moments are to cover all of it.
  let lastsMs = 6_000;
  try {
    for (let run = 1; run <= times && !stopped(); run++) {
      await workspace.begin({ from: "nothing", operations: "documented" });
      stack.declare(program);
      const first = stack.pulumi("up", "--yes", "--skip-preview");
      while (platform.calls.length === 0) await sleep(5);
      const begun = Date.now();
      const running = stack.running();
      const afterMs = random.below(lastsMs);
      const inTime = await Promise.race([sleep(afterMs, true), first.then(() => false)]);
      if (inTime) end("engine", running);
      await first;
      if (!inTime) lastsMs = Date.now() - begun;
      const before = platform.state.schedules.length;
      if (inTime) await stack.recover();
      const from = Date.now();
      const again = await stack.pulumi("up", "--yes", "--skip-preview");
      const problems =
        again.code === 0
          ? disagreements(program, await stack.state(), platform)
          : [`the next run ended with ${again.code}:\n${again.text}`];
      const objects = platform.state.schedules.length;
      if (objects !== size) problems.unshift(`${objects} objects, not ${size}`);
      say(
        `${entry}: kill ${run}/${times}: ${inTime ? `after ${afterMs} ms` : "too late"}, ${before} objects then, ${objects} in the end (${Math.round((Date.now() - from) / 1000)} s)`,
      );
      failures.push(...problems.map((problem) => `${entry}: kill ${run}: ${problem}`));
      if (inTime) done++;
      else run--;
    }
  } finally {
    await workspace.close();
  }
  return { done, failures };
}
