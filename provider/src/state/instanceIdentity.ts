import type { Values } from "../definition/values";
import { madeOnKey } from "./bookkeeping";

/** The instance of this run, in the form that states store. */
export class InstanceIdentity {
  readonly name: string;

  constructor(baseUrl: string) {
    this.name = new URL(baseUrl).host;
  }

  /** The state with the name of this instance. */
  mark(state: Values): Values {
    return { ...state, [madeOnKey]: this.name };
  }

  isAnother(state: Values): boolean {
    return state[madeOnKey] !== undefined && state[madeOnKey] !== this.name;
  }
}
