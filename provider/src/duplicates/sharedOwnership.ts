import type { Resource } from "../definition/resource";
import type { RunMemory } from "../journal/runMemory";

/** What the processes of a command tell each other about objects: several providers of a program can use one instance. */
export class SharedOwnership {
  constructor(
    readonly memory: RunMemory | undefined,
    readonly instance: string,
  ) {}

  note(resource: Resource, ...what: string[]): void {
    this.memory?.note([this.instance, resource.name, ...what]);
  }

  isNoted(resource: Resource, ...what: string[]): boolean {
    return this.memory?.has([this.instance, resource.name, ...what]) === true;
  }

  setManager(
    resource: Resource,
    id: string,
    identity: string | undefined,
    isManager: boolean,
  ): void {
    this.memory?.setValue(this.#managers(resource, id), identity ?? "", isManager);
  }

  managersOf(resource: Resource, id: string): readonly string[] {
    return this.memory?.valuesOf(this.#managers(resource, id)) ?? [];
  }

  /** Notes whether a resource had this object when the command began. */
  setObject(resource: Resource, identity: string, id: string, isThere: boolean): void {
    this.memory?.setValue(this.#objects(resource, identity), id, isThere);
  }

  objectsOf(resource: Resource, identity: string): readonly string[] {
    return this.memory?.valuesOf(this.#objects(resource, identity)) ?? [];
  }

  /** Notes that the resource with an object has another identity now. */
  rename(resource: Resource, id: string, former: string, identity: string): void {
    this.memory?.setValue(this.#formerOf(resource, id, former), identity, true);
  }

  /** The identities that the resource with an object got instead of this one. */
  renamedTo(resource: Resource, id: string, former = ""): readonly string[] {
    return this.memory?.valuesOf(this.#formerOf(resource, id, former)) ?? [];
  }

  #managers = ({ name }: Resource, id: string) => [this.instance, name, "managers", id];

  #objects = ({ name }: Resource, identity: string) => [this.instance, name, "objects", identity];

  #formerOf = ({ name }: Resource, id: string, former: string) => [
    ...[this.instance, name, "former", id, former],
  ];
}
