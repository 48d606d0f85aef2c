import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Advice } from "../wire/advice";
import type { PlatformError } from "../wire/errors";
import { cannotDeleteKey, madeOnKey } from "../state/bookkeeping";
import type { InstanceIdentity } from "../state/instanceIdentity";
import * as messages from "../report/messages";
import type { Advised } from "../report/diagnostics";

/** What only the caller knows of the instance that a resource names. */
export interface InstanceChoice {
  /** By what a program names an instance: an argument of the resource, or the provider of the resource. */
  property: "instance" | "provider";
  /** The program names another one than the one that the object was written by. */
  isAnother: boolean;
  /** The host of the instance that was named before, where the state does not tell it. */
  madeOn?: string;
  /** Whether the object can be deleted where it was made, where that is known better than from the state. */
  canDelete?: boolean;
}

/** Where an object is, compared with the instance that this run is for. */
export type Move =
  | { kind: "none" }
  /** The same choice leads to another address. Nothing is written before a read has found the object there. */
  | { kind: "addressChanged"; from: string; to: string; warning: Advised; error: PlatformError }
  /** The program chose another instance: the object is created there, then deleted where it was. */
  | { kind: "replace"; from: string; to: string }
  /** The same, but the object cannot be deleted where it was. */
  | { kind: "refused"; reason: string; advice: Advice };

interface Place {
  resource: Resource;
  id: string;
  state: Values;
  here: InstanceIdentity;
  choice?: InstanceChoice;
}

/** Whether an object is on the instance that this run is for, and what is to be done where it is not. */
export function moveOf({ resource, id, state, here, choice }: Place): Move {
  const from = state[madeOnKey] ?? choice?.madeOn;
  const to = here.name;
  if (typeof from !== "string" || from === to) return { kind: "none" };
  if (choice?.isAnother !== true) {
    const warning = messages.addressChanged(resource, id, state, from, to);
    const error = messages.anotherInstance(resource, id, state, from, to);
    return { kind: "addressChanged", from, to, warning, error };
  }
  const canDelete = choice.canDelete ?? state[cannotDeleteKey] !== true;
  return canDelete
    ? { kind: "replace", from, to }
    : { kind: "refused", ...messages.cannotMove(resource, state, from, to) };
}
