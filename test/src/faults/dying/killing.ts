import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Call, Simulator } from "pulumi-platform-simulator";
import type { PulumiStack } from "../../engine/stacks/pulumiStack";
import { end, Stack } from "../../engine/stacks/stack";
import type { Run, Victim } from "../../engine/stacks/stack";
import { InProcessStack } from "../../harness/inProcessStack";
import type { Moment } from "../cases/moments";

/** Long enough for the provider to have the answer, too short for the engine to have stored it every time. */
const handedOverMs = 5;

/** Who runs a command. */
interface Processes {
  end: (victim: Victim) => void;
  /** Whether the providers have ended. */
  isOver: () => boolean;
}

/** The processes of the command that runs now. */
function processesOf(stack: PulumiStack): Processes {
  if (stack instanceof InProcessStack) {
    const providers = stack.providers();
    return {
      end: (victim) => stack.kill(victim),
      isOver: () => providers.every(({ isAlive }) => !isAlive),
    };
  }
  if (!(stack instanceof Stack)) throw new Error("this stack has no processes");
  const running = stack.running();
  return {
    end: (victim) => end(victim, running),
    isOver: () => !running.providers.some(lives),
  };
}

/** Kills processes of the command that runs now. */
export const kill = (stack: PulumiStack, victim: Victim): void => processesOf(stack).end(victim);

/** What a person does after an engine was killed. */
export async function recover(stack: PulumiStack): Promise<void> {
  if (stack instanceof Stack) await stack.recover();
  else await stack.ok("cancel", "--yes");
}

/** Waits for something while the run lasts; undefined when the run ended first. */
async function during<Found>(
  run: Promise<Run>,
  look: () => Found | undefined,
): Promise<Found | undefined> {
  const ended = run.then(() => true);
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    if (await Promise.race([ended, sleep(2, false)])) return look();
  }
}

/** Kills when the disturbed call has reached its moment; returns whether the providers are over. */
export async function killAt(
  { platform, stack }: { platform: Simulator; stack: PulumiStack },
  { victim, moment, faultId }: { victim: Victim; moment: Moment; faultId: string },
  run: Promise<Run>,
): Promise<(() => boolean) | undefined> {
  const disturbed = await during(run, () =>
    platform.calls.find(({ fault }) => fault?.id === faultId),
  );
  if (disturbed === undefined) return undefined;
  const processes = processesOf(stack);
  if (moment === "answered") {
    await during(run, () => disturbed.status ?? undefined);
    await sleep(handedOverMs);
  }
  processes.end(victim);
  return processes.isOver;
}

/** Waits for the end of a process that nobody waits for any more; false when it does not come. */
export const isGone = (pid: number, patienceMs: number) => waitUntil(() => !lives(pid), patienceMs);

/** Waits for something; false when it does not come. */
export async function waitUntil(isSo: () => boolean, patienceMs: number): Promise<boolean> {
  const patient = Date.now() + patienceMs;
  while (!isSo()) {
    if (Date.now() > patient) return false;
    await sleep(100);
  }
  return true;
}

function lives(pid: number): boolean {
  try {
    const state = execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
    return state.trim() !== "" && !state.startsWith("Z");
  } catch {
    return false;
  }
}

/** A call that was held open may be worked on after its caller died: waits until that is over. */
export async function workedOff(call: Call, delayMs = 0): Promise<void> {
  const left = call.at + delayMs + 100 - Date.now();
  if (left > 0) await sleep(left);
}
