import type { JournalLine } from "./journalFile";

interface Answered {
  phase?: unknown;
  id?: unknown;
  outcome?: unknown;
}

/**
 * The objects that this process created and told the engine. An engine that ends a provider has saved them: only one
 * that dies has not. Mails and actions are left out, as a state that was not saved must not repeat them.
 */
export class AnsweredEntries {
  readonly #lines = new Map<string, JournalLine>();

  /** Notes what is remembered of a key when its verb has ended. */
  note(line: JournalLine | undefined): void {
    const { phase, id, outcome } = (line?.entry ?? {}) as Answered;
    if (line === undefined || phase !== "done" || id === undefined || outcome !== undefined) return;
    this.#lines.set(line.key, line);
  }

  /** The entries that are remembered still, as those of saved objects. */
  saved(isRemembered: (line: JournalLine) => boolean): Pick<JournalLine, "key" | "entry">[] {
    const lines = [...this.#lines.values()].filter(isRemembered);
    this.#lines.clear();
    return lines.map(({ key, entry }) => ({ key, entry: { ...(entry as object), isSaved: true } }));
  }
}
