import { createHash } from "node:crypto";
import { z } from "zod";
import type { Settings } from "../settings/index";
import { hasCode } from "../wire/errors";
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
  /** A hash of what was to be created or run. */
  content: z.string(),
  /** A hash of the address and the token of the request: another user may not be shown what it created. */
  caller: z.string().optional(),
  /** Ids of the objects with that content before the request; absent where they could not be told. */
  idsBefore: z.array(z.string()).optional(),
  /** Epoch milliseconds, as far as there are dates. */
  sentAt: z.number().min(0).max(8.64e15),
  /** Id of the object, as soon as it is known. */
  id: z.string().min(1).optional(),
  /** The engine that ended the process which wrote this after it had the answer, so it saved the object in a state. */
  savedBy: z.string().optional(),
  /** When the run was that the state knew, from which an update of an action or a mail started. */
  origin: z.number().optional(),
  /** What became of an action or a mail. */
  outcome: z.enum(["done", "unknown"]).optional(),
  /** What the platform answered to an action that is waited for. */
  outputs: z.record(z.string(), z.unknown()).optional(),
});

/** What is known of one unrepeatable request, whatever happens to the process that sent it. */
export type JournalEntry = z.infer<typeof journalEntry>;

/**
 * Unrepeatable requests, written down before they are sent and after they were answered: outside the state,
 * as the engine stores nothing of an operation that its process did not survive. It holds ids and hashes only.
 * Nothing is kept for a resource without an identity, as it could not be told from others.
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
    /** Shows a line while something goes on. */
    readonly show?: (line: string) => void,
  ) {
    this.instance = new URL(settings.baseUrl).href;
    this.folder = new JournalFolder(settings.journal);
  }

  /**
   * Works on an object while no other process does. A process that outlived its engine may still be looking
   * at the instance before it sends: the next one waits for it, and then reads what it wrote down.
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
    return identity === undefined ? undefined : this.#read(identity, "", journalEntry);
  }

  /** What is known of the create of an object for a resource; a mail or an action has no type. */
  createOf(identity: string): JournalEntry | undefined {
    const entry = this.readIfWhole(identity, "", journalEntry);
    return entry?.type === undefined ? undefined : entry;
  }

  /** The creates of a stack of objects of a type, as far as its state may not hold these. */
  createsOf(type: string, identity: string | undefined): JournalEntry[] {
    if (identity === undefined) return [];
    return this.stackOf(identity)
      .entries()
      .flatMap(({ entry }) => journalEntry.safeParse(entry).data ?? [])
      .filter((entry) => entry.type === type);
  }

  /** Notes a request that is about to be sent; refuses where this process must not send it. */
  async begin(identity: string | undefined, entry: Omit<JournalEntry, "phase">): Promise<void> {
    this.#mustSend(identity);
    if (identity === undefined) return;
    const stack = this.stackOf(identity);
    await stack.append(this.keyOf(identity), { ...entry, phase: "sending" });
    try {
      this.#mustSend(identity);
    } catch (error) {
      await this.remove(identity);
      throw error;
    }
  }

  /** Notes what became of a request. */
  async finish(identity: string | undefined, entry: Omit<JournalEntry, "phase">): Promise<void> {
    if (identity === undefined) return;
    const done = { ...entry, phase: "done" };
    await this.stackOf(identity).append(this.keyOf(identity), done);
  }

  async remove(identity: string | undefined): Promise<void> {
    if (identity !== undefined) await this.stackOf(identity).forget(this.keyOf(identity));
  }

  /** Notes that the state holds what this entry tells. A damaged one stays: it may be about another object. */
  settleIf(identity: string, isStored: (entry: JournalEntry) => boolean): void {
    const entry = this.readIfWhole(identity, "", journalEntry);
    if (entry?.phase === "done" && isStored(entry)) this.settle(identity);
  }

  /** Notes that nothing needs to be known of the last request for a resource any more. */
  settle(identity: string): void {
    this.stackOf(identity).settle(this.keyOf(identity));
  }

  /** Notes that the state holds this object, by whatever name it was created. */
  settleObject(type: string, id: string, identity: string): void {
    // The entry of a mail says `outcome`: it is about an update that the state may not hold yet.
    const isStored = (entry: JournalEntry) => entry.id === id && entry.outcome === undefined;
    const own = this.readIfWhole(identity, "", journalEntry);
    if (own !== undefined && isStored(own)) {
      this.settleIf(identity, isStored);
      return;
    }
    const stack = this.stackOf(identity);
    for (const { key, entry } of stack.entries()) {
      if ((entry as { id?: unknown } | null)?.id !== id) continue;
      const { success, data } = journalEntry.safeParse(entry);
      if (success && data.phase === "done" && data.type === type && isStored(data))
        stack.settle(key);
    }
  }

  /** Forgets what is known of an object. The entry of its successor stays: both have the same identity. */
  async forget(identity: string | undefined, id: string): Promise<void> {
    if (identity !== undefined && this.readIfWhole(identity, "", journalEntry)?.id === id)
      await this.remove(identity);
  }

  keyOf(identity: string, of = ""): string {
    return hash([this.instance, identity, of]);
  }

  /** What the names of all files of a stack begin with. */
  prefixOf(identity: string): string {
    return `${hash([this.instance, stackIn(identity)]).slice(0, 16)}-`;
  }

  stackOf(identity: string): StackJournal {
    return this.journalOf(this.folder, this.prefixOf(identity));
  }

  #mustSend(identity: string | undefined): void {
    // Nobody would store what came of it.
    if (this.leaving?.aborted === true) throw stopping();
    if (identity !== undefined) this.stackOf(identity).lock.mustHold();
  }

  #read<Entry>(identity: string, of: string, schema: z.ZodType<Entry>): Entry | undefined {
    const stack = this.stackOf(identity);
    stack.refresh(momentMs);
    const line = stack.read(this.keyOf(identity, of));
    if (line === undefined) return undefined;
    const parsed = schema.safeParse(line.entry);
    if (!parsed.success) throw damaged(line.path, line.lineNumber);
    return parsed.data;
  }

  /** What is known, as far as it can be read; `of` tells what else is known of a resource. */
  readIfWhole<Entry>(identity: string, of: string, schema: z.ZodType<Entry>): Entry | undefined {
    this.stackOf(identity).refresh(momentMs);
    try {
      return this.#read(identity, of, schema);
    } catch (error) {
      if (hasCode(error, "journal_unusable")) return undefined;
      throw error;
    }
  }
}

function hash(parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
