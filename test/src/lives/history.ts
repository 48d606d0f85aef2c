import type { Declared } from "../engine/stacks/pulumiStack";
import type { Held, ObjectKey } from "./judging/objects";

/** Something that can make runs fail from then on. */
export type Disturbance =
  | "fault"
  | "cut"
  | "token"
  | "address"
  | "journal"
  | "runner"
  | "disk"
  | "act"
  | "variant"
  | "late"
  /** The instance shows a write not before the command ends, however long it waits. */
  | "hiding"
  | "clock";

/** By what the engine and the journal know a resource: elsewhere the same name is another one. */
export const resourceOf = (stackName: string, { type, name, opts }: Declared): string =>
  JSON.stringify([stackName, type, name, opts?.entry, opts?.parent]);

/** The types of the parents in a URN, from the outermost one on, without their packages. */
export const parentsIn = (urn: string): string =>
  (urn.split("::")[2] ?? "")
    .split("$")
    .slice(0, -1)
    .map((type) => `${type.split(/[:/]/).at(-1) ?? ""}$`)
    .join("");

/** With another parent it is another resource. */
export const placed = (name: string, parents = ""): string => parents + name;

/** What happened in a life, as far as exceptions ask for it. */
export class History {
  /** By which stack an object was made; of one that a person made, nobody. */
  readonly madeBy = new Map<ObjectKey, number | "person">();
  /** Objects that a person asked to manage twice. */
  readonly shared = new Set<ObjectKey>();
  /** Objects of which a person asked the state to forget. */
  readonly released = new Set<ObjectKey>();
  /** Objects that a person asked a resource to take over. */
  readonly adopted = new Set<ObjectKey>();
  /** Schedules that a person gave to another user. */
  readonly given = new Set<ObjectKey>();
  /** Objects that a person changed, and that a stack has not read since, by stack. */
  readonly touched = new Map<number, Set<ObjectKey>>();
  /** The stacks of the runs that were cut short, or met a fault. */
  readonly cutStacks = new Set<number>();
  /** The resources that the programs of these runs declared. */
  readonly cutResources = new Set<string>();
  /** A stack got another name, under which the journal does not know what its runs sent. */
  wasRenamed = false;
  /** A run had documented operations. */
  wasDocumented = false;
  /** All objects that there were at some time; undefined before the first command. */
  seen?: ReadonlySet<ObjectKey>;
  /** How many mails an intent led to so far. */
  readonly #mailed = new Map<string, Map<string, number>>();
  /** What states had when a run replaced it. */
  readonly #replaced = new Set<string>();
  readonly disturbances = new Set<Disturbance>();

  /** The intents of a resource, with the number of their mails. */
  mailed(stack: number, type: string, name: string): Map<string, number> {
    const key = `${stack} ${type} ${name}`;
    const known = this.#mailed.get(key) ?? new Map<string, number>();
    this.#mailed.set(key, known);
    return known;
  }

  /** Whether no earlier run has replaced this: one that is killed leaves it in the state. */
  isFirstReplaced({ urn, id, outputs }: Held): boolean {
    const key = JSON.stringify([urn, id, outputs.ranAt]);
    const isFirst = !this.#replaced.has(key);
    this.#replaced.add(key);
    return isFirst;
  }

  /** A run was cut short, or met a fault. */
  get hadCut(): boolean {
    return this.cutStacks.size > 0;
  }

  touch(key: ObjectKey, stacks: readonly number[]): void {
    for (const stack of stacks) {
      const known = this.touched.get(stack) ?? new Set();
      this.touched.set(stack, known.add(key));
    }
  }

  isTouched(stack: number, key: ObjectKey): boolean {
    return this.touched.get(stack)?.has(key) === true;
  }
}
