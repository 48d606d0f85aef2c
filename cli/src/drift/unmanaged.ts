import {
  isRefusal,
  isSameInstance,
  pluralOf,
  sentence,
  verbsOf,
} from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { connectStack } from "../instances/ofStack.js";
import { DetailCache } from "../inventory/details.js";
import { readable, readInventory } from "../inventory/read.js";
import { managedItems, managedOn } from "../inventory/stack.js";
import type { Preview } from "../preview/types.js";
import { readState } from "../stack/state.js";

/** An object of the instance that the stack does not manage. */
export interface Unmanaged {
  type: string;
  id: string;
  /** The object in words: `report schedule "Weekly sales"`. */
  object: string;
}

export interface FoundUnmanaged {
  unmanaged: Unmanaged[];
  /** What could not be listed, and why. */
  unlisted: string[];
}

/** The objects in the lists of the stack's instance that the stack does not manage. */
export async function findUnmanaged(
  stack: string,
  { instances }: Pick<Preview, "instances">,
): Promise<FoundUnmanaged> {
  const unmanaged: Unmanaged[] = [];
  const unlisted: string[] = [];
  const connection = await connectStack(stack).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
    unlisted.push(error.message);
    return undefined;
  });
  if (connection === undefined) return { unmanaged, unlisted };
  const { baseUrl: address, operations } = connection.settings;
  for (const { baseUrl = "" } of instances) {
    if (baseUrl !== "" && !isSameInstance(baseUrl, address)) {
      unlisted.push(`${baseUrl}: only the instance of the stack is listed.`);
    }
  }
  const { deployment } = await readState(stack);
  const isManaged = managedOn(managedItems(deployment), address);
  for (const resource of readable) {
    if (verbsOf(resource, operations).list === undefined) continue;
    const wanted = { kinds: [resource], ids: {}, isListOnly: true };
    const watcher = { progress: () => undefined, details: new DetailCache() };
    try {
      const { items } = await readInventory(connection, wanted, watcher);
      for (const item of items.filter((one) => !isManaged(one))) {
        const object = `${resource.noun} ${resource.label(item.inputs)}`;
        unmanaged.push({ type: resource.name, id: item.id, object });
      }
    } catch (error) {
      if (!isRefusal(error)) throw error;
      unlisted.push(`${pluralOf(resource)}: ${sentence(error.reason)}`);
    }
  }
  return { unmanaged, unlisted };
}
