import type { Settings } from "../settings/index";
import { PlatformError } from "../messages/errors";
import { guarded } from "../wire/sendingGuard";
import { Deletions } from "./deletions";
import { Entries, isSaved } from "./entries";
import type { JournalEntry } from "./entries";
import { contentOf } from "../state/contentHash";
import { stopping } from "../process/stopping";
import { openStore } from "../stores/openStore";

export type { JournalEntry } from "./entries";

/**
 * Records requests that must not be sent twice, before they are sent and after they are answered. The records are
 * outside the state, because the engine stores nothing about an operation whose process died. They hold only ids and
 * hashes. A resource without an identity has no record, because no later run could find it.
 */
export class Journal extends Entries {
  readonly deletions = new Deletions(this);

  constructor(
    readonly settings: Pick<
      Settings,
      "baseUrl" | "token" | "writeDeadlineSeconds" | "textDeadlineSeconds" | "journal"
    >,
    /** Aborted when the engine wants this process to end. */
    readonly leaving?: AbortSignal,
    readonly show?: (line: string) => void,
  ) {
    const { baseUrl, token } = settings;
    super(new URL(baseUrl).href, openStore(settings), contentOf([baseUrl, token]));
  }

  /** Runs `work` with the lock of the stack. Waits for a process that outlived its engine, then reads its entries. */
  async withLock<Result>(
    identity: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (identity === undefined) return work();
    const { writeDeadlineSeconds, textDeadlineSeconds } = this.settings;
    const patienceMs = Math.max(writeDeadlineSeconds, textDeadlineSeconds) * 2000;
    const stack = this.stackOf(identity);
    const locked = () => guarded(() => stack.lock.mustHold(), work);
    const { leaving, show } = this;
    return stack.withLock(this.keyOf(identity), patienceMs, locked, { leaving, show });
  }

  /** The entry of the create of a resource's object. The entry of an e-mail or an action has no type. */
  createOf(identity: string | undefined): JournalEntry | undefined {
    const entry = this.readIfWhole(identity);
    return entry?.type === undefined ? undefined : entry;
  }

  /** The creates of a type in the journal of the stack, or of one object. The state may lack their objects. */
  createsOf(type: string, identity: string | undefined, id?: string) {
    return this.allOf("request", identity, id).filter((one) => one.type === type);
  }

  /** The create of an object for another resource than this one, by a run that was killed before it saved the object. */
  unsavedFor(type: string, id: string, identity: string | undefined): JournalEntry | undefined {
    if (identity === undefined) return undefined;
    return this.createsOf(type, identity, id).find(
      (one) => one.phase === "done" && !isSaved(one) && one.key !== this.keyOf(identity),
    );
  }

  /**
   * Notes a request and sends it. Removes the entry if the request is known to have failed. If it may have worked and
   * must not be repeated, the failure is `lost`. Fails if this process must not send it.
   */
  async during<Answer>(
    identity: string | undefined,
    entry: Omit<JournalEntry, "phase">,
    send: () => Promise<Answer>,
    isRepeatable = false,
  ): Promise<{ answer: Answer; lost?: never } | { answer?: never; lost: PlatformError }> {
    this.#mustStay();
    await this.note(identity, { ...entry, phase: "sending" });
    try {
      this.#mustStay();
      return { answer: await send() };
    } catch (error) {
      // An error of another class can come from any moment, also after the answer.
      if (!(error instanceof PlatformError)) throw error;
      if (error.mayHaveWorked && !isRepeatable) return { lost: error };
      await this.remove(identity);
      throw error;
    }
  }

  /** Notes that the state holds this object. The object may have been created under another name of the resource. */
  settleObject(type: string, id: string, identity: string): void {
    // The entry of an e-mail has an `outcome`. It is about an update that the state may not hold yet.
    for (const { key, phase, outcome } of this.createsOf(type, identity, id))
      if (phase === "done" && outcome === undefined) this.stackOf(identity).settle(key);
  }

  /** The engine stores no result of a process that it ends. */
  #mustStay(): void {
    if (this.leaving?.aborted === true) throw stopping();
  }
}
