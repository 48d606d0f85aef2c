import assert from "node:assert/strict";
import fc from "fast-check";
import { thisProcess } from "../../../../provider/dist/process/processes";
import type { StackJournal } from "../../../../provider/dist/journal/stackJournal";

const keys = ["aa", "bb", "cc"];
const processCount = 2;
const patienceMs = 5_000;

/** An entry as the next run must find it, unless some process knows that the state has its result. */
interface Noted {
  entry: { phase: "sending" | "done"; id: string; savedBy?: string };
  settledBy: Set<StackJournal>;
  /** A process removes what it settled some time later. */
  canBeGone: boolean;
}

/** The journal of a stack and a map that should say the same, whatever the processes of an engine do. */
class Model {
  readonly #noted = new Map<string, Noted>();
  /** What each process created, and has not yet noted as saved. */
  readonly #answered = new Map<StackJournal, Set<string>>();
  readonly #processes: StackJournal[];
  #count = 0;

  constructor(readonly open: (engine?: string) => StackJournal) {
    this.#processes = Array.from({ length: processCount }, () => open());
  }

  async note(at: number, key: string, phase: Noted["entry"]["phase"]): Promise<void> {
    const process = this.#process(at);
    const entry = { phase, id: String(++this.#count) };
    await process.withLock(key, patienceMs, () => process.append(key, entry));
    this.#noted.set(key, { entry, settledBy: new Set(), canBeGone: false });
    if (phase === "done") this.#answered.set(process, this.#answeredBy(process).add(entry.id));
  }

  async remove(at: number, key: string): Promise<void> {
    const process = this.#process(at);
    await process.withLock(key, patienceMs, () => process.remove(key));
    this.#noted.delete(key);
  }

  async settle(at: number, key: string): Promise<void> {
    const process = this.#process(at);
    await process.load();
    process.settle(key);
    const noted = this.#noted.get(key);
    noted?.settledBy.add(process);
    if (noted !== undefined) noted.canBeGone = true;
  }

  /** Each lock of a folder has files of its own. */
  async release(at: number): Promise<void> {
    await this.#process(at).lock.release();
  }

  /** The engine ends the process in order, or kills it, and starts another one. */
  async restart(at: number, isKilled: boolean): Promise<void> {
    const process = this.#process(at);
    if (!isKilled) {
      await process.noteSaved();
      for (const one of this.#noted.values()) {
        const isOurs = this.#answeredBy(process).has(one.entry.id);
        if (!isOurs || one.settledBy.has(process)) continue;
        one.entry.savedBy = thisProcess().engine;
        one.settledBy.clear();
      }
    }
    await process.lock.release();
    process.close();
    this.#processes[at] = this.open();
  }

  async check(): Promise<void> {
    const reader = this.open("reader");
    for (const process of [reader, ...this.#processes]) {
      await process.load();
      for (const key of keys) this.#checkKey(process, key);
    }
    reader.close();
  }

  #checkKey(process: StackJournal, key: string): void {
    const noted = this.#noted.get(key);
    const found = process.read(key)?.entry;
    if (noted?.settledBy.has(process) === true) assert.equal(found, undefined);
    else if (noted?.canBeGone !== true || found !== undefined)
      assert.deepEqual(found, noted?.entry);
  }

  #process(at: number): StackJournal {
    return this.#processes[at] ?? assert.fail(`there is no process ${at}`);
  }

  #answeredBy(process: StackJournal): Set<string> {
    return this.#answered.get(process) ?? new Set();
  }
}

type Acts = Record<string, (...args: unknown[]) => Promise<void>>;
const at = fc.nat({ max: processCount - 1 });
const key = fc.constantFrom(...keys);
const phase = fc.constantFrom("sending" as const, "done" as const);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant("note"), at, key, phase) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("remove"), at, key) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("settle"), at, key) },
  { weight: 6, arbitrary: fc.tuple(fc.constant("release"), at) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("restart"), at, fc.boolean()) },
);

/** Tries random orders of what two processes of an engine do; prints the seed of one that differs from a map. */
export const agreesWithMap = (
  begin: () => (engine?: string) => StackJournal,
  numRuns: number,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 50, size: "max" }), async (steps) => {
      const model = new Model(begin());
      for (const [what, ...args] of steps) {
        await (model as unknown as Acts)[what]?.(...args);
        await model.check();
      }
    }),
    { numRuns },
  );
