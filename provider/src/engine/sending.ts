import { setTimeout as sleep } from "node:timers/promises";
import type { Action, Resource, Values } from "../define";
import type { Settings } from "../settings";
import { PlatformError } from "../wire/errors";
import type { Instance } from "../wire/instance";
import { contentOfInputs, deadlineOf } from "./creation";
import type { Journal } from "./journal";

/** What is known of an action: that it was done, or only that it was tried. */
export type Outcome = "done" | "unknown";

interface Ran {
  outcome: Outcome;
  /** Epoch milliseconds. */
  ranAt: number;
  warning?: string;
}

const lookMs = 500;

/**
 * Runs an action at most once for what it is asked for: a receipt is written before and after. An answer that
 * is lost is a success of unknown outcome, since an action that failed would be run again by the next update.
 */
export async function runOnce(request: {
  resource: Resource;
  action: Action<Values>;
  inputs: Values;
  identity?: string;
  instance: Instance;
  settings: Settings;
  journal: Journal;
}): Promise<Ran> {
  const { resource, action, inputs, identity, instance, settings, journal } = request;
  const content = contentOfInputs(resource, inputs);
  const trace = settings.operations === "extended" ? action.trace : undefined;

  const earlier = await journal.settled(identity, settings.deadlineSeconds * 2000);
  if (earlier?.content === content) {
    const outcome =
      earlier.outcome ?? (await lookedUp(earlier.before, deadlineOf(earlier.sentAt, settings)));
    journal.write(identity, { ...earlier, phase: "done", outcome });
    return told(outcome, earlier.sentAt, "an earlier run ended before the answer came");
  }

  const before = await trace?.(instance, inputs);
  const entry = { content, before, sentAt: Date.now() };
  journal.write(identity, { ...entry, phase: "sending" });
  try {
    await action.run(instance, inputs);
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.mayHaveWorked) {
      journal.remove(identity);
      throw error;
    }
    const outcome = await lookedUp(before, deadlineOf(entry.sentAt, settings));
    journal.write(identity, { ...entry, phase: "done", outcome });
    return told(outcome, entry.sentAt, error.message);
  }
  journal.write(identity, { ...entry, phase: "done", outcome: "done" });
  return { outcome: "done", ranAt: entry.sentAt };

  /** Whether the platform's own history shows it, which proves that it was done; nothing proves that not. */
  async function lookedUp(
    before: readonly string[] | undefined,
    deadline: number,
  ): Promise<Outcome> {
    if (trace === undefined || before === undefined) return "unknown";
    for (;;) {
      const traces = await trace(instance, inputs).catch(() => []);
      if (traces.some((id) => !before.includes(id))) return "done";
      if (Date.now() > deadline) return "unknown";
      await sleep(lookMs);
    }
  }

  function told(outcome: Outcome, ranAt: number, why: string): Ran {
    if (outcome === "done") return { outcome, ranAt };
    const warning = `It is not known whether ${resource.noun} ${resource.label(inputs)} was done: ${why}. It is not done again by itself. ${action.whenUnknown}`;
    return { outcome, ranAt, warning };
  }
}
