import type { Values } from "../definition/values";
import type { Outcome } from "./actionRuns";
import { contentOfInputs } from "../state/likeness";
import { earlierRun } from "./earlierRuns";
import type { OnceRequest } from "./earlierRuns";
import { sentInputs } from "../mail/mailPolicy";
import * as messages from "../report/messages/index";
import type { Line } from "../report/notices";
import type { CreateServices } from "../duplicates/createServices";
import type { CreatedObject } from "../duplicates/objectCreate";

interface MailingRequest extends OnceRequest {
  services: CreateServices;
  /** The id of an existing object. */
  id?: string;
  old?: Values;
}

interface MailingResult {
  result: CreatedObject;
  outcome?: Outcome;
  /** When the request with the e-mail was sent. The state keeps the time to distinguish it from later requests. */
  mailedAt?: number;
  warning?: Line;
}

/** Creates or updates an object, and sends its e-mail at most once. What is repeated or muted works without it. */
export async function mailOnce(
  run: MailingRequest,
  act: (inputs: Values) => Promise<CreatedObject>,
): Promise<MailingResult> {
  const { resource, inputs, old, id, identity } = run;
  const { settings, journal } = run.services;
  const quiet = resource.mail?.sent?.(inputs, { mode: "muted" });
  if (quiet === undefined || resource.mail?.to(inputs, old)?.length === 0) {
    return { result: await act(inputs) };
  }
  if (sentInputs(resource, inputs, settings) !== inputs) {
    const warning = messages.muted(resource, inputs, settings.mail);
    return { result: await act(quiet), outcome: "muted", warning };
  }
  const earlier = earlierRun(run, journal.read(identity));
  if (earlier !== undefined) {
    const result = await act(quiet);
    const { outcome = "unknown", sentAt: mailedAt } = earlier;
    await run.services.noteResult(run, { ...earlier, id: result.id, outcome });
    const warning =
      outcome === "done"
        ? messages.mailedBefore(resource, inputs, mailedAt)
        : messages.unknownMail(resource, inputs, messages.noKnownAnswer);
    return { result, outcome, mailedAt, warning };
  }
  const content = contentOfInputs(resource, inputs);
  const entry = { content, origin: run.origin?.ranAt, id, sentAt: Date.now() };
  const { answer, lost } = await journal.during(identity, entry, () => act(inputs));
  const result = answer ?? (await act(quiet));
  const outcome = lost === undefined ? "done" : "unknown";
  const noted = await run.services.noteResult(run, { ...entry, id: result.id, outcome });
  const warning = lost === undefined ? noted : messages.unknownMail(resource, inputs, lost.reason);
  return { result, outcome, mailedAt: entry.sentAt, warning };
}
