import { appendFileSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { contentOf } from "../state/contentHash";
import { makeFolders, platformHome } from "./journalFolder";
import { GrowingLines } from "./growingLines";
import { engineOfThisProcess, isAlive } from "./processes";

/**
 * What the processes of one command have told people, and what they learned from the engine. The preview and the update of a `pulumi up` have processes
 * of their own, which share only the engine that starts them: its process names a small file of hashes. Where
 * the system does not show that process, or the file cannot be used, an update repeats what its preview told.
 * With `--replace '**'`, the engine also replaces the provider: another process deletes than creates.
 */
export class RunMemory {
  readonly #noted = new Set<string>();
  #lines?: GrowingLines;
  readonly #hashes = new Set<string>();
  readonly #values = new Map<string, Set<string>>();
  #file?: { path?: string; earlier: ReadonlySet<string> };

  constructor(
    readonly engineOf = engineOfThisProcess,
    readonly folderOf = () => join(platformHome(), "runs"),
  ) {}

  /** Notes that people are told something; false where an earlier process of this command told it. */
  note(told: unknown): boolean {
    const { path, earlier } = (this.#file ??= this.#open());
    const hash = contentOf(told);
    if (earlier.has(hash)) return false;
    if (path !== undefined && !this.#noted.has(hash))
      ignoringErrors(() => appendFileSync(path, `${hash}\n`));
    this.#noted.add(hash);
    return true;
  }

  /** Whether a process of this command noted something, perhaps a moment ago. */
  has(told: unknown): boolean {
    const hash = contentOf(told);
    if (this.#noted.has(hash)) return true;
    this.#read();
    return this.#hashes.has(hash);
  }

  /** Notes that something has a value, one of several, or has it no more. A value is an id: others are not secret. */
  setValue(of: unknown, value: string, isSet: boolean): void {
    const { path } = (this.#file ??= this.#open());
    const line = `${contentOf(of)} ${isSet ? "+" : "-"} ${encodeURIComponent(value)}\n`;
    if (path !== undefined) ignoringErrors(() => appendFileSync(path, line));
  }

  /** The values that something has for any process of this command. */
  valuesOf(of: unknown): string[] {
    this.#read();
    return [...(this.#values.get(contentOf(of)) ?? [])].map(decodeURIComponent);
  }

  #read(): void {
    const { path } = (this.#file ??= this.#open());
    if (path === undefined) return;
    this.#lines ??= new GrowingLines(path);
    for (const line of ignoringErrors(() => this.#lines?.next()) ?? []) {
      const [hash = "", sign, value = ""] = line.split(" ");
      if (sign === undefined) this.#hashes.add(hash);
      else {
        const values = this.#values.get(hash) ?? new Set();
        this.#values.set(hash, values);
        if (sign === "+") values.add(value);
        else values.delete(value);
      }
    }
  }

  #open(): { path?: string; earlier: ReadonlySet<string> } {
    const engine = this.engineOf();
    const open = () => {
      if (engine === undefined) return undefined;
      const folder = this.folderOf();
      makeFolders(folder);
      const own = `${engine.pid} ${encodeURIComponent(engine.started)}`;
      const files = readdirSync(folder);
      for (const file of files.filter((name) => name !== own)) {
        const [pid, started = ""] = file.split(" ");
        const mark = { pid: Number(pid), started: decodeURIComponent(started) };
        if (!isAlive(mark)) rmSync(join(folder, file), { force: true });
      }
      const path = join(folder, own);
      const earlier = files.includes(own) ? readFileSync(path, "utf8").split("\n") : [];
      return { path, earlier: new Set(earlier) };
    };
    return ignoringErrors(open) ?? { earlier: new Set() };
  }
}

/** A line that is repeated is better than a run that fails. */
function ignoringErrors<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
