import type { z } from "zod";
import { metaOf } from "../definition/meta";
import type { Resource } from "../definition/resource";
import { usedIds } from "../definition/usedIds";
import type { Values } from "../definition/values";
import { madeOnKey } from "./bookkeeping";
import type { InstanceIdentity, State } from "./instanceIdentity";
import * as messages from "./messages";
import type { Failure } from "./results";

interface Elsewhere {
  resource: Resource;
  state: State;
}

/** Objects of the state that were made on another instance: here their ids are other objects, or none. */
export class ObjectsElsewhere {
  readonly #known = new Map<string, Elsewhere>();

  constructor(readonly here: InstanceIdentity) {}

  /** Notes where the object of a resource was made. */
  note(resource: Resource, id: string, state: State): void {
    const key = keyOf(kindOf(resource), id);
    if (this.here.isAnother(state)) this.#known.set(key, { resource, state });
    else this.#known.delete(key);
  }

  /** The ids of such objects that these inputs use, and the old ones did not. */
  failures({ inputs: schema }: Resource, inputs: Values, old: Values | undefined): Failure[] {
    if (this.#known.size === 0) return [];
    const before = new Set(usedIds(schema, old ?? {}).map(({ kind, id }) => keyOf(kind, id)));
    return usedIds(schema, inputs).flatMap(({ kind, id, path }) => {
      const elsewhere = this.#known.get(keyOf(kind, id));
      if (elsewhere === undefined || before.has(keyOf(kind, id))) return [];
      const { resource, state } = elsewhere;
      const from = String(state[madeOnKey]);
      const { text, advice } = messages.addressChanged(
        ...([resource, String(id), state, from, this.here.name] as const),
      );
      return [
        { property: path, reason: `\`${path}\`: ${text}`, code: "another_instance", told: advice },
      ];
    });
  }
}

/** What the ids of the objects of a resource are called where others use them. */
function kindOf({ inputs: { shape } }: Resource): string | undefined {
  return "adopt" in shape ? metaOf(shape.adopt as z.ZodType).idOf : undefined;
}

const keyOf = (kind: string | undefined, id: string | number) => `${kind} ${id}`;
