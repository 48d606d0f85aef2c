import type { Values } from "../definition/values";

/** What the engine knows of an object: what the program wanted, and what the platform added. */
export type State = Values;

/** Where the state remembers the instance of an object: an id says nothing on any other. */
export const placeKey = "__instance";

/** The instance that a run is for, as states remember it. */
export class InstanceIdentity {
  readonly name: string;

  constructor(baseUrl: string) {
    this.name = new URL(baseUrl).host;
  }

  /** A state that remembers this instance. */
  mark(state: State): State {
    return { ...state, [placeKey]: this.name };
  }

  isAnother(state: State): boolean {
    return state[placeKey] !== undefined && state[placeKey] !== this.name;
  }
}
