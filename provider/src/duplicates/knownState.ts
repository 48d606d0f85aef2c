import type { Values } from "../definition/values";

/** A resource as the state of this run holds it. */
export interface HeldResource {
  /** Empty where the engine told only the inputs. */
  readonly ids: ReadonlySet<string>;
  readonly inputs: Values;
  /** Whether the program of this run has the resource: a refresh asks by names that the program may have changed. */
  readonly isDeclared: boolean;
  /** The program asks for what needs another object. */
  readonly needsNew: boolean;
}

/**
 * What the state of this run holds, as far as the engine told this process: a create of such a resource replaces
 * its object. With `--replace` and `pulumi state taint`, the engine tells nothing of that but by a refresh.
 */
export class KnownState {
  readonly #held = new Map<string, HeldResource>();
  /** Resources that the state held when this process began. */
  readonly #before = new Set<string>();

  /** The state holds a resource with these inputs, as the program declares it. */
  declare(identity: string, inputs: Values, id?: string, needsNew = false): void {
    if (id !== undefined) this.#leaveElsewhere(identity, id);
    const ids = [...(this.#held.get(identity)?.ids ?? []), ...(id === undefined ? [] : [id])];
    this.#note(identity, { ids: new Set(ids), inputs, isDeclared: true, needsNew });
  }

  /** The state holds a resource by this name, which the program may have changed since. */
  see(identity: string, inputs: Values, id: string): void {
    if (this.#held.get(identity)?.isDeclared === true) return;
    this.#note(identity, { ids: new Set([id]), inputs, isDeclared: false, needsNew: false });
  }

  /** The resource has its object no more. */
  forget(identity: string | undefined): void {
    if (identity !== undefined) this.#held.delete(identity);
  }

  of(identity: string | undefined): HeldResource | undefined {
    return identity === undefined ? undefined : this.#held.get(identity);
  }

  /** Whether the state held the resource when this process began. */
  hasHeld(identity: string): boolean {
    return this.#before.has(identity);
  }

  #note(identity: string, held: HeldResource): void {
    this.#before.add(identity);
    this.#held.set(identity, held);
  }

  /** The object has another name in the program. */
  #leaveElsewhere(identity: string, id: string): void {
    for (const [other, { ids, isDeclared }] of this.#held) {
      if (other !== identity && !isDeclared && ids.has(id)) this.#held.delete(other);
    }
  }
}
