import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { hasCode } from "../wire/errors";
import { skipsCheckpoints } from "../journal/journalFailures";
import type { Journal, JournalEntry } from "../journal/journal";
import * as messages from "../report/messages";

interface Request {
  resource: Resource;
  inputs: Values;
  identity?: string;
}

/**
 * Notes what became of a request. Where that fails, the result is not lost: the engine stores it in the state, and
 * people read a warning. Without checkpoints, the engine stores it only at the end: there, the failure names the id.
 */
export async function noteResult(
  journal: Journal,
  { resource, inputs, identity }: Request,
  entry: Omit<JournalEntry, "phase">,
): Promise<string | undefined> {
  try {
    await journal.finish(identity, entry);
    return undefined;
  } catch (error) {
    if (!hasCode(error, "journal_unusable")) throw error;
    if (skipsCheckpoints()) throw messages.resultNotNoted(resource, inputs, entry.id, error);
    return messages.resultOnlyInState(resource, inputs, entry.id, error);
  }
}
