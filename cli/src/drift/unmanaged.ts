import { isSameInstance, verbsOf } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { connectStack } from "../instances/ofStack.js";
import { readable, readInventory } from "../inventory/read.js";
import { gapLine, objectTitle } from "../inventory/inventory.js";
import { managedItems, managedOn } from "../inventory/stack.js";
import type { Preview } from "../preview/types.js";
import { mostStacks, readManagers } from "../inventory/managingStacks.js";
import { readState } from "../stack/state.js";

/** An object of the instance that the stack does not manage. */
export interface Unmanaged {
  type: string;
  id: string;
  /** The object in words: `report schedule "Weekly sales"`. */
  object: string;
  /** Another stack of the backend that manages it. */
  managedBy?: string;
}

export interface FoundUnmanaged {
  unmanaged: Unmanaged[];
  /** What could not be listed, and why. */
  unlisted: string[];
}

/** The objects in the lists of the stack's instance that the stack does not manage. */
export async function findUnmanaged(
  stack: string,
  { instances, project }: Pick<Preview, "instances" | "project">,
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
  const state = await readState(stack);
  const isManaged = managedOn(managedItems(state.deployment), address);
  const kinds = readable.filter((one) => verbsOf(one, operations).list !== undefined);
  const wanted = { kinds, ids: {}, isListOnly: true, allowsRefusals: true };
  const { items, gaps } = await readInventory(connection, wanted, () => undefined);
  const others = items.filter((one) => !isManaged(one));
  const managers =
    others.length > 0 ? await readManagers(state, { stack, project, most: mostStacks }) : undefined;
  for (const { resource, id, inputs } of others) {
    const object = objectTitle({ resource, id, inputs });
    const managedBy = managers?.of(resource, id, address)?.stack;
    unmanaged.push({ type: resource.name, id, object, ...(managedBy && { managedBy }) });
  }
  unlisted.push(...(managers?.unread ?? []).map(({ stack: one, reason }) => `${one}: ${reason}`));
  unlisted.push(...gaps.filter(({ ids }) => ids === undefined).map(gapLine));
  return { unmanaged, unlisted };
}
