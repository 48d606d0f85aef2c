import type { Values } from "../definition/values";
import { PlatformError } from "../wire/errors";
import type { Outcome, Run } from "./actionRuns";
import { contentOfInputs } from "./content";
import { sentInputs } from "./mail";
import * as messages from "./messages";
import type { Line } from "./notices";
import type { CreatedObject } from "./witness";

/** A create or update of an object that can send mail while it works. */
interface MailingRun extends Run {
  /** Of an object that exists already. */
  id?: string;
  old?: Values;
}

interface MailingResult {
  result: CreatedObject;
  outcome?: Outcome;
  warning?: Line;
}

/**
 * Creates or updates an object and mails at most once for what is asked: whatever is repeated or kept from
 * mailing goes without mail.
 */
export async function mailOnce(
  run: MailingRun,
  act: (inputs: Values) => Promise<CreatedObject>,
): Promise<MailingResult> {
  const { resource, inputs, old, id, identity, settings, journal } = run;
  const quiet = resource.mail?.sent?.(inputs, { mode: "muted" });
  if (quiet === undefined || resource.mail?.to(inputs, old)?.length === 0) {
    return { result: await act(inputs) };
  }
  if (sentInputs(resource, inputs, settings) !== inputs) {
    return {
      result: await act(quiet),
      outcome: "muted",
      warning: messages.muted(resource, inputs, settings.mail),
    };
  }
  const unknown = (result: CreatedObject, why: string): MailingResult => {
    const warning = messages.unknownMail(resource, inputs, why);
    return { result, outcome: "unknown", warning };
  };

  const content = contentOfInputs(resource, inputs);
  const earlier = journal.read(identity);
  if (earlier?.content === content) {
    const result = await act(quiet);
    const { outcome = "unknown" } = earlier;
    await journal.finish(identity, { ...earlier, id: result.id, outcome });
    return outcome === "done" ? { result, outcome } : unknown(result, messages.earlierRunEnded);
  }
  const entry = { content, id, sentAt: Date.now() };
  await journal.begin(identity, entry);
  let result: CreatedObject;
  let lost: string | undefined;
  try {
    result = await act(inputs);
  } catch (error) {
    if (!(error instanceof PlatformError) || !error.mayHaveWorked) {
      await journal.remove(identity);
      throw error;
    }
    lost = error.reason;
    result = await act(quiet);
  }
  const outcome = lost === undefined ? "done" : "unknown";
  await journal.finish(identity, { ...entry, id: result.id, outcome });
  return lost === undefined ? { result, outcome } : unknown(result, lost);
}
