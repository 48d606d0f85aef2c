import { setTimeout as sleep } from "node:timers/promises";
import type { Action, Resource, Values } from "../define";
import type { Settings } from "../settings";
import { PlatformError } from "../wire/errors";
import type { Instance } from "../wire/instance";
import { contentOfInputs, deadlineOf } from "./creation";
import type { Entry, Journal } from "./journal";
import { interlockOf } from "./mail";
import * as say from "./say";

/** What is known of an action: that it was done, only that it was tried, or that it was kept from mailing. */
export type Outcome = "done" | "unknown" | "muted";

/** What running an action puts in the state. */
export interface Ran {
  outcome: Outcome;
  /** Epoch milliseconds. */
  ranAt: number;
}

export interface Run {
  resource: Resource;
  inputs: Values;
  identity?: string;
  instance: Instance;
  settings: Settings;
  journal: Journal;
}

interface Done {
  ran: Ran & Values;
  warning?: string;
}

const lookMs = 500;

/**
 * Runs an action at most once for what it is asked for: a receipt is written before and after. An answer that
 * is lost is a success of unknown outcome, since an action that failed would be run again by the next update.
 */
export async function runOnce(run: Run & { action: Action<Values, Values> }): Promise<Done> {
  const { resource, action, identity, instance, settings, journal } = run;
  const content = contentOfInputs(resource, run.inputs);
  const interlock = resource.mail && interlockOf(settings);
  const inputs = interlock ? resource.mail?.sent?.(run.inputs, interlock) : run.inputs;
  if (inputs === undefined) {
    return {
      ran: { outcome: "muted", ranAt: Date.now() },
      warning: say.muted(resource, run.inputs),
    };
  }
  const trace = settings.operations === "extended" ? action.trace : undefined;

  const earlier = await journal.settled(identity, settings.deadlineSeconds * 2000);
  if (earlier?.content === content && (action.repeatable !== true || earlier.phase === "done")) {
    return settled(earlier, "an earlier run ended before the answer came");
  }

  const before = trace && [...(await trace(instance, inputs)).keys()];
  const entry = { content, before, sentAt: Date.now() };
  journal.write(identity, { ...entry, phase: "sending" });
  let outputs: Values | undefined;
  try {
    outputs = await action.run(instance, inputs);
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.mayHaveWorked || action.repeatable === true) {
      journal.remove(identity);
      throw error;
    }
    return settled({ ...entry, phase: "sending" }, error.message);
  }
  return ended({ ...entry, phase: "done", outcome: "done" }, outputs ?? {});

  /** What became of a request whose answer did not come. */
  async function settled(entry: Omit<Entry, "process">, why: string): Promise<Done> {
    const seen = entry.outcome === "done" ? entry.outputs : await seenIn(entry);
    const known = seen !== undefined || (entry.outcome === "done" && !tells(resource));
    if (known) return ended({ ...entry, phase: "done", outcome: "done" }, seen ?? {});
    journal.write(identity, { ...entry, phase: "done", outcome: "unknown" });
    return {
      ran: { outcome: "unknown", ranAt: entry.sentAt },
      warning: say.unknownOutcome(resource, run.inputs, why, action.whenUnknown),
    };
  }

  /** What the platform's own history shows of it, which proves that it was done; nothing proves that not. */
  async function seenIn({ before, sentAt }: Pick<Entry, "before" | "sentAt">) {
    if (trace === undefined || before === undefined) return undefined;
    for (;;) {
      const traces = await trace(instance, inputs ?? {}).catch(() => new Map<string, Values>());
      const [made] = [...traces].filter(([id]) => !before.includes(id));
      if (made) return made[1];
      if (Date.now() > deadlineOf(sentAt, settings)) return undefined;
      await sleep(lookMs);
    }
  }

  async function ended(entry: Omit<Entry, "process">, outputs: Values): Promise<Done> {
    // Only what is waited for needs to be found again, and only that holds nothing private.
    const kept = action.progress && { outputs };
    journal.write(identity, { ...entry, ...kept });
    const waited = await waitedFor({ ...run, action }, outputs).catch((error: unknown) => {
      // What ended badly is over: the next update runs it again.
      if (error instanceof PlatformError && error.code === "ended_badly") journal.remove(identity);
      throw error;
    });
    return {
      ran: { outcome: "done", ranAt: entry.sentAt, ...outputs, ...waited.outputs },
      warning: waited.warning,
    };
  }
}

/** Whether the answer of an action holds what cannot be had again. */
function tells({ outputs }: Resource): boolean {
  return Object.keys(outputs.shape).some((name) => name !== "outcome" && name !== "ranAt");
}

/** Waits for the end where the inputs ask for it, and tells how far it is whenever that changes. */
async function waitedFor(
  { resource, action, inputs, instance, settings }: Run & { action: Action<Values, Values> },
  outputs: Values,
): Promise<{ outputs?: Values; warning?: string }> {
  const { waitMinutes } = inputs;
  if (action.progress === undefined || typeof waitMinutes !== "number") return {};
  if (settings.operations !== "extended") return { warning: say.cannotWait(resource, inputs) };
  const until = Date.now() + waitMinutes * 60_000;
  let said = "";
  for (let pause = lookMs; ; pause = Math.min(pause * 2, 10_000)) {
    const progress = await action.progress(instance, inputs, outputs);
    if (progress === undefined) return { warning: say.cannotWait(resource, inputs) };
    if (progress.said !== said)
      instance.say(`${resource.name} ${resource.label(inputs)}: ${progress.said}.`);
    said = progress.said;
    if (progress.ended === "badly") throw say.endedBadly(resource, inputs, said);
    if (progress.ended === "well") return { outputs: progress.outputs };
    if (Date.now() + pause > until) {
      return { outputs: progress.outputs, warning: say.stillRunning(resource, inputs, said) };
    }
    await sleep(pause);
  }
}

/**
 * Does something that mails besides, at most once for what it is asked for: whatever is done again, or kept
 * from mailing, goes without mail.
 */
export async function mailOnce<Result>(
  run: Run & { old?: Values },
  act: (inputs: Values) => Promise<Result>,
): Promise<{ result: Result; outcome?: Outcome; warning?: string }> {
  const { resource, inputs, old, identity, settings, journal } = run;
  const quiet = resource.mail?.sent?.(inputs, { mode: "muted" });
  if (quiet === undefined || resource.mail?.to(inputs, old)?.length === 0) {
    return { result: await act(inputs) };
  }
  if (interlockOf(settings) !== undefined) {
    return { result: await act(quiet), outcome: "muted", warning: say.muted(resource, inputs) };
  }
  const content = contentOfInputs(resource, inputs);
  const earlier = await journal.settled(identity, settings.deadlineSeconds * 2000);
  if (earlier?.content === content) {
    const result = await act(quiet);
    const { outcome = "unknown" } = earlier;
    journal.write(identity, { ...earlier, phase: "done", outcome });
    const why = "an earlier run ended before the answer came";
    const warning = say.unknownMail(resource, inputs, why);
    return { result, outcome, ...(outcome === "unknown" && { warning }) };
  }
  const entry = { content, sentAt: Date.now() };
  journal.write(identity, { ...entry, phase: "sending" });
  try {
    const result = await act(inputs);
    journal.write(identity, { ...entry, phase: "done", outcome: "done" });
    return { result, outcome: "done" };
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.mayHaveWorked) {
      journal.remove(identity);
      throw error;
    }
    const result = await act(quiet);
    journal.write(identity, { ...entry, phase: "done", outcome: "unknown" });
    const warning = say.unknownMail(resource, inputs, error.message);
    return { result, outcome: "unknown", warning };
  }
}
