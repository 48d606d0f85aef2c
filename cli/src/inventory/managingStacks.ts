import { isDeepStrictEqual } from "node:util";
import { shellWord } from "pulumi-platform-provider/contract";
import type { Resource, Values } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { inParallel } from "./parallel.js";
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
  /** The host of the instance, if the state has it. */
  host?: string;
}

/** The step that removes a resource from the state of an unused stack. The object stays on the instance. */
export const releasing = ({ stack, urn }: ManagingStack): string[] =>
  urn === undefined
    ? []
    : [
        `If nobody uses stack ${stack} any more, remove the object from its state, and run this command again: pulumi state delete ${shellWord(urn)} --stack ${shellWord(stack)}`,
      ];

/** Which objects the stacks of a backend manage. */
export interface Managers {
  /** The stack that manages the object with this id on this instance; undefined if none does. */
  of: (resource: Resource, id: string, baseUrl: string | undefined) => ManagingStack | undefined;
  /** Stacks whose state could not be read, with the reason. */
  unread: readonly { stack: string; reason: string }[];
}

/** How many other stacks a command reads that only leaves their objects out. That takes seconds. */
export const mostStacks = 30;

interface Wanted {
  stack: string;
  /** The name and the folder of its project. */
  project: string;
  folder?: string;
  /** At most this many stacks are read, those first that were updated last. A backend can have hundreds. */
  most?: number;
  /** The changes of its program. Objects that it adopts also count as managed. */
  changes?: readonly { name: string; resource?: Resource; after?: Values }[];
}

/** Reads the states of the stacks of the backend. */
export async function readManagers(own: State, wanted: Wanted): Promise<Managers> {
  const { stack, folder, changes = [] } = wanted;
  const managers = new Map<string, ManagingStack[]>();
  const unread: { stack: string; reason: string }[] = [];
  const add = ({ name }: Resource, id: string, manager: ManagingStack) => {
    const key = JSON.stringify([name, id]);
    managers.set(key, [...(managers.get(key) ?? []), manager]);
  };
  const addState = (name: string, state?: State) => {
    for (const { resource, id, host, stored } of managedObjects(state?.deployment ?? {}))
      add(resource, id, { stack: name, urn: stored.urn, isOwn: name === stack, host });
  };
  const miss = (name: string) => (error: unknown) => {
    if (!(error instanceof Failure || error instanceof SyntaxError)) throw error;
    unread.push({ stack: name, reason: error.message.split("\n")[0] ?? "" });
    return undefined;
  };
  addState(stack, own);
  for (const { after, resource, name } of changes)
    if (resource !== undefined && typeof after?.adopt === "string")
      add(resource, after.adopt, { stack: `${stack} (adopt of ${name})`, isOwn: true });
  const names = (await otherStacks(wanted).catch(miss("all stacks"))) ?? [];
  const { most = names.length } = wanted;
  const left = names.splice(most).length;
  if (left > 0) unread.push({ stack: `${left} stacks`, reason: `only ${most} others are read` });
  await inParallel(names, 2, async (name) =>
    addState(name, await readState(name, { folder }).catch(miss(name))),
  );
  const of: Managers["of"] = ({ name }, id, baseUrl) =>
    managers
      .get(JSON.stringify([name, id]))
      ?.find((one) => baseUrl === undefined || canBeOn(one, baseUrl));
  return { of, unread };
}

/** All stacks of the backend but one, as commands of the engine take them; the one that was updated last is first. */
async function otherStacks({ stack, project, folder }: Wanted): Promise<string[]> {
  const text = await engineText(["stack", "ls", "--all", "--json"], {
    ...{ variables: listing, folder },
  });
  const all = JSON.parse(text) as { name: string; lastUpdate?: string }[];
  const timeOf = ({ lastUpdate = "" }: { lastUpdate?: string }) => Date.parse(lastUpdate) || 0;
  all.sort((a, b) => timeOf(b) - timeOf(a));
  const own = fullNameOf(stack, project);
  return all
    .map(({ name }) => name)
    .filter((name) => !isDeepStrictEqual(fullNameOf(name, project), own));
}
