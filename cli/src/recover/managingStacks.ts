import { isDeepStrictEqual } from "node:util";
import type { Resource } from "pulumi-platform-provider/contract";
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

type Named = Pick<Resource, "name">;

/** The stack that manages an object, and by which resource. */
export interface ManagingStack {
  stack: string;
  /** The URN in the state of that stack; undefined if only the program adopts the object. */
  urn?: string;
  /** This is the examined stack itself. */
  isOwn: boolean;
}

/** Which objects the stacks of a backend manage. */
export class ManagingStacks {
  readonly #managers = new Map<string, (ManagingStack & { host?: string })[]>();
  /** Stacks whose state could not be read, with the reason. */
  readonly unread: { stack: string; reason: string }[] = [];

  /** Reads the states of all stacks. Objects that the current program adopts also count as managed. */
  static async read(own: State, preview: Preview, stack: string): Promise<ManagingStacks> {
    const all = new ManagingStacks();
    all.#addState(own, stack, true);
    for (const { after, resource, name } of preview.changes) {
      const adopt = after?.adopt;
      if (resource === undefined || typeof adopt !== "string") continue;
      all.#add(resource, adopt, { stack: `${stack} (adopt of ${name})`, isOwn: true });
    }
    const names = await otherStacks(stack, preview.project).catch((error: unknown) => {
      all.#missed("all stacks", error);
      return [];
    });
    await inParallel(names, 2, (name) =>
      readState(name).then(
        (state) => all.#addState(state, name, false),
        (error: unknown) => all.#missed(name, error),
      ),
    );
    return all;
  }

  /** The stack that manages the object with this id on this instance; undefined if none does. */
  of(resource: Named, id: string, baseUrl: string | undefined): ManagingStack | undefined {
    const managers = this.#managers.get(keyOf(resource, id));
    return managers?.find((one) => baseUrl === undefined || canBeOn(one, baseUrl));
  }

  #addState({ deployment }: State, stack: string, isOwn: boolean): void {
    for (const { resource, id, host, stored } of managedObjects(deployment)) {
      this.#add(resource, id, { stack, urn: stored.urn, isOwn, host });
    }
  }

  #add(resource: Named, id: string, by: ManagingStack & { host?: string }): void {
    const key = keyOf(resource, id);
    this.#managers.set(key, [...(this.#managers.get(key) ?? []), by]);
  }

  #missed(stack: string, error: unknown): void {
    if (!(error instanceof Failure || error instanceof SyntaxError)) throw error;
    this.unread.push({ stack, reason: error.message.split("\n")[0] ?? "" });
  }
}

const keyOf = ({ name }: Named, id: string): string => JSON.stringify([name, id]);

/** All stacks of the backend but one, as commands of the engine take them. */
async function otherStacks(stack: string, project: string): Promise<string[]> {
  const text = await engineText(["stack", "ls", "--all", "--json"], {
    environment: { ...process.env, ...listing },
  });
  const all = (JSON.parse(text) as { name: string }[]).map(({ name }) => name);
  const own = fullNameOf(stack, project);
  return all.filter((name) => !isDeepStrictEqual(fullNameOf(name, project), own));
}
