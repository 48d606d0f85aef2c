import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Settings } from "../settings/index";
import { PlatformError } from "../wire/errors";
import { isAlive, processMark, thisProcess } from "./processes";
import type { ProcessMark } from "./processes";
import { ended } from "./messages";

const entrySchema = z.object({
  /** `sending`: the request may be under way. `done`: the platform answered. */
  phase: z.enum(["sending", "done"]),
  /** What was to be created or run, as a hash. */
  content: z.string(),
  /** Ids of the objects with that content before the request; absent where they could not be told. */
  before: z.array(z.string()).optional(),
  /** Epoch milliseconds, as far as there are dates. */
  sentAt: z.number().min(0).max(8.64e15),
  /** Id of the created object. */
  id: z.string().optional(),
  /** What became of an action. */
  outcome: z.enum(["done", "unknown"]).optional(),
  /** What the platform answered to an action that is waited for. */
  outputs: z.record(z.string(), z.unknown()).optional(),
});

const lookMs = 100;

/** What is known of one unrepeatable request, whatever happens to the process that sent it. */
export type Entry = z.infer<typeof entrySchema>;

/**
 * Unrepeatable requests, written down before they are sent and after they were answered: outside the state,
 * as the engine stores nothing of an operation that its process did not survive. One small file per object,
 * named by instance and identity; it holds ids and hashes only. Of what has no identity nothing is kept, as
 * it could not be told from its like.
 */
export class Journal {
  readonly folder: string;
  readonly instance: string;

  constructor(
    readonly settings: Pick<Settings, "baseUrl" | "deadlineSeconds">,
    /** The engine wants this process to end. */
    readonly leaving?: AbortSignal,
  ) {
    this.instance = new URL(settings.baseUrl).href;
    const home = process.env.PULUMI_HOME ?? join(homedir(), ".pulumi");
    this.folder = join(home, "platform", "journal");
  }

  /**
   * Works on an object while no other process does. One that outlived its engine may still be looking at the
   * instance before it sends: whoever comes next waits for it, and then reads what it wrote down.
   */
  async alone<Result>(identity: string | undefined, work: () => Promise<Result>): Promise<Result> {
    if (identity === undefined) return work();
    const claim = claimOn(this.file(identity));
    await this.#take(claim);
    try {
      return await work();
    } finally {
      this.#clear(claim);
    }
  }

  async #take(claim: string): Promise<void> {
    const patient = Date.now() + this.settings.deadlineSeconds * 2000;
    const mark = JSON.stringify(thisProcess());
    let wasEmpty = false;
    while (!this.#made(claim, mark)) {
      const holder = claimedBy(claim);
      // It is made and written in one go: what stays empty was cut off in between.
      if (holder === undefined ? wasEmpty : !isAlive(holder)) this.#clear(claim);
      else if (holder?.pid === process.pid) return;
      else if (holder !== undefined && Date.now() > patient) {
        throw new PlatformError({
          code: "journal_unusable",
          operation: "wait for an earlier run",
          detail: `its process ${holder.pid} still works on this object`,
          hint: "Wait until it ends, or end it, and run again.",
        });
      }
      wasEmpty = holder === undefined;
      await sleep(lookMs);
    }
  }

  /** Makes the file; false where there is one. */
  #made(claim: string, mark: string): boolean {
    return this.#written(() => {
      try {
        writeFileSync(claim, mark, { flag: "wx" });
        return true;
      } catch (error) {
        if (isCode(error, "EEXIST")) return false;
        throw error;
      }
    });
  }

  #clear(file: string): void {
    if (!existsSync(file)) return;
    this.#written(() => {
      try {
        unlinkSync(file);
      } catch (error) {
        if (!isCode(error, "ENOENT")) throw error;
      }
    });
  }

  #written<Result>(write: () => Result): Result {
    try {
      mkdirSync(this.folder, { recursive: true });
      return write();
    } catch (cause) {
      throw new PlatformError({
        code: "journal_unusable",
        operation: "write the journal that keeps a killed run from being repeated",
        detail: (cause as Error).message,
        hint: "Make that folder writable and run again, or set PULUMI_HOME to one that is.",
        cause,
      });
    }
  }

  read(identity: string | undefined): Entry | undefined {
    if (identity === undefined) return undefined;
    const file = this.file(identity);
    if (!existsSync(file)) return undefined;
    try {
      return entrySchema.parse(JSON.parse(readFileSync(file, "utf8")));
    } catch (cause) {
      throw new PlatformError({
        code: "journal_unusable",
        operation: "read the journal of earlier runs",
        detail: `${file} is damaged`,
        hint: "It tells whether a request of an earlier run was carried out. Look at the instance, then delete that file and run again: it is then done. A mail that was sent already stays unsent where platform:mail is muted for that run.",
        cause,
      });
    }
  }

  write(identity: string | undefined, entry: Entry): void {
    // Nobody would store what came of it.
    if (entry.phase === "sending" && this.leaving?.aborted === true) throw new Error(ended);
    if (identity === undefined) return;
    const file = this.file(identity);
    const whole = `${file}.${process.pid}`;
    this.#written(() => {
      writeFileSync(whole, JSON.stringify(entry));
      renameSync(whole, file);
    });
  }

  remove(identity: string | undefined): void {
    if (identity === undefined) return;
    this.#clear(this.file(identity));
  }

  /** The state holds that content: what the journal knew of it is needed no more. */
  stored(identity: string, content: () => string): void {
    this.#known ??= new Set(this.#files());
    const file = this.file(identity);
    const claim = claimOn(file);
    const holder = this.#known.has(basename(claim)) ? claimedBy(claim) : undefined;
    if (holder !== undefined && !isAlive(holder)) this.#clear(claim);
    if (!this.#known.has(basename(file))) return;
    const entry = this.read(identity);
    if (entry?.phase === "done" && entry.content === content()) this.remove(identity);
  }
  #known?: Set<string>;

  #files(): string[] {
    try {
      return existsSync(this.folder) ? readdirSync(this.folder) : [];
    } catch (cause) {
      throw new PlatformError({
        code: "journal_unusable",
        operation: "read the journal of earlier runs",
        detail: (cause as Error).message,
        hint: "Make that folder readable, or set PULUMI_HOME to one that is.",
        cause,
      });
    }
  }

  file(identity: string): string {
    const key = createHash("sha256").update(JSON.stringify([this.instance, identity]));
    return join(this.folder, `${key.digest("hex").slice(0, 32)}.json`);
  }
}

const isCode = (error: unknown, code: string) => (error as NodeJS.ErrnoException).code === code;
const claimOn = (file: string) => `${file}.claim`;

/** Whose claim it is; undefined where nobody's, or not yet written. */
function claimedBy(claim: string): ProcessMark | undefined {
  try {
    return processMark.parse(JSON.parse(readFileSync(claim, "utf8")));
  } catch {
    return undefined;
  }
}

/** A hash of what was asked for, whatever the order of its keys. */
export function contentOf(value: unknown): string {
  const sorted = (inner: unknown): unknown =>
    Array.isArray(inner)
      ? inner.map(sorted)
      : typeof inner === "object" && inner !== null
        ? Object.entries(inner)
            .filter(([, field]) => field !== undefined)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, field]) => [key, sorted(field)])
        : inner;
  return createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("hex")
    .slice(0, 16);
}
