import type { JournalLine } from "./journalFile";
import { thisEngine } from "./processes";

interface Answered {
  phase?: unknown;
  id?: unknown;
  outcome?: unknown;
  savedBy?: unknown;
}

/**
 * The objects that this process created and reported to the engine. An engine that ends a provider in order has saved
 * them; an engine that crashes has not. E-mails and actions are left out, because a state that was not saved must not
 * repeat them.
 */
export class AnsweredEntries {
  readonly #lines = new Map<string, JournalLine>();
  /** The entries of saved objects before this process created any object. */
  #savedBefore?: ReadonlySet<JournalLine>;

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** Notes the entries before this process creates anything. */
  begin(latest: () => JournalLine[]): void {
    this.#savedBefore ??= new Set(latest().filter((line) => saverOf(line) !== undefined));
  }

  /** Notes the entry of a key after its verb has ended. */
  note(line: JournalLine | undefined): void {
    const { phase, id, outcome } = (line?.entry ?? {}) as Answered;
    if (line === undefined || phase !== "done" || id === undefined || outcome !== undefined) return;
    this.#lines.set(line.key, line);
  }

  /** The entries that change when the engine has saved the state. */
  saved(latest: JournalLine[], isSettled: (key: string) => boolean) {
    const mine = latest.filter(
      (line) => this.#lines.get(line.key) === line && !isSettled(line.key),
    );
    // Another engine saved these objects while this engine worked. The older state of this engine overwrites that save.
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
