import type { Fault } from "./faults/faults.js";
import { toJson } from "./json.js";
import type { State } from "./state.js";

const defaultDelayMs = 30_000;

interface Snapshot {
  /** Since when the state is like this. */
  at: number;
  /** Tells whether the state changed. */
  text: string;
  state: State;
}

/** What the state was since a fault `stale` was added. Without such a fault, nothing is kept. */
export class PastStates {
  #snapshots: Snapshot[] = [];
  /** For each fault, the snapshot of the moment when the fault was added. */
  readonly #firsts = new Map<string, number>();

  constructor(readonly state: State) {}

  begin(fault: Fault): void {
    // From now on, something is kept.
    this.#firsts.set(fault.id, 0);
    this.note();
    this.#firsts.set(fault.id, this.#snapshots.length - 1);
  }

  /** Notes the state. Tests edit the state without a call, so every call notes it first. */
  note(): void {
    if (this.#firsts.size === 0) return;
    const text = toJson(this.state);
    if (text === this.#snapshots.at(-1)?.text) return;
    this.#snapshots.push({ at: Date.now(), text, state: structuredClone(this.state) });
  }

  /** The state that the fault shows. */
  shown({ id, delayMs = defaultDelayMs }: Fault): State {
    const until = Date.now() - delayMs;
    const last = this.#snapshots.findLastIndex(({ at }) => at <= until);
    const shown = this.#snapshots[Math.max(last, this.#firsts.get(id) ?? 0)]?.state ?? this.state;
    // Who a caller is does not come from a list.
    return { ...shown, tokens: this.state.tokens };
  }

  /** Ends one fault, or all. Nothing is kept without one. */
  end(fault?: Fault): void {
    if (fault === undefined) this.#firsts.clear();
    else this.#firsts.delete(fault.id);
    if (this.#firsts.size === 0) this.#snapshots = [];
  }
}
