import { createHash } from "node:crypto";
import { z } from "zod";
import type { Settings } from "../settings/index";
import { hasCode, PlatformError } from "../wire/errors";
import { guarded } from "../wire/sendingGuard";
import { Deletions } from "./deletions";
import { stackIn } from "../state/identity";
import { damaged } from "./journalFailures";
import { momentMs } from "./journalFiles";
import { JournalFolder } from "./journalFolder";
import { stopping } from "./lockMessages";
import { stackJournal } from "./stackJournal";
import type { StackJournal } from "./stackJournal";

export const journalEntry = z.object({
  /** `sending`: the request may be under way. `done`: the platform answered. */
  phase: z.enum(["sending", "done"]),
  /** Name of the definition of an object that is to be created. */
  type: z.string().optional(),
  /** A hash of the inputs of the object or action. */
  content: z.string(),
  /** A hash of the address and the token of the request. Another user may not see the created object. */
  caller: z.string().optional(),
  /** Ids of the objects with this content before the request; absent if no complete list showed them. */
  idsBefore: z.array(z.string()).optional(),
  /** Epoch milliseconds, at most the latest date that JavaScript has. */
  sentAt: z.number().min(0).max(8.64e15),
  /** Id of the object, as soon as it is known. */
  id: z.string().min(1).optional(),
  /** The engine that ended the writing process after the answer, and so saved the object in a state. */
  savedBy: z.string().optional(),
  /** The time of the last run in the state from which an update of an action or an e-mail started. */
  origin: z.number().optional(),
  /** The outcome of an action or an e-mail. */
  outcome: z.enum(["done", "unknown"]).optional(),
  /** The answer to an action that a program waits for. */
  outputs: z.record(z.string(), z.unknown()).optional(),
});

/** The record of one request that must not be sent twice. It survives the process that sent the request. */
export type JournalEntry = z.infer<typeof journalEntry>;

/**
 * Records requests that must not be sent twice, before they are sent and after they are answered. The records are
 * outside the state, because the engine stores nothing about an operation whose process died. They hold only ids and
 * hashes. A resource without an identity has no record, because no later run could find it.
 */
export class Journal {
  readonly instance: string;
  readonly folder: JournalFolder;
  readonly deletions = new Deletions(this);

  constructor(
    readonly settings: Pick<
      Settings,
      "baseUrl" | "writeDeadlineSeconds" | "textDeadlineSeconds" | "journal"
    >,
    /** Aborted when the engine wants this process to end. */
    readonly leaving?: AbortSignal,
    readonly journalOf: (folder: JournalFolder, stack: string) => StackJournal = stackJournal,
    /** Shows a line while an operation runs. */
    readonly show?: (line: string) => void,
  ) {
    this.instance = new URL(settings.baseUrl).href;
    this.folder = new JournalFolder(settings.journal);
  }

  /**
   * Holds the lock of the stack while `work` runs. A process that outlived its engine can still send requests. This
   * process waits for it, then reads its entries.
   */
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

  read(identity: string | undefined): JournalEntry | undefined {
    return identity === undefined
      ? undefined
      : this.#entryIn(this.#refreshed(identity), this.keyOf(identity), journalEntry);
  }

  /** The entry of the create of a resource's object. The entry of an e-mail or an action has no type. */
  createOf(identity: string): JournalEntry | undefined {
    const entry = this.readIfWhole(identity, "", journalEntry);
    return entry?.type === undefined ? undefined : entry;
  }

  /** The creates of a type in the journal of the stack, or of one object. The state may lack their objects. */
  createsOf(
    type: string,
    identity: string | undefined,
    id?: string,
  ): (JournalEntry & { key: string })[] {
    if (identity === undefined) return [];
    const stack = this.stackOf(identity);
    const lines = id === undefined ? stack.entries() : stack.entriesOfObject(id);
    return lines.flatMap(({ key, entry }) => {
      const { success, data } = journalEntry.safeParse(entry);
      return success && data.type === type ? [{ ...data, key }] : [];
    });
  }

  /**
   * Notes a request and sends it. Removes the entry if the request failed, unless it may have worked and must not be
   * repeated: the failure is then `lost`. Fails if this process must not send it.
   */
  async during<Answer>(
    identity: string | undefined,
    entry: Omit<JournalEntry, "phase">,
    send: () => Promise<Answer>,
    isRepeatable = false,
  ): Promise<{ answer: Answer } | { lost: PlatformError }> {
    this.#mustSend(identity);
    if (identity !== undefined) {
      await this.stackOf(identity).append(this.keyOf(identity), { ...entry, phase: "sending" });
    }
    try {
      this.#mustSend(identity);
      return { answer: await send() };
    } catch (error) {
      const isLost = error instanceof PlatformError && error.mayHaveWorked;
      if (isLost && !isRepeatable) return { lost: error };
      await this.remove(identity);
      throw error;
    }
  }

  /** Notes the answer of a request. */
  async finish(identity: string | undefined, entry: Omit<JournalEntry, "phase">): Promise<void> {
    if (identity === undefined) return;
    const done = { ...entry, phase: "done" };
    await this.stackOf(identity).append(this.keyOf(identity), done);
  }

  async remove(identity: string | undefined): Promise<void> {
    if (identity !== undefined) await this.stackOf(identity).forget(this.keyOf(identity));
  }

  /**
   * Settles the entry if the state stores its result. A damaged entry stays, because it may be about another object.
   */
  settleIf(identity: string, isStored: (entry: JournalEntry) => boolean): void {
    const entry = this.readIfWhole(identity, "", journalEntry);
    if (entry?.phase === "done" && isStored(entry)) this.settle(identity);
  }

  /** Notes that no run needs the entry of a resource any more. */
  settle(identity: string): void {
    this.stackOf(identity).settle(this.keyOf(identity));
  }

  /** Notes that the state holds this object. The object may have been created under another name of the resource. */
  settleObject(type: string, id: string, identity: string): void {
    // The entry of an e-mail has an `outcome`. It is about an update that the state may not hold yet.
    const isStored = (entry: JournalEntry) => entry.id === id && entry.outcome === undefined;
    const own = this.readIfWhole(identity, "", journalEntry);
    if (own !== undefined && isStored(own)) {
      this.settleIf(identity, isStored);
      return;
    }
    for (const { key, ...entry } of this.createsOf(type, identity, id))
      if (entry.phase === "done" && isStored(entry)) this.stackOf(identity).settle(key);
  }

  /** Removes the entry of an object. The entry of its successor stays, although both have the same identity. */
  async forget(identity: string | undefined, id: string): Promise<void> {
    if (identity !== undefined && this.readIfWhole(identity, "", journalEntry)?.id === id)
      await this.remove(identity);
  }

  keyOf(identity: string, kind = ""): string {
    return hash([this.instance, identity, kind]);
  }

  /** The prefix of the names of all files of a stack. */
  prefixOf(identity: string): string {
    return `${hash([this.instance, stackIn(identity)]).slice(0, 16)}-`;
  }

  stackOf(identity: string): StackJournal {
    return this.journalOf(this.folder, this.prefixOf(identity));
  }

  #mustSend(identity: string | undefined): void {
    // The engine would not store the result.
    if (this.leaving?.aborted === true) throw stopping();
    if (identity !== undefined) this.stackOf(identity).lock.mustHold();
  }

  /** The entry, or undefined if its line is damaged. `kind` selects one of several entries of a resource. */
  readIfWhole<Entry>(identity: string, kind: string, schema: z.ZodType<Entry>): Entry | undefined {
    // Outside of the `try`, because an unusable folder is no damaged line.
    const stack = this.#refreshed(identity);
    try {
      return this.#entryIn(stack, this.keyOf(identity, kind), schema);
    } catch (error) {
      if (hasCode(error, "journal_unusable")) return undefined;
      throw error;
    }
  }

  #refreshed(identity: string): StackJournal {
    const stack = this.stackOf(identity);
    stack.refresh(momentMs);
    return stack;
  }

  #entryIn<Entry>(stack: StackJournal, key: string, schema: z.ZodType<Entry>): Entry | undefined {
    const line = stack.read(key);
    if (line === undefined) return undefined;
    const parsed = schema.safeParse(line.entry);
    if (!parsed.success) throw damaged(line.path, line.lineNumber);
    return parsed.data;
  }
}

function hash(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
