import { reusesIds } from "../definition/object";
import type { ObjectResource } from "../definition/object";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Journal } from "../journal/journal";
import type { Settings } from "../settings/index";
import type { InstanceIdentity } from "../state/instanceIdentity";
import { contentOfInputs, hashOfNaturalKey, naturalKeyOf } from "../state/likeness";
import { youngAgeMs } from "../state/youngWrite";
import { keyOf } from "./ownership";
import type { Ownership } from "./ownership";

interface KnownResource {
  /** Empty if the engine reported only the inputs. */
  readonly ids: ReadonlySet<string>;
  readonly inputs: Values;
  /** The program of this run declares the resource. A refresh uses names from the state, which can be old. */
  readonly isDeclared: boolean;
  /** What the engine was told when it asked for the differences. It replaces what is the same only to end a replacement. */
  readonly compared?: "replaced" | "changed" | "same";
  /** The URN in the state. Only the plugin gets it. */
  readonly urn?: string;
  /** What the instance already has of the changed inputs. */
  readonly there?: Values;
}

/** What the engine tells of a resource in the state. */
export interface StoredResource {
  resource: Resource;
  id?: string;
  identity?: string;
  urn?: string;
  state: Values;
}

/**
 * The resources of the state that the engine has reported to this process. A create of such a resource replaces its
 * object. With `--replace` and `pulumi state taint`, the engine reports the object only in a refresh.
 */
export class StoredResources {
  readonly #known = new Map<string, KnownResource>();
  /** All resources that the state held when this process began. */
  readonly #atStart = new Set<string>();
  /** The resources that the state held with each object, by its id, by its type and by its natural key. */
  readonly #names = new Map<string, Set<string>>();

  constructor(
    readonly journal: Journal,
    readonly ownership: Ownership,
    readonly settings: Settings,
  ) {}

  /** Notes the inputs that the state holds; undefined if the state does not hold the resource. */
  noteDeclared(resource: Resource, identity: string, inputs: Values | undefined): void {
    if (inputs === undefined) {
      // The engine checks a replacement again as a new resource.
      if (!this.#atStart.has(identity)) this.journal.deletions.settle(identity, this.settings);
      return;
    }
    this.#declare({ resource, identity, state: inputs });
    // A create is identified by its id, because its unfinished replacement can have the same content.
    const { phase, type, content } = this.journal.readIfWhole(identity) ?? {};
    if (phase !== "done" || type !== undefined) return;
    // A restored state does not hold what ran since, and it must not run again.
    if (content === contentOfInputs(resource, inputs)) this.journal.keepForOlderState(identity);
  }

  /**
   * Notes that a resource keeps the object which an earlier run created for it. A saved object that the engine does not
   * report is one that it replaces, or that another resource has now.
   */
  setOriginOfCreated(
    resource: Resource,
    identity: string | undefined,
    old: Values | undefined,
  ): void {
    const { id, savedBy, naturalKey } = this.journal.createOf(identity) ?? {};
    // After a rename, another resource can have the name under which this object was created.
    const isOther =
      old !== undefined &&
      resource.kind === "object" &&
      naturalKey !== undefined &&
      naturalKey !== hashOfNaturalKey(resource, old);
    if (id !== undefined && !isOther && (old !== undefined || savedBy === undefined))
      this.ownership.setKnownOrigin(resource, id);
  }

  /** Notes an object in the state, so that no create takes it for the result of a lost request. */
  noteObject(stored: StoredResource, here: InstanceIdentity): void {
    const { resource, id, identity } = stored;
    if (identity === undefined) return;
    // Ignores ids that were created on another instance.
    const isElsewhere = here.isAnother(stored.state);
    if (isElsewhere) this.drop(identity);
    if (isElsewhere || id === undefined) return;
    if (this.ownership.isDeclared(identity)) this.#declare(stored);
    else {
      this.#noteUndeclared(stored, id, identity);
      this.ownership.noteStored(resource, id, identity);
    }
    // While the instance does not show the object, a new name for it in the program needs the entry.
    if (youngAgeMs(stored.state, this.settings) === undefined)
      this.journal.settleObject(resource.name, id, identity);
    // The object is newer than a request without an answer, so that request created it. An object that was deleted
    // before the request does not count, nor one with another name, which the request was to replace.
    const { phase, idsBefore, naturalKey } = this.journal.createOf(identity) ?? {};
    if (resource.kind !== "object" || phase !== "sending" || idsBefore?.includes(id) === true)
      return;
    if (this.journal.deletions.isDeleted(identity, id)) return;
    const key = hashOfNaturalKey(resource, stored.state);
    if (naturalKey === undefined || naturalKey === key) this.journal.settle(identity);
  }

  willReplace(stored: StoredResource): void {
    const { resource, id, identity } = stored;
    this.#declare(stored, "replaced");
    if (id !== undefined) this.ownership.replace(resource, id, identity);
  }

  /** Adds what the check or the differences of a resource showed. */
  amend(identity: string | undefined, more: Pick<KnownResource, "there" | "compared">): void {
    const known = this.of(identity);
    if (known !== undefined && identity !== undefined)
      this.#known.set(identity, { ...known, ...more });
  }

  /** The successor that an interrupted run created: its id, or else the identity; undefined if there is none left. */
  unfinishedReplacement({ resource, id = "", identity }: StoredResource): string | undefined {
    const earlier = this.journal.createOf(identity);
    if (identity === undefined || earlier === undefined || earlier.id === id) return undefined;
    const successor = earlier.id ?? identity;
    const isSaved = earlier.savedBy !== undefined;
    const isHeld = isSaved && this.ownership.hadAtStart(resource, successor, identity);
    if (!isHeld && !this.settings.confirmAbsent.includes(successor)) {
      // An older state has what the saved replacement deleted. Otherwise another machine has replaced the saved object.
      const isOlder = this.journal.deletions.isOurs(identity, id);
      return isSaved && !isOlder ? undefined : successor;
    }
    this.journal.settle(identity);
    return undefined;
  }

  /** Notes that a resource no longer has this object, which stays on the instance. */
  async noteLeft(resource: Resource, id: string, identity: string | undefined): Promise<void> {
    this.drop(identity);
    this.ownership.setKnownOrigin(resource, id);
    await this.journal.withLock(identity, () => this.journal.removeRequestOf(identity, id));
  }

  async noteDeleted(resource: Resource, id: string, identity: string | undefined): Promise<void> {
    this.ownership.noteDeleted(resource, id);
    for (const name of this.ownership.namesOf(resource, id, identity)) {
      this.drop(name);
      await this.journal.deletions.finish(name, resource.name, id);
    }
  }

  /** Whether an object is deleted, as a person or an earlier run confirmed. A new one can have its id since. */
  isGone(resource: Resource, id: string, identity: string | undefined): boolean {
    if (this.settings.confirmAbsent.includes(id)) return true;
    const isAnother = resource.kind === "object" && reusesIds(resource);
    return !isAnother && this.journal.deletions.isDeleted(identity, id);
  }

  /** Notes a resource that is in the state and in the program. */
  #declare(
    { resource, id, identity, state: inputs }: StoredResource,
    compared?: KnownResource["compared"],
  ): void {
    if (identity === undefined) return;
    const { ids: before, there } = this.#known.get(identity) ?? {};
    const ids = new Set(before);
    if (id !== undefined) {
      ids.add(id);
      // The former name of the resource no longer has the object.
      for (const other of this.#names.get(keyOf(resource, id)) ?? [])
        if (other !== identity && this.of(other)?.isDeclared === false) this.drop(other);
    }
    this.#note(identity, { ids, inputs, isDeclared: true, compared, there });
  }

  /** Notes a resource in the state. The program may have renamed it since. */
  #noteUndeclared(
    { resource, urn, state: inputs }: StoredResource,
    id: string,
    identity: string,
  ): void {
    if (this.#known.get(identity)?.isDeclared === true) return;
    const named = resource.kind === "object" ? [naturalKeyOf(resource, inputs)] : [];
    for (const key of [keyOf(resource, id), resource.name, ...named])
      this.#names.set(key, (this.#names.get(key) ?? new Set()).add(identity));
    // An interrupted replacement leaves two.
    const ids = new Set(this.#known.get(identity)?.ids).add(id);
    this.#note(identity, { ids, inputs, isDeclared: false, urn });
  }

  /** Notes that the resource no longer has its object. */
  drop(identity: string | undefined): void {
    if (identity !== undefined) this.#known.delete(identity);
  }

  of(identity: string | undefined): KnownResource | undefined {
    return identity === undefined ? undefined : this.#known.get(identity);
  }

  /** Whether the state may have the resource under another name. Without its URN, that looks like a replacement. */
  mayBeRenamed(identity: string | undefined): boolean {
    const held = this.of(identity);
    return held?.isDeclared === false && held.urn === undefined;
  }

  /** The resources of the state with this natural key that the program has not declared so far. */
  undeclaredLike(resource: ObjectResource, inputs: Values): KnownResource[] {
    return this.#undeclared(naturalKeyOf(resource, inputs));
  }

  /** The resource that has the object in the state, and that the program has not declared so far. */
  undeclaredHolder(resource: Resource, id: string): KnownResource | undefined {
    return this.#undeclared(keyOf(resource, id)).find(({ ids }) => ids.has(id));
  }

  /** The resources of this type that are in the state and that the program has not declared so far. */
  undeclaredOf(resource: Resource): KnownResource[] {
    return this.#undeclared(resource.name);
  }

  #undeclared(key: string): KnownResource[] {
    return [...(this.#names.get(key) ?? [])]
      .flatMap((name) => this.#known.get(name) ?? [])
      .filter(({ isDeclared }) => !isDeclared);
  }

  #note(identity: string, resource: KnownResource): void {
    this.#atStart.add(identity);
    this.#known.set(identity, resource);
  }
}
