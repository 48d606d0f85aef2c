import { isSameInstance, madeOnKey } from "pulumi-platform-provider/contract";
import type { Resource } from "pulumi-platform-provider/contract";
import { resourceOf } from "./resourceTypes.js";
import type { Deployment, StateResource } from "./state.js";

/** An object that a stack manages, or an action that it ran, with the resource in its state. */
export interface ManagedObject {
  resource: Resource;
  id: string;
  /** The host of its instance. States of older versions do not have it. */
  host?: string;
  /** Pulumi has replaced the object, and still has to delete it. */
  isToDelete: boolean;
  stored: StateResource;
}

/**
 * The managed objects of a state: first those that its program declares, then those that Pulumi still has to delete. The
 * platform still has the latter. A pending operation adds none, because nobody knows its result, and a component has no
 * id.
 */
export function managedObjects({ resources }: Deployment): ManagedObject[] {
  const all = (resources ?? []).flatMap((stored): ManagedObject[] => {
    const { type, id = "", external, pendingReplacement, outputs } = stored;
    const resource = resourceOf(type);
    if (resource === undefined || id === "") return [];
    if (external === true || pendingReplacement === true) return [];
    const host = outputs?.[madeOnKey];
    const isToDelete = stored.delete === true;
    return [{ resource, id, isToDelete, stored, ...(typeof host === "string" && { host }) }];
  });
  return [...all.filter((one) => !one.isToDelete), ...all.filter((one) => one.isToDelete)];
}

/** Whether an object can be on an instance. One whose instance the state lacks counts as an object of every instance. */
export const canBeOn = ({ host }: { host?: string }, address: string): boolean =>
  host === undefined || isSameInstance(host, address);
