import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { z } from "zod";
import { PlatformError } from "../wire/errors";
import { isAlive, thisProcess } from "./processes";

const entrySchema = z.object({
  /** `sending`: the request may be under way. `done`: the platform answered. */
  phase: z.enum(["sending", "done"]),
  /** What was to be created or run, as a hash. */
  content: z.string(),
  /** Ids of the objects with that content before the request; absent where they could not be told. */
  before: z.array(z.string()).optional(),
  /** Epoch milliseconds. */
  sentAt: z.number(),
  /** Id of the created object. */
  id: z.string().optional(),
  /** What became of an action. */
  outcome: z.enum(["done", "unknown"]).optional(),
  /** What the platform answered to an action that is waited for. */
  outputs: z.record(z.string(), z.unknown()).optional(),
  process: z.object({ pid: z.number(), started: z.string() }),
});

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

  constructor(readonly instance: string) {
    const home = process.env.PULUMI_HOME ?? join(homedir(), ".pulumi");
    this.folder = join(home, "platform", "journal");
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
        tried: "read the journal of earlier runs",
        said: `${file} is damaged`,
        todo: "It tells whether a request of an earlier run was carried out. Look at the instance, then delete that file.",
        cause,
      });
    }
  }

  write(identity: string | undefined, entry: Omit<Entry, "process">): void {
    if (identity === undefined) return;
    const file = this.file(identity);
    const whole = `${file}.${process.pid}`;
    try {
      mkdirSync(this.folder, { recursive: true });
      writeFileSync(whole, JSON.stringify({ ...entry, process: thisProcess() }));
      renameSync(whole, file);
    } catch (cause) {
      throw new PlatformError({
        code: "journal_unusable",
        tried: "write the journal that keeps a killed run from being repeated",
        said: `${(cause as Error).message}, and nothing was called`,
        todo: "Make that folder writable, or set PULUMI_HOME to one that is.",
        cause,
      });
    }
  }

  remove(identity: string | undefined): void {
    if (identity === undefined) return;
    rmSync(this.file(identity), { force: true });
  }

  /** The state holds that content: what the journal knew of it is needed no more. */
  stored(identity: string, content: () => string): void {
    this.#known ??= new Set(this.#files());
    if (!this.#known.has(basename(this.file(identity)))) return;
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
        tried: "read the journal of earlier runs",
        said: (cause as Error).message,
        todo: "Make that folder readable, or set PULUMI_HOME to one that is.",
        cause,
      });
    }
  }

  /** Waits while another process that lives is at work on the object; returns the entry that it left. */
  async settled(identity: string | undefined, patienceMs: number): Promise<Entry | undefined> {
    const patient = Date.now() + patienceMs;
    for (;;) {
      const entry = this.read(identity);
      const busy = entry?.phase === "sending" && isAlive(entry.process);
      if (!busy || entry.process.pid === process.pid) return entry;
      if (Date.now() > patient) {
        throw new PlatformError({
          code: "journal_unusable",
          tried: "wait for an earlier run",
          said: `its process ${entry.process.pid} still works on this object`,
          todo: "Wait until it ends, or end it, and run again.",
        });
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  file(identity: string): string {
    const key = createHash("sha256").update(JSON.stringify([this.instance, identity]));
    return join(this.folder, `${key.digest("hex").slice(0, 32)}.json`);
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
