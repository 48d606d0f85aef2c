import type { Values } from "../definition/values";
import { madeOnKey } from "./bookkeeping";

/** What the engine knows of an object: what the program wanted, and what the platform added. */
export type State = Values;

/** The instance that a run is for, as states remember it. */
export class InstanceIdentity {
  readonly name: string;

  constructor(baseUrl: string) {
    this.name = new URL(baseUrl).host;
  }

  /** A state that remembers this instance. */
  mark(state: State): State {
    return { ...state, [madeOnKey]: this.name };
  }

  isAnother(state: State): boolean {
    return state[madeOnKey] !== undefined && state[madeOnKey] !== this.name;
  }
}
