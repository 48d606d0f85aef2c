import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";

/** An object in the state. Objects of several types can have the same id. */
interface KnownObject {
  readonly resource: Resource;
  readonly id: string;
}

/** A resource in the state of this run. */
interface KnownResource {
  /** Empty if the engine reported only the inputs. */
  readonly ids: ReadonlySet<string>;
  readonly inputs: Values;
  /**
   * Whether the program of this run declares the resource. A refresh uses names from the state, which the program may
   * have changed.
   */
  readonly isDeclared: boolean;
  /** The changed inputs need a new object. */
  readonly needsReplacement: boolean;
  /** The URN in the state. Only the plugin gets it. */
  readonly urn?: string;
}

/**
 * The resources of the state that the engine has reported to this process. A create of such a resource replaces its
 * object. With `--replace` and `pulumi state taint`, the engine reports the object only in a refresh.
 */
export class KnownState {
  readonly #known = new Map<string, KnownResource>();
  /** All resources that the state held when this process began. */
  readonly #atStart = new Set<string>();
  /** The resources that the state held with each object. */
  readonly #namesOf = new Map<string, Set<string>>();

  /** Notes a resource that is in the state and in the program. */
  declare(identity: string, inputs: Values, object?: KnownObject, needsReplacement = false): void {
    if (object !== undefined) this.#leaveElsewhere(identity, object);
    const ids = this.#known.get(identity)?.ids ?? [];
    this.#note(identity, {
      ids: new Set(object === undefined ? ids : [...ids, object.id]),
      inputs,
      isDeclared: true,
      needsReplacement,
    });
  }

  /** Notes a resource in the state. The program may have renamed it since. */
  noteStored(identity: string, inputs: Values, object: KnownObject, urn?: string): void {
    if (this.#known.get(identity)?.isDeclared === true) return;
    const key = keyOf(object);
    this.#namesOf.set(key, (this.#namesOf.get(key) ?? new Set()).add(identity));
    this.#note(identity, {
      ids: new Set([object.id]),
      inputs,
      isDeclared: false,
      needsReplacement: false,
      urn,
    });
  }

  /** Notes that the resource no longer has its object. */
  forget(identity: string | undefined): void {
    if (identity !== undefined) this.#known.delete(identity);
  }

  of(identity: string | undefined): KnownResource | undefined {
    return identity === undefined ? undefined : this.#known.get(identity);
  }

  /** Whether the state held the resource when this process began. */
  hadAtStart(identity: string): boolean {
    return this.#atStart.has(identity);
  }

  /** The resource that has the object in the state, and that the program has not declared so far. */
  undeclaredHolder(resource: Resource, id: string): KnownResource | undefined {
    const names = this.#namesOf.get(keyOf({ resource, id })) ?? [];
    return [...names]
      .flatMap((name) => this.#known.get(name) ?? [])
      .find(({ isDeclared, ids }) => !isDeclared && ids.has(id));
  }

  #note(identity: string, resource: KnownResource): void {
    this.#atStart.add(identity);
    this.#known.set(identity, resource);
  }

  /** Removes the object from the former name of its resource. */
  #leaveElsewhere(identity: string, object: KnownObject): void {
    for (const other of this.#namesOf.get(keyOf(object)) ?? []) {
      if (other !== identity && this.#known.get(other)?.isDeclared === false)
        this.#known.delete(other);
    }
  }
}

const keyOf = ({ resource, id }: KnownObject): string => `${resource.name} ${id}`;
