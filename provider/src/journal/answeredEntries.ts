import type { JournalLine } from "./journalFile";
import { thisEngine } from "./processes";

interface Answered {
  phase?: unknown;
  id?: unknown;
  outcome?: unknown;
  savedBy?: unknown;
}

/**
 * The objects that this process created and told the engine. An engine that ends a provider has saved them: only one
 * that dies has not. Mails and actions are left out, as a state that was not saved must not repeat them.
 */
export class AnsweredEntries {
  readonly #lines = new Map<string, JournalLine>();
  /** The entries of saved objects, as they were before this process created any. */
  #savedBefore?: ReadonlySet<JournalLine>;

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** Notes what there is before this process creates anything. */
  begin(latest: () => JournalLine[]): void {
    this.#savedBefore ??= new Set(latest().filter((line) => saverOf(line) !== undefined));
  }

  /** Notes what is remembered of a key when its verb has ended. */
  note(line: JournalLine | undefined): void {
    const { phase, id, outcome } = (line?.entry ?? {}) as Answered;
    if (line === undefined || phase !== "done" || id === undefined || outcome !== undefined) return;
    this.#lines.set(line.key, line);
  }

  /** What changes in the entries when the engine has saved the state. */
  saved(latest: JournalLine[], isSettled: (key: string) => boolean) {
    const mine = latest.filter(
      (line) => this.#lines.get(line.key) === line && !isSettled(line.key),
    );
    // The state of this engine is older than what another engine saved in the meantime, and overwrites that.
    const lost = latest.filter((line) => {
      const saver = saverOf(line);
      return (
        saver !== undefined && saver !== thisEngine() && this.#savedBefore?.has(line) === false
      );
    });
    this.#lines.clear();
    const savedBy = (engine?: string) => (line: JournalLine) => ({
      key: line.key,
      entry: { ...(line.entry as object), savedBy: engine },
    });
    return [...mine.map(savedBy(thisEngine())), ...lost.map(savedBy(undefined))];
  }
}

const saverOf = ({ entry }: JournalLine) => (entry as Answered | null)?.savedBy;
