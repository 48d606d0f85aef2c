import { openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { orUndefined } from "../definition/orUndefined";
import { contentOf } from "../state/contentHash";
import { GrowingFile } from "./growingFile";
import { makeFolders, platformHome } from "./platformHome";
import { engineOfThisProcess, isAlive } from "./processes";

/**
 * Remembers the messages and the facts of one command across its processes. The preview and the update of a `pulumi
 * up` run in separate processes. They share only the engine that started them, so its process id names a small file of
 * hashes. Without a usable file, an update repeats the messages of its preview, which is better than a failed run. With
 * `--replace '**'`, the engine also replaces the provider, so one process deletes and another one creates.
 */
export class RunMemory {
  /** What this process noted. */
  readonly #own = new Set<string>();
  readonly #values = new Map<string, Set<string>>();
  #start?: number;
  /** The open file, if it is usable; undefined before it is opened. */
  #file?: { shared: GrowingFile | undefined };

  constructor(
    readonly engineOf = engineOfThisProcess,
    readonly folderOf = () => join(platformHome(), "runs"),
  ) {}

  /** Notes that something is shown; false if another process of this command already showed it, even a moment ago. */
  note(value: unknown): boolean {
    const hash = contentOf(value);
    if (this.#own.has(hash)) return true;
    if (this.#read(hash).size > 0) return false;
    this.#own.add(hash);
    this.#append(hash, "", true);
    return true;
  }

  /**
   * Adds a value to a key or removes it. A key can have several values. Values are stored unhashed, so they must not
   * be secret.
   */
  setValue(key: unknown, value: string, isSet: boolean): void {
    const hash = contentOf(key);
    if (this.#read(hash).has(value) !== isSet) this.#append(hash, value, isSet);
  }

  /** The values of a key from all processes of this command. */
  valuesOf(key: unknown): string[] {
    return [...this.#read(contentOf(key))];
  }

  /** When the first process of this command asked for it, in epoch milliseconds; undefined without a usable file. */
  get start(): number | undefined {
    if (this.#start !== undefined || this.#shared === undefined) return this.#start;
    if (this.valuesOf("start").length === 0) this.setValue("start", String(Date.now()), true);
    return (this.#start = Math.min(...this.valuesOf("start").map(Number)));
  }

  #append(hash: string, value: string, isSet: boolean): void {
    const line = `${hash} ${isSet ? "+" : "-"} ${encodeURIComponent(value)}`;
    orUndefined(() => this.#shared?.append(`${line}\n`));
    this.#take(line);
  }

  #read(hash: string): ReadonlySet<string> {
    for (const line of orUndefined(() => this.#shared?.next()) ?? []) this.#take(line);
    return this.#values.get(hash) ?? nothing;
  }

  #take(line: string): void {
    const [hash = "", sign, value = ""] = line.split(" ");
    const values = this.#values.get(hash) ?? new Set();
    this.#values.set(hash, values);
    if (sign === "-") values.delete(decodeURIComponent(value));
    else values.add(decodeURIComponent(value));
  }

  get #shared(): GrowingFile | undefined {
    this.#file ??= { shared: orUndefined(() => this.#open()) };
    return this.#file.shared;
  }

  #open(): GrowingFile | undefined {
    const engine = this.engineOf();
    if (engine === undefined) return undefined;
    const folder = this.folderOf();
    makeFolders(folder);
    const own = `${engine.pid} ${encodeURIComponent(engine.started)}`;
    for (const file of readdirSync(folder).filter((name) => name !== own)) {
      const [pid, started = ""] = file.split(" ");
      const mark = { pid: Number(pid), started: decodeURIComponent(started) };
      if (!isAlive(mark)) rmSync(join(folder, file), { force: true });
    }
    return new GrowingFile(openSync(join(folder, own), "a+"));
  }
}

const nothing: ReadonlySet<string> = new Set();
