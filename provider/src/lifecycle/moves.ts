import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Advice } from "../wire/advice";
import type { PlatformError } from "../wire/errors";
import { cannotDeleteKey, madeOnKey } from "../state/bookkeeping";
import type { InstanceIdentity } from "../state/instanceIdentity";
import * as messages from "../report/messages";
import type { Advised } from "../report/diagnostics";

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
  | { kind: "replace" }
  /** The same, but the old object cannot be deleted. */
  | { kind: "refused"; reason: string; advice: Advice };

interface MoveQuery {
  resource: Resource;
  id: string;
  state: Values;
  here: InstanceIdentity;
  choice?: InstanceChoice;
}

/** Whether an object is on the instance of this run, and what to do otherwise. */
export function moveOf({ resource, id, state, here, choice }: MoveQuery): Move {
  const from = state[madeOnKey] ?? choice?.madeOn;
  const to = here.name;
  if (typeof from !== "string" || from === to) return { kind: "none" };
  if (choice?.isAnother !== true) {
    const warning = messages.addressChanged(resource, id, state, from, to);
    const error = messages.anotherInstance(resource, id, state, from, to);
    return { kind: "addressChanged", warning, error };
  }
  const canDelete = choice.canDelete ?? state[cannotDeleteKey] !== true;
  return canDelete
    ? { kind: "replace" }
    : { kind: "refused", ...messages.cannotMove(resource, state, from, to) };
}

/** Throws if the object may be on another instance: the same choice now has another address. */
export function mustBeHere(query: MoveQuery): void {
  const move = moveOf(query);
  if (move.kind === "addressChanged") throw move.error;
}
