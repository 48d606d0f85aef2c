import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { hasCode } from "../messages/errors";
import { skipsCheckpoints } from "../journal/journalFailures";
import type { Journal, JournalEntry } from "../journal/journal";
import * as messages from "../report/messages";

/** A create, an update or a run that a program asks for. */
export interface Requested {
  resource: Resource;
  inputs: Values;
  identity?: string;
}

/**
 * Writes the result of a request to the journal. If the write fails, the engine still stores the result in the state,
 * and people read a warning. Without checkpoints, the engine stores the state only at the end, so this fails with the
 * id.
 */
export async function noteResult(
  journal: Journal,
  { resource, inputs, identity }: Requested,
  entry: Omit<JournalEntry, "phase">,
): Promise<string | undefined> {
  try {
    await journal.note(identity, { ...entry, phase: "done" });
    return undefined;
  } catch (error) {
    if (!hasCode(error, "journal_unusable")) throw error;
    if (skipsCheckpoints()) throw messages.resultNotNoted(resource, inputs, entry.id, error);
    return messages.resultOnlyInState(resource, inputs, entry.id, error);
  }
}
