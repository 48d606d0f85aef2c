import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { hasCode, PlatformError } from "../wire/errors";
import { ActionHistory } from "./actionHistory";
import { contentOfInputs } from "../state/content";
import { earlierRun } from "./earlierRuns";
import type { Origin } from "./earlierRuns";
import type { Journal, JournalEntry } from "../journal/journal";
import type { KeyedMutex } from "../journal/keyedMutex";
import { sentInputs } from "../mail/mailPolicy";
import * as messages from "../report/messages";
import type { Line } from "../report/notices";
import { noteResult } from "../duplicates/noteResult";
import { isWaitedFor, waitForEnd } from "./waiting";
import type { Waiting } from "./waiting";

/** What is known of an action: that it was done, only that it was tried, or that it was kept from mailing. */
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
  origin?: Origin;
  journal: Journal;
  mutex: KeyedMutex;
}

type ActionRun = Run & Waiting;

/** What became of a request. */
interface Receipt extends Ran {
  outputs: Values;
  warning?: Line;
}

/**
 * Runs an action at most once for what it is asked for: the journal holds a receipt from before and after. An
 * answer that is lost is a success of unknown outcome, since the next update would run a failed action again.
 */
export async function runOnce(run: ActionRun): Promise<{ ran: Ran & Values; warning?: Line }> {
  const { resource, identity, instance, settings, journal } = run;
  const history = new ActionHistory(resource, instance, settings);
  const send = (isFirst = true) => sendOnce(run, history, isFirst);
  // Runs with the same label leave traces that do not tell them apart.
  const { outputs, warning, ...known } = await (history.isShown
    ? run.mutex.runExclusive(resource.label(run.inputs), send)
    : send());
  const ran = { ...known, ...outputs };
  if (known.outcome !== "done") return { ran, warning };
  const waited = await waitForEnd(run, outputs).catch(async (error: unknown) => {
    // What ended badly is over: the next update runs it again.
    if (hasCode(error, "ended_badly")) await journal.remove(identity);
    throw error;
  });
  return { ran: { ...ran, ...waited.outputs }, warning: waited.warning ?? warning };
}

/** Sends the request, unless it was sent before or is kept from mailing. */
async function sendOnce(
  run: ActionRun,
  history: ActionHistory,
  isFirst: boolean,
): Promise<Receipt> {
  const { resource, inputs, identity, instance, settings, journal } = run;
  const content = contentOfInputs(resource, inputs);
  const sent = sentInputs(resource, inputs, settings);
  const request = { run, history, sent: sent ?? inputs };

  const earlier = earlierRun(run, journal.read(identity));
  if (earlier !== undefined && (earlier.phase === "done" || resource.repeatable !== true)) {
    // Later runs in the history may be of other resources that this process ran.
    const idsBefore = isFirst ? earlier.idsBefore : undefined;
    const answer = hasAnswer(resource) ? earlier.outputs : {};
    const entry = { ...earlier, idsBefore };
    const receipt = await writeReceipt(request, entry, answer, messages.earlierRunEnded);
    return receipt.outcome === "done"
      ? { ...receipt, warning: messages.doneBefore(resource, inputs, earlier.sentAt) }
      : receipt;
  }
  if (sent === undefined) {
    const warning = messages.muted(resource, inputs, settings.mail);
    return { outcome: "muted", ranAt: Date.now(), outputs: {}, warning };
  }

  const idsBefore = await history.ids(sent);
  const entry = { content, origin: run.origin?.ranAt, idsBefore, sentAt: Date.now() };
  await journal.begin(identity, entry);
  let answer: Values | undefined;
  let lost = "";
  try {
    answer = (await resource.run(instance, sent)) ?? {};
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.mayHaveWorked || resource.repeatable === true) {
      await journal.remove(identity);
      throw error;
    }
    lost = error.reason;
  }
  const sentEntry = answer ? { ...entry, outcome: "done" as const } : entry;
  const receipt = await writeReceipt(request, sentEntry, answer, lost);
  return sent === inputs
    ? receipt
    : {
        ...receipt,
        warning: receipt.warning ?? messages.redirected(resource, inputs, settings.mail),
      };
}

interface SentRequest {
  run: ActionRun;
  history: ActionHistory;
  /** The inputs that went to the platform. */
  sent: Values;
}

/** Writes down what became of a request; its `answer` is undefined where that was lost, and `why` says why. */
async function writeReceipt(
  { run, history, sent }: SentRequest,
  { content, origin, idsBefore, sentAt, outcome }: Omit<JournalEntry, "phase">,
  answer: Values | undefined,
  why: string,
): Promise<Receipt> {
  const { resource, inputs, journal } = run;
  const entry = { content, origin, idsBefore, sentAt };
  const done = async (outputs: Values): Promise<Receipt> => {
    // Only what may be waited for needs to be found again, and only that holds nothing private.
    const noted = { ...entry, outcome: "done" as const, ...(resource.progress && { outputs }) };
    const warning = await noteResult(journal, run, noted);
    return { outcome: "done", ranAt: sentAt, outputs, warning };
  };
  const answered = outcome === "done" && answer !== undefined ? await done(answer) : undefined;
  const tellsEnough = Object.keys(answer ?? {}).length > 0 || !isWaitedFor(run);
  if (answered !== undefined && tellsEnough) return answered;
  const seen = await history.findNew(sent, idsBefore, sentAt);
  if (seen !== undefined) return done(seen);
  if (answered !== undefined) return answered;
  await noteResult(journal, run, { ...entry, outcome: "unknown" });
  const warning = messages.unknownOutcome(resource, inputs, why, resource.whenUnknown);
  return { outcome: "unknown", ranAt: sentAt, outputs: {}, warning };
}

/** Whether the answer of an action holds what cannot be had again. */
function hasAnswer({ outputs }: Resource): boolean {
  return Object.keys(outputs.shape).some((name) => name !== "outcome" && name !== "ranAt");
}
