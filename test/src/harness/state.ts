import type { StateResource } from "../engine/pulumiStack";
import type { Values } from "../lifecycle/row";
import type { Known, Subject } from "./session";
import { veiled } from "./wire";

/** A resource in the state. */
export interface Stored extends Subject, Known {
  /** The name of its provider. */
  provider: string;
  /** URNs of the resources whose outputs it uses. */
  dependencies: readonly string[];
  refreshBeforeUpdate?: boolean;
  /** It is deleted, and what takes its place is not there yet. */
  pendingReplacement?: boolean;
  retainOnDelete?: boolean;
  /** Of `customTimeouts`. */
  seconds?: Partial<Record<"create" | "read" | "update" | "delete", number>>;
}

/** What the engine keeps from one command to the next. */
export class State {
  readonly resources = new Map<string, Stored>();
  /** Replaced already, and still to be deleted. */
  readonly replaced = new Set<Stored>();
  /** The arguments with which providers were last configured by a program, by name. */
  providers = new Map<string, Values>();

  copy(): State {
    const copy = new State();
    for (const [urn, stored] of this.resources) copy.resources.set(urn, structuredClone(stored));
    for (const stored of this.replaced) copy.replaced.add(structuredClone(stored));
    copy.providers = structuredClone(this.providers);
    return copy;
  }

  /** As `stack export` shows it. */
  exported(): StateResource[] {
    return [...this.resources.values(), ...this.replaced].map(
      ({ urn, type, id, inputs, outputs }) => ({
        urn,
        type,
        id,
        inputs: veiled(inputs) as Values,
        outputs: veiled(outputs) as Values,
      }),
    );
  }
}
