import { setTimeout as sleep } from "node:timers/promises";
import type { FaultRule } from "pulumi-platform-simulator";
import { end } from "../engine/stack";
import type { Victim } from "../engine/stack";
import { actionProblems } from "./actionProblems";
import { disagreements } from "./agreement";
import type { Entry } from "../harness/session";
import { ChangingProgram, editByHand } from "./edits";
import { Random } from "./random";
import { EngineWorkspace } from "./engineWorkspace";
import type { How, Repeated } from "./series";

const methods = ["GET", "POST", "PUT", "DELETE", "any"] as const;
const kinds = ["close", "hang", "delay", "status 503", "status 429"] as const;
const latencyMs = 30;
/** Runs that may fail while faults are in force, before they are taken away. */
const disturbedRuns = 2;

/**
 * Rounds of random edits with random faults, on some instances at a time: each goes through its own rounds
 * with its own seed, so that the same seeds and jobs do the same again.
 */
export async function soak(
  entry: Entry,
  rounds: number,
  seed: number,
  { jobs, environment, stopped, say }: Omit<How, "quick"> & { jobs: number },
): Promise<Repeated> {
  const failures: string[] = [];
  let done = 0;
  const work = async (job: number) => {
    const random = new Random(seed + job);
    const workspace = await EngineWorkspace.open(entry, { latencyMs, environment });
    try {
      let program = await start(workspace, random);
      for (let round = job + 1; round <= rounds && !stopped(); round += jobs) {
        const { did, problems, said } = await tryRound(workspace, program, random, round);
        done++;
        say(`${entry}: round ${round}/${rounds}: ${did.join(", ")}`);
        for (const problem of problems) say(`${entry}: round ${round} FAILED: ${problem}`);
        if (problems.length === 0) continue;
        say(said);
        failures.push(`${entry}: round ${round}: ${problems.join("; ")}`);
        program = await start(workspace, random);
      }
    } finally {
      await workspace.close();
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, rounds) }, (_, job) => work(job)));
  return { done, failures };
}

async function start(workspace: EngineWorkspace, random: Random): Promise<ChangingProgram> {
  await workspace.begin({ from: "nothing", operations: "extended" });
  return new ChangingProgram(random);
}

async function tryRound(
  workspace: EngineWorkspace,
  program: ChangingProgram,
  random: Random,
  round: number,
): Promise<{ did: string[]; problems: string[]; said: string }> {
  const { platform, stack } = workspace;
  const did = Array.from({ length: 1 + random.below(4) }, () => program.edit());
  if (random.chance(0.5)) did.push(editByHand(platform, random));
  for (let count = random.below(3); count > 0; count--) did.push(disturb(workspace, random, round));
  const victim = random.chance(0.4) ? random.of<Victim>(["engine", "provider", "both"]) : undefined;
  const killAfterMs = random.below(4_000);

  const declared = program.resources;
  stack.declare(declared);
  let said = "";
  const up = async () => {
    const run = await stack.pulumi("up", "--yes", "--skip-preview", "--refresh");
    said += `--- up ended with ${run.code}\n${run.text}`;
    return run.code;
  };
  for (let run = 1; run <= disturbedRuns; run++) {
    const running = up();
    const killed =
      run === 1 && victim ? await kill(workspace, victim, killAfterMs, running) : false;
    if (killed) did.push(`kill ${victim} after ${killAfterMs} ms`);
    if ((await running) === 0) break;
    if (killed && victim !== "provider") await stack.recover();
  }
  platform.clearFaults();
  const problems: string[] = [];
  if ((await up()) !== 0) problems.push("the run without faults did not succeed");
  const state = await stack.state();
  problems.push(...disagreements(declared, state, platform), ...actionProblems(platform, state));
  return { did, problems, said };
}

/** Puts a random fault in force. */
function disturb({ platform }: EngineWorkspace, random: Random, seed: number): string {
  const chosen = random.of(kinds);
  const method = random.of(methods);
  const rule: FaultRule = {
    kind: chosen === "status 503" || chosen === "status 429" ? "status" : chosen,
    ...(method !== "any" && { method }),
    // A 429 after the work would be a lie.
    moment: chosen === "status 429" ? "before" : random.of(["before", "after", "mid-answer"]),
    probability: 0.4,
    times: 1 + random.below(3),
    seed,
    ...(chosen === "status 503" && { status: 503 }),
    ...(chosen === "status 429" && { status: 429, retryAfter: random.below(2) }),
    ...(chosen === "delay" && { delayMs: 500 }),
  };
  platform.fault(rule);
  return `${chosen} ${rule.moment} ${method}`;
}

/** Kills so long after the run made its first call; false when it had ended by then. */
async function kill(
  { platform, stack }: EngineWorkspace,
  victim: Victim,
  afterMs: number,
  run: Promise<number>,
): Promise<boolean> {
  const ended = run.then(() => true);
  const calls = platform.calls.length;
  while (platform.calls.length === calls) {
    if (await Promise.race([ended, sleep(5, false)])) return false;
  }
  const running = stack.running();
  if (await Promise.race([ended, sleep(afterMs, false)])) return false;
  end(victim, running);
  return true;
}
