import type { Generated } from "./steps/stepGenerator";

/** Something that the engine decides on. */
export interface Event {
  /** What it is about. */
  urn: string;
  /** Absent for the end of the program. */
  generate?: () => Promise<Generated>;
}

/** What comes to the engine, which takes one event after the other. */
export class EventQueue {
  readonly #events: Event[] = [];
  #wake: () => void = () => undefined;

  push(event: Event): void {
    this.#events.push(event);
    this.#wake();
  }

  /** Undefined where the signal comes first. */
  async next(signal: AbortSignal): Promise<Event | undefined> {
    const wake = () => this.#wake();
    signal.addEventListener("abort", wake);
    while (this.#events.length === 0 && !signal.aborted) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    signal.removeEventListener("abort", wake);
    return signal.aborted ? undefined : this.#events.shift();
  }
}
