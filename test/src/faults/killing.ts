import { execFileSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Call, Simulator } from "pulumi-platform-simulator";
import { end } from "../engine/stack";
import type { Run, Running, Stack, Victim } from "../engine/stack";
import type { Moment } from "./moments";

/** Long enough for the provider to have the answer, too short for the engine to have stored it every time. */
const handedOverMs = 5;

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

/** Kills when the disturbed call has reached its moment; returns who ran. */
export async function killAt(
  { platform, stack }: { platform: Simulator; stack: Stack },
  { victim, moment, faultId }: { victim: Victim; moment: Moment; faultId: string },
  run: Promise<Run>,
): Promise<Running | undefined> {
  const disturbed = await during(run, () =>
    platform.calls.find(({ fault }) => fault?.id === faultId),
  );
  if (disturbed === undefined) return undefined;
  const running = stack.running();
  if (moment === "answered") {
    await during(run, () => disturbed.status ?? undefined);
    await sleep(handedOverMs);
  }
  end(victim, running);
  return running;
}

/** Waits for the end of a process that nobody waits for any more; false when it does not come. */
export async function isGone(pid: number, patienceMs: number): Promise<boolean> {
  const patient = Date.now() + patienceMs;
  while (lives(pid)) {
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
