import { setTimeout as sleep } from "node:timers/promises";
import { end } from "../../engine/stacks/stack";
import type { Running, Stack } from "../../engine/stacks/stack";
import { victimOf } from "../../faults/cases/moments";
import type { Typing } from "./world";

const lookMs = 5;
/** How long a person waits who presses Ctrl-C again. */
const againMs = 300;
/** Longer than others wait for a heartbeat. */
const stoppedMs = 17_000;

/**
 * Cuts a command short when its moment has come, but not before it has a provider. Returns the processes that it
 * had then; undefined where the command ended first.
 */
export async function cutShort(
  stack: Stack,
  { how, isNow, meanwhile }: NonNullable<Typing["cut"]>,
  isOver: AbortSignal,
  fillDisk: () => void,
): Promise<Running | undefined> {
  let running: Running | undefined;
  while (running === undefined) {
    if (isOver.aborted) return undefined;
    await sleep(lookMs);
    if (isNow()) running = processesOf(stack);
  }
  const victim = victimOf(how);
  if (victim !== undefined) end(victim, running);
  else if (how === "disk full") fillDisk();
  else if (how.startsWith("interrupt")) {
    signal([running.engine], "SIGINT");
    if (how === "interrupt twice") {
      await sleep(againMs);
      signal([running.engine], "SIGINT");
    }
  } else {
    signal(running.providers, "SIGSTOP");
    await sleep(stoppedMs);
    await meanwhile?.();
    signal(running.providers, "SIGCONT");
  }
  return running;
}

function processesOf(stack: Stack): Running | undefined {
  try {
    return stack.running();
  } catch {
    return undefined;
  }
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended by itself.
    }
  }
}
