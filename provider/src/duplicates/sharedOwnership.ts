import type { Resource } from "../definition/resource";
import { RunMemory } from "../journal/runMemory";

/** What the processes of a command tell each other about objects: several providers of a program can use one instance. */
export class SharedOwnership {
  constructor(
    /** Without an engine, this process remembers for itself. */
    readonly memory = new RunMemory(() => undefined),
    readonly instance = "",
  ) {}

  note(resource: Resource, ...what: string[]): void {
    this.memory.note(this.#key(resource, ...what));
  }

  isNoted(resource: Resource, ...what: string[]): boolean {
    return this.memory.has(this.#key(resource, ...what));
  }

  setManager(
    resource: Resource,
    id: string,
    identity: string | undefined,
    isManager: boolean,
  ): void {
    this.memory.setValue(this.#key(resource, "managers", id), identity ?? "", isManager);
  }

  managersOf(resource: Resource, id: string): readonly string[] {
    return this.memory.valuesOf(this.#key(resource, "managers", id));
  }

  /** Notes whether a resource had this object when the command began. */
  setObject(resource: Resource, identity: string, id: string, isThere: boolean): void {
    this.memory.setValue(this.#key(resource, "objects", identity), id, isThere);
  }

  objectsOf(resource: Resource, identity: string): readonly string[] {
    return this.memory.valuesOf(this.#key(resource, "objects", identity));
  }

  /** Notes that the resource with an object has another identity now. */
  rename(resource: Resource, id: string, former: string, identity: string): void {
    this.memory.setValue(this.#key(resource, "former", id, former), identity, true);
  }

  /** The identities that the resource with an object got instead of this one. */
  renamedTo(resource: Resource, id: string, former = ""): readonly string[] {
    return this.memory.valuesOf(this.#key(resource, "former", id, former));
  }

  #key({ name }: Resource, ...what: string[]): string[] {
    return [this.instance, name, ...what];
  }
}
