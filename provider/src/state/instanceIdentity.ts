import type { Values } from "../definition/values";
import { madeOnKey } from "./bookkeeping";

/** The values that the engine stores for an object: the inputs of the program and the outputs of the platform. */
export type State = Values;

/** The instance of this run, in the form that states store. */
export class InstanceIdentity {
  readonly name: string;

  constructor(baseUrl: string) {
    this.name = new URL(baseUrl).host;
  }

  /** The state with the name of this instance. */
  mark(state: State): State {
    return { ...state, [madeOnKey]: this.name };
  }

  isAnother(state: State): boolean {
    return state[madeOnKey] !== undefined && state[madeOnKey] !== this.name;
  }
}
