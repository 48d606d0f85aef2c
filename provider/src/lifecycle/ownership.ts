import type { Resource } from "../definition/define";

/** Which resources of a program were seen to be which object; what has claims has them checked. */
export class Ownership {
  readonly #objects = new Map<string, Set<string | undefined>>();

  /** Notes that a resource is this object; false where another one is, too. */
  isOnly(resource: Resource, id: string, identity: string | undefined): boolean {
    return this.#of(resource, id).add(identity).size === 1;
  }

  /** Notes that a resource is this object no more; whether another one still is. */
  left(resource: Resource, id: string, identity: string | undefined): boolean {
    const selves = this.#of(resource, id);
    return selves.delete(identity) && selves.size > 0;
  }

  #of(resource: Resource, id: string): Set<string | undefined> {
    const key = `${resource.name} ${id}`;
    const known = this.#objects.get(key) ?? new Set();
    if (resource.claims === undefined && resource.action === undefined) {
      this.#objects.set(key, known);
    }
    return known;
  }
}
