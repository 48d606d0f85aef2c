import type { z } from "zod";
import { metaOf } from "../definition/meta";
import type { Resource } from "../definition/resource";
import { usedIds } from "../definition/usedIds";
import type { Values } from "../definition/values";
import { madeOnKey } from "../state/bookkeeping";
import type { InstanceIdentity, State } from "../state/instanceIdentity";
import * as messages from "../report/messages";
import type { Failure } from "../report/diagnostics";

interface Elsewhere {
  resource: Resource;
  id: string;
  state: State;
}

/** Objects of the state that were made on another instance: here their ids are other objects, or none. */
export class ObjectsElsewhere {
  readonly #known = new Map<string, Elsewhere>();
  readonly #byResource = new Map<string, Elsewhere>();
  /** The resources that the program moves to this instance. */
  readonly #moving = new Set<string>();

  constructor(readonly here: InstanceIdentity) {}

  /** Notes where the object of a resource was made. */
  note(resource: Resource, id: string, state: State, identity = ""): void {
    const key = keyOf(kindOf(resource), id);
    const elsewhere = { resource, id, state };
    if (this.here.isAnother(state)) {
      this.#known.set(key, elsewhere);
      this.#byResource.set(identity, elsewhere);
    } else {
      this.#known.delete(key);
      this.#byResource.delete(identity);
    }
  }

  /** Notes that the program moves a resource here: its object is created, then deleted where it was. */
  noteMove(identity = ""): void {
    this.#moving.add(identity);
  }

  /** Why a resource cannot get another object here: its old one is elsewhere, and would stay. */
  replaced(identity = ""): Failure[] {
    const elsewhere = this.#byResource.get(identity);
    if (identity === "" || elsewhere === undefined || this.#moving.has(identity)) return [];
    const { text, advice } = this.#said(elsewhere);
    return [{ property: "", reason: text, code: "another_instance", adviceInReason: advice }];
  }

  /** The ids of such objects that these inputs use, and the old ones did not. */
  failures({ inputs: schema }: Resource, inputs: Values, old: Values | undefined): Failure[] {
    if (this.#known.size === 0) return [];
    const before = new Set(usedIds(schema, old ?? {}).map(({ kind, id }) => keyOf(kind, id)));
    return usedIds(schema, inputs).flatMap(({ kind, id, path }) => {
      const elsewhere = this.#known.get(keyOf(kind, id));
      if (elsewhere === undefined || before.has(keyOf(kind, id))) return [];
      const { text, advice } = this.#said(elsewhere);
      return [
        { property: path, reason: `\`${path}\`: ${text}`, code: "another_instance", told: advice },
      ];
    });
  }

  #said({ resource, id, state }: Elsewhere) {
    return messages.addressChanged(resource, id, state, String(state[madeOnKey]), this.here.name);
  }
}

/** What the ids of the objects of a resource are called where others use them. */
function kindOf({ inputs: { shape } }: Resource): unknown {
  return "adopt" in shape ? metaOf(shape.adopt as z.ZodType).idOf : undefined;
}

const keyOf = (kind: unknown, id: string | number) => `${kind} ${id}`;
