import { setTimeout as sleep } from "node:timers/promises";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { PlatformError } from "../wire/errors";
import { contentOfInputs, deadlineOf } from "./creation";
import type { Entry, Journal } from "./journal";
import { sentInputs } from "./mail";
import * as say from "./messages";
import type { KeyedMutex } from "./keyedMutex";
import { isWaitedFor, waitedFor } from "./waiting";
import type { Waiting } from "./waiting";

/** What is known of an action: that it was done, only that it was operation, or that it was kept from mailing. */
export type Outcome = "done" | "unknown" | "muted";

/** What running an action puts in the state. */
export interface Ran {
  outcome: Outcome;
  /** Epoch milliseconds. */
  ranAt: number;
}

export interface Run extends Omit<Waiting, "resource"> {
  resource: Resource;
  identity?: string;
  journal: Journal;
  turns: KeyedMutex;
}

type ActionRun = Run & Waiting;

/** What became of a request. */
interface Receipt extends Ran {
  outputs: Values;
  warning?: string;
}

const lookMs = 500;

/**
 * Runs an action at most once for what it is asked for: a receipt is written before and after. An answer that
 * is lost is a success of unknown outcome, since an action that failed would be run again by the next update.
 */
export async function runOnce(run: ActionRun): Promise<{ ran: Ran & Values; warning?: string }> {
  const { resource, identity, settings, journal } = run;
  const sent = sentInputs(resource, run.inputs, settings);
  const sending = (isFirst = true) => sendOnce(run, sent, isFirst);
  const isTraced = settings.operations === "extended" && resource.trace !== undefined;
  // Runs with the same label leave traces that do not tell them apart.
  const receipt = await (isTraced
    ? run.turns.take(resource.label(run.inputs), sending)
    : sending());
  const { outputs, warning, ...known } = receipt;
  const ran = { ...known, ...outputs };
  if (known.outcome !== "done") return { ran, warning };
  const waited = await waitedFor(run, outputs).catch((error: unknown) => {
    // What ended badly is over: the next update runs it again.
    if (error instanceof PlatformError && error.code === "ended_badly") journal.remove(identity);
    throw error;
  });
  return { ran: { ...ran, ...waited.outputs }, warning: waited.warning ?? warning };
}

/** Sends it, unless it was sent before; `sent` are the inputs that go to the platform, if anything does. */
async function sendOnce(
  run: ActionRun,
  sent: Values | undefined,
  isFirst: boolean,
): Promise<Receipt> {
  const { resource, identity, instance, settings, journal } = run;
  const content = contentOfInputs(resource, run.inputs);
  const trace = settings.operations === "extended" ? resource.trace : undefined;
  const shown = async () =>
    (await trace?.(instance, sent ?? run.inputs)) ?? new Map<string, Values>();

  const earlier = journal.read(identity);
  if (earlier?.content === content && (earlier.phase === "done" || resource.repeatable !== true)) {
    // What came since may be of others that this process ran.
    const before = isFirst ? earlier.before : undefined;
    const receipt = await settled({ ...earlier, before }, tells(resource) ? earlier.outputs : {});
    return receipt.outcome === "done"
      ? { warning: say.doneBefore(resource, run.inputs, earlier.sentAt), ...receipt }
      : receipt;
  }
  if (sent === undefined) {
    const warning = say.muted(resource, run.inputs);
    return { outcome: "muted", ranAt: Date.now(), outputs: {}, warning };
  }

  const before = trace && [...(await shown()).keys()];
  const entry = { content, before, sentAt: Date.now() };
  journal.write(identity, { ...entry, phase: "sending" });
  let answer: Values | undefined;
  let lost: string | undefined;
  try {
    answer = (await resource.run(instance, sent)) ?? {};
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.mayHaveWorked || resource.repeatable === true) {
      journal.remove(identity);
      throw error;
    }
    lost = error.reason;
  }
  const receipt = await settled(answer ? { ...entry, outcome: "done" } : entry, answer, lost);
  return sent === run.inputs
    ? receipt
    : { warning: say.redirected(resource, run.inputs), ...receipt };

  /** Puts down what became of a request that was sent; its `answer` is undefined where that was lost. */
  async function settled(
    { content, before, sentAt, outcome }: Omit<Entry, "phase">,
    answer: Values | undefined,
    why = "an earlier run ended before the answer came",
  ): Promise<Receipt> {
    const done = (outputs: Values): Receipt => {
      // Only what may be waited for needs to be found again, and only that holds nothing private.
      const kept = resource.progress && { outputs };
      journal.write(identity, { content, before, sentAt, phase: "done", outcome: "done", ...kept });
      return { outcome: "done", ranAt: sentAt, outputs };
    };
    const answered = outcome === "done" && answer !== undefined ? done(answer) : undefined;
    const tellsEnough = Object.keys(answer ?? {}).length > 0 || !isWaitedFor(run);
    if (answered !== undefined && tellsEnough) return answered;
    const seen = await seenSince(before, sentAt);
    if (seen !== undefined) return done(seen);
    if (answered !== undefined) return answered;
    journal.write(identity, { content, before, sentAt, phase: "done", outcome: "unknown" });
    const warning = say.unknownOutcome(resource, run.inputs, why, resource.whenUnknown);
    return { outcome: "unknown", ranAt: sentAt, outputs: {}, warning };
  }

  /** What the platform's own history shows of it, which proves that it was done; nothing proves that not. */
  async function seenSince(before: Entry["before"], sentAt: number): Promise<Values | undefined> {
    if (trace === undefined || before === undefined) return undefined;
    for (;;) {
      const traces = await shown().catch(() => new Map<string, Values>());
      const made = [...traces].filter(([id]) => !before.includes(id));
      // Of several, nothing tells which is ours.
      if (made.length > 0) return made.length === 1 ? made[0]?.[1] : undefined;
      if (Date.now() > deadlineOf(sentAt, settings)) return undefined;
      await sleep(lookMs);
    }
  }
}

/** Whether the answer of an action holds what cannot be had again. */
function tells({ outputs }: Resource): boolean {
  return Object.keys(outputs.shape).some((name) => name !== "outcome" && name !== "ranAt");
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
  if (sentInputs(resource, inputs, settings) !== inputs) {
    return { result: await act(quiet), outcome: "muted", warning: say.muted(resource, inputs) };
  }
  const content = contentOfInputs(resource, inputs);
  const earlier = journal.read(identity);
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
    const warning = say.unknownMail(resource, inputs, error.reason);
    return { result, outcome: "unknown", warning };
  }
}
