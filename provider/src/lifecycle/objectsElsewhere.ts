import { ownIdKind } from "../definition/object";
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

/** Objects of the state on other instances. On this instance, their ids belong to other objects, or to none. */
export class ObjectsElsewhere {
  readonly #known = new Map<string, Elsewhere>();
  readonly #byResource = new Map<string, Elsewhere>();
  /** The resources that the program moves to this instance. */
  readonly #moving = new Set<string>();

  constructor(readonly here: InstanceIdentity) {}

  /** Notes the instance of an object. */
  note(resource: Resource, id: string, state: State, identity = ""): void {
    const key = keyOf(ownIdKind(resource), id);
    const elsewhere = { resource, id, state };
    if (this.here.isAnother(state)) {
      this.#known.set(key, elsewhere);
      this.#byResource.set(identity, elsewhere);
    } else {
      this.#known.delete(key);
      this.#byResource.delete(identity);
    }
  }

  /** Notes that the program moves a resource to this instance. */
  noteMove(identity = ""): void {
    this.#moving.add(identity);
  }

  /** Why a resource cannot get a new object on this instance: its old object is on another one, and would stay. */
  replaced(identity = ""): Failure[] {
    const elsewhere = this.#byResource.get(identity);
    if (identity === "" || elsewhere === undefined || this.#moving.has(identity)) return [];
    const { text, advice } = this.#messageAbout(elsewhere);
    return [{ property: "", reason: text, code: "another_instance", adviceInReason: advice }];
  }

  /** Failures for ids of such objects in these inputs, unless the old inputs already have them. */
  failures({ inputs: schema }: Resource, inputs: Values, old: Values | undefined): Failure[] {
    if (this.#known.size === 0) return [];
    const before = new Set(usedIds(schema, old ?? {}).map(({ kind, id }) => keyOf(kind, id)));
    return usedIds(schema, inputs).flatMap(({ kind, id, path }): Failure[] => {
      const elsewhere = this.#known.get(keyOf(kind, id));
      if (elsewhere === undefined || before.has(keyOf(kind, id))) return [];
      const { text, advice } = this.#messageAbout(elsewhere);
      return [
        {
          property: path,
          reason: `\`${path}\`: ${text}`,
          code: "another_instance",
          adviceInReason: advice,
        },
      ];
    });
  }

  #messageAbout({ resource, id, state }: Elsewhere) {
    return messages.addressChanged(resource, id, state, String(state[madeOnKey]), this.here.name);
  }
}

const keyOf = (kind: unknown, id: string | number) => `${kind} ${id}`;
