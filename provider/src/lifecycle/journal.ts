import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { z } from "zod";
import type { Settings } from "../settings/index";
import { PlatformError } from "../wire/errors";
import { JournalFolder, unfinishedOf } from "./journalFolder";
import { Locks } from "./locks";
import { stopping } from "./messages";

const journalEntry = z.object({
  /** `sending`: the request may be under way. `done`: the platform answered. */
  phase: z.enum(["sending", "done"]),
  /** A hash of what was to be created or run. */
  content: z.string(),
  /** Ids of the objects with that content before the request; absent where they could not be told. */
  idsBefore: z.array(z.string()).optional(),
  /** Epoch milliseconds, as far as there are dates. */
  sentAt: z.number().min(0).max(8.64e15),
  /** Id of the object, as soon as it is known. */
  id: z.string().optional(),
  /** What became of an action or a mail. */
  outcome: z.enum(["done", "unknown"]).optional(),
  /** What the platform answered to an action that is waited for. */
  outputs: z.record(z.string(), z.unknown()).optional(),
});

/** What is known of one unrepeatable request, whatever happens to the process that sent it. */
export type JournalEntry = z.infer<typeof journalEntry>;

let ownLocks: Locks | undefined;

/**
 * Unrepeatable requests, written down before they are sent and after they were answered: outside the state,
 * as the engine stores nothing of an operation that its process did not survive. One small file per resource
 * of a program, named by instance and identity; it holds ids and hashes only. Nothing is kept for a resource
 * without an identity, as it could not be told from others.
 */
export class Journal {
  readonly instance: string;
  /** What was in the folder when this process first looked: only earlier runs left anything to clear. */
  #leftBehind?: ReadonlySet<string>;

  constructor(
    readonly settings: Pick<Settings, "baseUrl" | "writeDeadlineSeconds" | "textDeadlineSeconds">,
    /** Aborted when the engine wants this process to end. */
    readonly leaving?: AbortSignal,
    readonly folder = new JournalFolder(),
    readonly locks = (ownLocks ??= new Locks()),
  ) {
    this.instance = new URL(settings.baseUrl).href;
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
    return this.locks.hold(this.lockPath(identity), patienceMs, work);
  }

  read(identity: string | undefined): JournalEntry | undefined {
    if (identity === undefined) return undefined;
    return this.folder.read(this.nameOf(identity), (json) => journalEntry.parse(json));
  }

  /** Notes a request that is about to be sent; refuses where this process must not send it. */
  begin(identity: string | undefined, entry: Omit<JournalEntry, "phase">): void {
    // Nobody would store what came of it.
    if (this.leaving?.aborted === true) throw stopping();
    if (identity === undefined) return;
    if (!this.locks.isHeld(this.lockPath(identity))) throw lockLost();
    this.folder.write(this.nameOf(identity), { ...entry, phase: "sending" });
  }

  /** Notes what became of a request. */
  finish(identity: string | undefined, entry: Omit<JournalEntry, "phase">): void {
    if (identity === undefined) return;
    this.folder.write(this.nameOf(identity), { ...entry, phase: "done" });
  }

  remove(identity: string | undefined): void {
    if (identity !== undefined) this.folder.remove(this.nameOf(identity));
  }

  /** Removes an entry that nothing needs any more. A damaged one stays, as it may be about another object. */
  removeIf(identity: string | undefined, isUnneeded: (entry: JournalEntry) => boolean): void {
    let entry: JournalEntry | undefined;
    try {
      entry = this.read(identity);
    } catch {
      return;
    }
    if (entry !== undefined && isUnneeded(entry)) this.remove(identity);
  }

  /** Removes what earlier runs left of a resource that the state holds: its entry, if `isStored` says so. */
  clear(identity: string, isStored: (entry: JournalEntry) => boolean): void {
    this.#leftBehind ??= new Set(this.folder.list());
    const name = this.nameOf(identity);
    if (this.#leftBehind.has(lockOf(name))) this.locks.removeAbandoned(this.lockPath(identity));
    if (this.#leftBehind.has(unfinishedOf(name)) && !existsSync(this.lockPath(identity))) {
      this.folder.remove(unfinishedOf(name));
    }
    if (!this.#leftBehind.has(name)) return;
    const entry = this.read(identity);
    if (entry?.phase === "done" && isStored(entry)) this.remove(identity);
  }

  nameOf(identity: string): string {
    const key = createHash("sha256").update(JSON.stringify([this.instance, identity]));
    return `${key.digest("hex").slice(0, 32)}.json`;
  }

  lockPath(identity: string): string {
    return this.folder.file(lockOf(this.nameOf(identity)));
  }
}

const lockOf = (name: string) => name.replace(/json$/, "lock");

/** A process that was stopped for long loses its lock to one that cannot see whether it lives. */
function lockLost(): PlatformError {
  return new PlatformError({
    code: "journal_unusable",
    operation: "send a request that cannot be repeated",
    detail: "another process took over this object while this one did not respond",
    hint: "Run the command again to check what happened.",
  });
}
