import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { hasCode } from "../messages/errors";
import { historyOf } from "./actionHistory";
import type { ActionHistory } from "./actionHistory";
import { contentOfInputs } from "../state/likeness";
import { earlierRun } from "./earlierRuns";
import type { OnceRequest } from "./earlierRuns";
import type { JournalEntry } from "../journal/journal";
import { sentInputs } from "../mail/mailPolicy";
import * as messages from "../report/messages/index";
import type { Line } from "../report/notices";
import { isWaitedFor, waitForEnd } from "./waiting";
import type { AwaitedRun } from "./waiting";

/** The known outcome of an action: it ran, it may have run, or `platform:mail` held it back. */
export type Outcome = "done" | "unknown" | "muted";

type ActionRequest = OnceRequest & AwaitedRun;

/** The outputs of an action. Every action in the state has the outcome and the time. */
interface Receipt {
  outcome: Outcome;
  /** Epoch milliseconds. */
  ranAt: number;
  outputs: Values;
  warning?: Line;
}

/**
 * Runs an action at most once for the same inputs: the journal has an entry from before the request and from after it.
 * A lost answer counts as a success with an unknown outcome, because the next update would repeat a failed action.
 */
export async function runOnce(run: ActionRequest): Promise<{ ran: Values; warning?: Line }> {
  const { resource, identity, services } = run;
  const sent = sentInputs(resource, run.inputs, services.settings);
  const history = historyOf(run, sent ?? run.inputs);
  const send = (isFirst = true) => sendOnce(run, sent, history, isFirst);
  // The history does not distinguish runs with the same label, so they run one after the other.
  const { outputs, warning, ...receipt } = await (history
    ? services.mutex.runExclusive(resource.label(run.inputs), send)
    : send());
  const ran = { ...receipt, ...outputs };
  if (receipt.outcome !== "done") return { ran, warning };
  const waited = await waitForEnd(run, outputs).catch(async (error: unknown) => {
    // A failed run has ended, so the next update can run the action again.
    if (hasCode(error, "ended_badly")) await services.journal.remove(identity);
    throw error;
  });
  return { ran: { ...ran, ...waited.outputs }, warning: waited.warning ?? warning };
}

/** Sends the request, unless an earlier run sent it or the policy forbids its e-mail. */
async function sendOnce(
  run: ActionRequest,
  sent: Values | undefined,
  history: ActionHistory,
  isFirst: boolean,
): Promise<Receipt> {
  const { resource, inputs, identity } = run;
  const { instance, settings, journal } = run.services;
  const earlier = earlierRun(run, journal.read(identity));
  if (earlier !== undefined && (earlier.phase === "done" || resource.repeatable !== true)) {
    // Other resources of this process can have added runs to the history.
    const idsBefore = isFirst ? earlier.idsBefore : undefined;
    const answer = earlier.outcome === "done" ? (earlier.outputs ?? {}) : undefined;
    const entry = { ...earlier, idsBefore };
    const receipt = await writeReceipt(run, history, entry, answer, messages.noKnownAnswer);
    if (receipt.outcome !== "done") return receipt;
    const isLost = hasAnswer(resource) && Object.keys(receipt.outputs).length === 0;
    return { ...receipt, warning: messages.doneBefore(resource, inputs, earlier.sentAt, isLost) };
  }
  if (sent === undefined) {
    const warning = messages.muted(resource, inputs, settings.mail);
    return { outcome: "muted", ranAt: Date.now(), outputs: {}, warning };
  }

  const idsBefore = await history?.ids();
  const content = contentOfInputs(resource, inputs);
  const entry = { content, origin: run.origin?.ranAt, idsBefore, sentAt: Date.now() };
  const send = async () => (await resource.run(instance, sent)) ?? {};
  const result = await journal.during(identity, entry, send, resource.repeatable);
  const receipt = await writeReceipt(run, history, entry, result.answer, result.lost?.reason);
  if (sent === inputs) return receipt;
  const redirected = messages.redirected(resource, inputs, settings.mail);
  return { ...receipt, warning: receipt.warning ?? redirected };
}

/** Writes the result of a request to the journal. Without an answer, `why` is the reason. */
async function writeReceipt(
  run: ActionRequest,
  history: ActionHistory,
  { content, origin, idsBefore, sentAt }: Omit<JournalEntry, "phase">,
  answer: Values | undefined,
  why = "",
): Promise<Receipt> {
  const { resource, inputs, services } = run;
  const entry = { content, origin, idsBefore, sentAt };
  const done = async (outputs: Values): Promise<Receipt> => {
    // Only actions with progress need their outputs again, and these outputs are not private.
    const noted = { ...entry, outcome: "done" as const, ...(resource.progress && { outputs }) };
    const warning = await services.noteResult(run, noted);
    return { outcome: "done", ranAt: sentAt, outputs, warning };
  };
  const answered = answer && (await done(answer));
  const tellsEnough = Object.keys(answer ?? {}).length > 0 || !isWaitedFor(run);
  if (answered !== undefined && tellsEnough) return answered;
  const seen = await history?.findNew(idsBefore, sentAt);
  if (seen !== undefined) return done(seen);
  if (answered !== undefined) return answered;
  await services.noteResult(run, { ...entry, outcome: "unknown" });
  const warning = messages.unknownOutcome(resource, inputs, why, resource.whenUnknown);
  return { outcome: "unknown", ranAt: sentAt, outputs: {}, warning };
}

/** Whether the answer of an action has outputs that no later call returns. */
function hasAnswer({ outputs }: Resource): boolean {
  return Object.keys(outputs.shape).some((name) => name !== "outcome" && name !== "ranAt");
}
