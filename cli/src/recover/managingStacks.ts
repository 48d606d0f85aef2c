import { isDeepStrictEqual } from "node:util";
import { Failure } from "../failure.js";
import { inParallel } from "../inventory/parallel.js";
import type { Preview } from "../preview/types.js";
import { canBeOn, managedObjects } from "../stack/objects.js";
import { fullNameOf } from "../stack/project.js";
import { engineText } from "../stack/run.js";
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
  managerOf: (
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
  const managers = new Map<string, (ManagingStack & { host?: string })[]>();
  const unread: ManagingStacks["unread"] = [];
  const keyOf = (type: string, id: string) => JSON.stringify([type, id]);
  const add = (type: string, id: string, by: ManagingStack & { host?: string }) =>
    managers.set(keyOf(type, id), [...(managers.get(keyOf(type, id)) ?? []), by]);
  const addAll = ({ deployment }: State, name: string, isOwn = false) => {
    for (const { resource, id, host, stored } of managedObjects(deployment)) {
      add(resource.name, id, { stack: name, urn: stored.urn, isOwn, host });
    }
  };
  addAll(own, stack, true);
  for (const { after, resource, name } of preview.changes) {
    const adopt = after?.adopt;
    if (resource !== undefined && typeof adopt === "string") {
      add(resource.name, adopt, { stack: `${stack} (adopt of ${name})`, isOwn: true });
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
  await inParallel(names, 2, (name) =>
    readState(name).then(
      (state) => addAll(state, name),
      (error: unknown) => failed(name, error),
    ),
  );
  return {
    unread,
    managerOf: ({ name }, id, baseUrl) =>
      managers.get(keyOf(name, id))?.find((one) => baseUrl === undefined || canBeOn(one, baseUrl)),
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
