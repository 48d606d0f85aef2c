import { isDeepStrictEqual } from "node:util";
import { canBeOn, managedObjects } from "../stack/objects.js";
import type { Preview } from "../preview/types.js";
import { fullNameOf } from "../stack/project.js";
import { engineText } from "../stack/run.js";
import { Failure } from "../failure.js";
import { inParallel } from "../inventory/parallel.js";
import { readState } from "../stack/state.js";
import type { State } from "../stack/state.js";

/**
 * The engine reads all stacks of a PostgreSQL backend at once, which can end in a deadlock. Two connections at a
 * time avoid the deadlock.
 */
const listing = { PULUMI_DIY_BACKEND_PARALLEL: "2" };

/** The stack that manages an object, and by which resource. */
export interface ManagingStack {
  stack: string;
  /** The URN in the state of that stack; undefined if only the program adopts the object. */
  urn?: string;
  /** This is the examined stack itself. */
  isOwn: boolean;
}

/** Which objects the stacks of a backend manage. */
export interface ManagingStacks {
  /** The stack that manages the object with this id on this instance; undefined if none does. */
  holderOf: (
    resource: { name: string },
    id: string,
    baseUrl: string | undefined,
  ) => ManagingStack | undefined;
  /** Stacks whose state could not be read, with the reason. */
  unread: { stack: string; reason: string }[];
}

/**
 * Reads the states of all other stacks of the backend. Objects that the current program adopts also count as managed.
 */
export async function readManagingStacks(
  own: State,
  preview: Preview,
  stack: string,
): Promise<ManagingStacks> {
  type Held = ManagingStack & { host?: string };
  const held = new Map<string, Held[]>();
  const unread: ManagingStacks["unread"] = [];
  const hold = (type: string, id: string, by: Held) => {
    const key = JSON.stringify([type, id]);
    held.set(key, [...(held.get(key) ?? []), by]);
  };
  const add = ({ deployment }: State, name: string, isOwn = false) => {
    for (const { resource, id, host, stored } of managedObjects(deployment)) {
      hold(resource.name, id, { stack: name, urn: stored.urn, isOwn, host });
    }
  };
  add(own, stack, true);
  for (const { after, resource, name } of preview.changes) {
    const adopt = after?.adopt;
    if (resource !== undefined && typeof adopt === "string") {
      hold(resource.name, adopt, { stack: `${stack} (adopt of ${name})`, isOwn: true });
    }
  }
  const failed = (name: string, error: unknown) => {
    if (!(error instanceof Failure || error instanceof SyntaxError)) throw error;
    unread.push({ stack: name, reason: error.message.split("\n")[0] ?? "" });
  };
  const names = await otherStacks(stack, preview.project).catch((error: unknown) => {
    failed("all stacks", error);
    return [];
  });
  await inParallel(names, 2, async (name) => {
    try {
      add(await readState(name), name);
    } catch (error) {
      failed(name, error);
    }
  });
  return {
    unread,
    holderOf: (resource, id, baseUrl) => {
      const holders = held.get(JSON.stringify([resource.name, id])) ?? [];
      return holders.find((one) => baseUrl === undefined || canBeOn(one, baseUrl));
    },
  };
}

/** All stacks of the backend but one, as commands of the engine take them. */
async function otherStacks(stack: string, project: string): Promise<string[]> {
  const text = await engineText(["stack", "ls", "--all", "--json"], {
    environment: { ...process.env, ...listing },
  });
  const all = (JSON.parse(text) as { name: string }[]).map(({ name }) => name);
  const own = fullNameOf(stack, project);
  return all.filter((name) => !isDeepStrictEqual(fullNameOf(name, project), own));
}
