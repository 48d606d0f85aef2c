import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSimulator } from "pulumi-platform-simulator";
import { schedules } from "../../engine/stacks/declarations";
import { stackOn } from "../../engine/stacks/hosted";
import { processes } from "../../engine/stacks/processes";
import type { Stack } from "../../engine/stacks/stack";
import { deadlines } from "../../harness/sessions/deadlines";
import { separately } from "../../harness/lives/separateMachines";
import { entries } from "../../harness/sessions/session";
import type { Entry } from "../../harness/sessions/session";
import { disagreements } from "../agreement";
import { many } from "../programs";
import type { Series } from "../series";
import { deadlineSeconds } from "../workspace";
import type { Environment } from "../workspace";

/** What becomes of a machine in the middle of its run. */
export const misfortunes = ["dies", "hangs"] as const;
type Misfortune = (typeof misfortunes)[number];

const latencyMs = 300;
/** Until what was sent before a machine hung is worked on. */
const settledMs = latencyMs + 200;
const up = ["up", "--yes", "--skip-preview"] as const;

/** Each misfortune comes at another moment each time. */
export const machineSeries: readonly Series[] = entries.flatMap((entry) =>
  misfortunes.map((misfortune) => {
    const name = `${entry}: two machines, and the first ${misfortune}`;
    const run: Series["run"] = async (times, random, { environment, stopped, say }) => {
      const failures: string[] = [];
      let done = 0;
      while (done < times && !stopped()) {
        // A machine that hangs needs requests left that it sends when it wakes.
        const made = random.below(misfortune === "dies" ? many : many / 2);
        const problems = await takeOver(entry, misfortune, { made, environment });
        say(`${name}: ${++done}/${times}: with ${made} of ${many} objects`);
        failures.push(...problems.map((problem) => `${name}: ${done}: ${problem}`));
      }
      return { done, failures };
    };
    return { name, entry, run };
  }),
);

/** A stack whose commands run as on a machine of their own: with an empty home, and other processes. */
async function machineWith(entry: Entry, settings: Environment): Promise<Stack> {
  const stack = await stackOn(entry, settings);
  const command = join(stack.folder, "bin", "pulumi");
  const engine = join(process.env.PLATFORM_TEST_ENGINE ?? "", "pulumi");
  mkdirSync(join(stack.folder, "bin"));
  stack.env.HOME = join(stack.folder, "home-of-machine");
  mkdirSync(stack.env.HOME);
  stack.write(join("bin", "pulumi"), `#!/bin/sh\nexec ${separately.join(" ")} ${engine} "$@"\n`);
  chmodSync(command, 0o755);
  stack.env.PATH = `${join(stack.folder, "bin")}:${stack.env.PATH}`;
  return stack;
}

/**
 * Two machines share the journal and the state. Something becomes of the first one when so many objects are
 * there, and the second one runs the same program at once. Says what is wrong in the end.
 */
export async function takeOver(
  entry: Entry,
  misfortune: Misfortune,
  { made, environment }: { made: number; environment: Environment },
): Promise<string[]> {
  const platform = await startSimulator({ profile: "extended", latencyMs });
  const journal = mkdtempSync(join(tmpdir(), "pulumi-platform-journal-"));
  const settings = {
    PLATFORM_BASE_URL: platform.url,
    PLATFORM_TOKEN: platform.token,
    PLATFORM_JOURNAL: journal,
    ...environment,
  };
  const first = await machineWith(entry, settings);
  const second = await machineWith(entry, {
    ...settings,
    PULUMI_BACKEND_URL: String(first.env.PULUMI_BACKEND_URL),
    PULUMI_STACK: "test",
  });
  try {
    const limits = Object.entries(deadlines(deadlineSeconds));
    await first.ok("config", "set-all", ...limits.flatMap(setting));
    copyFileSync(join(first.folder, "Pulumi.test.yaml"), join(second.folder, "Pulumi.test.yaml"));
    const program = schedules(many);
    for (const machine of [first, second]) machine.declare(program);

    const run = first.pulumi(...up);
    const tooEarly = run.then(({ text }) => {
      throw new Error(`the first machine ended before it was struck:\n${text}`);
    });
    tooEarly.catch(() => undefined);
    while (platform.state.schedules.length < made || platform.calls.length === 0)
      await Promise.race([sleep(5), tooEarly]);
    if (misfortune === "hangs") {
      // Some requests are to be sent again when it wakes.
      platform.fault({ method: "POST", kind: "status", status: 429, retryAfter: 4, times: 0 });
      while (!platform.calls.some(({ status }) => status === 429)) await sleep(5);
    }
    const wake = strike(first, misfortune);
    platform.clearFaults();
    if (wake === undefined) await run;
    await second.ok("cancel", "--yes");
    const { code, text } = await second.pulumi(...up);
    const problems = code === 0 ? [] : [`the second machine ended with ${code}:\n${text}`];
    const sent = platform.calls.length;
    if (wake !== undefined) {
      wake();
      await run;
      await sleep(settledMs);
      const late = platform.calls.slice(sent).filter(({ method }) => method !== "GET");
      if (late.length > 0) problems.push(`the first machine sent ${late.length} requests later`);
      // Its engine stored what it knew, and nothing of what the second machine did.
      await second.ok(...up);
    }
    problems.push(...disagreements(program, await second.state(), platform));
    const left = await second.steps("preview", "--refresh", "--run-program");
    if (left.length > 0) problems.push(`there is more to do: ${left.join(", ")}`);
    return problems;
  } finally {
    await platform.close();
    for (const machine of [first, second]) machine.remove();
    rmSync(journal, { recursive: true, force: true });
  }
}

const setting = ([name, value]: [string, number]) => ["--plaintext", `platform:${name}=${value}`];

/** Ends a machine, or stops all that it does: returns what wakes it. */
function strike(machine: Stack, misfortune: Misfortune): (() => void) | undefined {
  const { engine } = machine.running();
  if (misfortune === "dies") {
    process.kill(engine, "SIGKILL");
    return undefined;
  }
  const its = processes()
    .filter(({ ancestors }) => ancestors.includes(engine))
    .map(({ pid }) => pid);
  for (const pid of its) process.kill(pid, "SIGSTOP");
  return () => {
    for (const pid of its) process.kill(pid, "SIGCONT");
  };
}
