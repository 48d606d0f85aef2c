import type { Resource } from "../definition/resource";
import { usedIds } from "../definition/ids/usedIds";
import type { Values } from "../definition/values";
import type { Advice } from "../messages/advice";
import type { PlatformError } from "../messages/errors";
import { cannotDeleteKey, madeOnKey } from "../state/bookkeeping";
import type { InstanceIdentity } from "../state/instanceIdentity";
import * as messages from "../report/messages/index";
import type { Advised, Failure } from "../report/diagnostics";

/** The instance that a resource chooses, as the caller knows it. */
export interface InstanceChoice {
  /** How the program chooses an instance: by an argument of the resource, or by its provider. */
  property: "instance" | "provider";
  /** The program now chooses another instance than at the last write. */
  isAnother: boolean;
  /** The host of the earlier instance, for a state without it. */
  madeOn?: string;
  /** Whether the earlier instance can delete the object, if the caller knows it better than the state. */
  canDelete?: boolean;
}

/** Whether an object is on the instance of this run, and what to do otherwise. */
export type Move =
  | { kind: "none" }
  /** The same choice now has another address. Nothing is written before a read finds the object there. */
  | { kind: "addressChanged"; warning: Advised; error: PlatformError }
  /** The program chose another instance. Pulumi creates the object there, then deletes the old one. */
  | { kind: "replace"; from: string }
  /** The same, but the old object cannot be deleted. */
  | { kind: "refused"; reason: string; advice: Advice };

interface StoredObject {
  resource: Resource;
  id: string;
  state: Values;
}

interface MoveQuery extends StoredObject {
  here: InstanceIdentity;
  choice?: InstanceChoice;
}

export function moveOf({ resource, id, state, here, choice }: MoveQuery): Move {
  const from = state[madeOnKey] ?? choice?.madeOn;
  const to = here.name;
  if (typeof from !== "string" || from === to) return { kind: "none" };
  if (choice?.isAnother !== true) {
    const warning = messages.addressChanged(resource, id, state, from, to);
    const error = messages.anotherInstance(resource, state, { id, madeOn: from, here: to });
    return { kind: "addressChanged", warning, error };
  }
  const canDelete = choice.canDelete ?? state[cannotDeleteKey] !== true;
  return canDelete
    ? { kind: "replace", from }
    : { kind: "refused", ...messages.cannotMove(resource, state, from, to) };
}

/** Throws if the object may be on another instance: the same choice now has another address. */
export function mustBeHere(query: MoveQuery): void {
  const move = moveOf(query);
  if (move.kind === "addressChanged") throw move.error;
}

/** Objects of the state on other instances. On this instance, their ids belong to other objects, or to none. */
export class ObjectsElsewhere {
  readonly #known = new Map<string, StoredObject>();
  readonly #byResource = new Map<string, StoredObject>();
  /** The resources that the program moves to this instance. */
  readonly #moving = new Set<string>();

  constructor(readonly here: InstanceIdentity) {}

  note(resource: Resource, id: string, state: Values, identity = ""): void {
    const key = keyOf(resource.idKind, id);
    const elsewhere = { resource, id, state };
    if (this.here.isAnother(state)) {
      this.#known.set(key, elsewhere);
      this.#byResource.set(identity, elsewhere);
    } else {
      this.#known.delete(key);
      this.#byResource.delete(identity);
    }
  }

  noteMove(identity = ""): void {
    this.#moving.add(identity);
  }

  /** Why a resource cannot get a new object on this instance: its old object is on another one, and would stay. */
  replaced(identity = ""): Failure[] {
    const elsewhere = this.#byResource.get(identity);
    if (identity === "" || elsewhere === undefined || this.#moving.has(identity)) return [];
    return [this.#failure(elsewhere)];
  }

  /** Failures for ids of such objects in these inputs, unless the old inputs already have them. */
  failures({ inputs: schema }: Resource, inputs: Values, old: Values | undefined): Failure[] {
    if (this.#known.size === 0) return [];
    const before = new Set(usedIds(schema, old ?? {}).map(({ kind, id }) => keyOf(kind, id)));
    return usedIds(schema, inputs).flatMap(({ kind, id, path }) => {
      const elsewhere = this.#known.get(keyOf(kind, id));
      const isOld = elsewhere === undefined || before.has(keyOf(kind, id));
      return isOld ? [] : [this.#failure(elsewhere, path)];
    });
  }

  #failure({ resource, id, state }: StoredObject, property = ""): Failure {
    const from = String(state[madeOnKey]);
    const { text, advice } = messages.addressChanged(resource, id, state, from, this.here.name);
    const reason = property === "" ? text : `\`${property}\`: ${text}`;
    return { property, reason, code: "another_instance", advice, isAdviceInText: true };
  }
}

const keyOf = (kind: unknown, id: string | number) => `${kind} ${id}`;
