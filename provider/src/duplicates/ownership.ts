import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { EngineNews } from "./engineNews";
import type { RunMemory } from "../journal/runMemory";

interface Ownerships {
  /** The first resource to ask for what only one can have. */
  reservedBy?: string;
  /** The resources that the state holds as this object. */
  holders: Set<string | undefined>;
  /** This process created the object, took it over or deleted it. */
  isAccountedFor: boolean;
  /** A resource took the object over in this run, or adopted it. */
  isTaken: boolean;
  isDeleted: boolean;
  /** The resource that gets another object in its place. */
  replacedFor?: string;
}

/**
 * Which resource of the program is which object, and which of them has what only one can have. Resources go
 * by their identities. Objects go by their ids, and exclusive keys by the words of the definition.
 */
export class Ownership {
  readonly #known = new Map<string, Ownerships>();

  constructor(
    /** What all processes of this command know of an instance. */
    readonly memory?: RunMemory,
    readonly instance = "",
    /** Shows a line while something goes on. */
    show: (line: string) => void = () => undefined,
  ) {
    this.news = new EngineNews(show);
  }

  readonly news: EngineNews;
  readonly #declared = new Set<string | undefined>();

  /** Notes a resource of the program. A refresh asks about resources by names that the program may have changed. */
  declare(identity: string | undefined): void {
    this.#declared.add(identity);
    this.news.fromEngine();
  }

  /** Whether the program of this run has the resource; one that no state will hold has no identity. */
  isDeclared(identity: string | undefined): boolean {
    return identity === undefined || this.#declared.has(identity);
  }

  /** Asks for something that only one resource can have; false where another resource asked first. */
  reserve(resource: Resource, key: string, identity: string | undefined): boolean {
    const known = this.#of(resource, key);
    known.reservedBy ??= identity;
    this.#note(resource, "reserved", key);
    return known.reservedBy === identity;
  }

  /** The exclusive keys of an old state that a resource of the program has now: another one, or also the same one. */
  declaredKeys(resource: Resource, old: Values): string[] {
    return (resource.exclusiveKeys?.(old) ?? []).filter(
      (key) =>
        this.#of(resource, key).reservedBy !== undefined ||
        this.#isNoted(resource, "reserved", key),
    );
  }

  /** The exclusive keys of an old state that another resource of the program has now. */
  ownedElsewhere(resource: Resource, old: Values, identity: string | undefined): string[] {
    return this.declaredKeys(resource, old).filter((key) => {
      const { reservedBy } = this.#of(resource, key);
      return reservedBy !== undefined && reservedBy !== identity;
    });
  }

  /** Notes that the state holds a resource as this object; false where it holds another one as the same. */
  hold(resource: Resource, id: string, identity: string | undefined): boolean {
    if (!canBeShared(resource) || !this.#declared.has(identity)) return true;
    this.news.fromEngine();
    const { holders } = this.#of(resource, id);
    if (!holders.has(identity)) this.#noteHolder(resource, id, identity, true);
    holders.add(identity);
    return !this.isHeldElsewhere(resource, id, identity);
  }

  /** Whether another resource of the program asks to adopt this object. */
  isAdoptedElsewhere(resource: Resource, id: string, identity: string | undefined): boolean {
    if (!canBeShared(resource)) return false;
    const { reservedBy } = this.#of(resource, id);
    return reservedBy === undefined ? this.isAdopted(resource, id) : reservedBy !== identity;
  }

  /** Asks to adopt an object; false where another resource asked first. */
  adopt(resource: Resource, id: string, identity: string | undefined): boolean {
    this.#note(resource, "adopted", id);
    return this.reserve(resource, id, identity);
  }

  /** Whether a resource of the program asks to adopt this object: also where a replacement would delete it first. */
  isAdopted(resource: Resource, id: string): boolean {
    return canBeShared(resource) && this.#isNoted(resource, "adopted", id);
  }

  /** Notes by what name the state has a resource: of one that is replaced, Pulumi deletes the object by that name. */
  noteFormer(resource: Resource, id: string, former: unknown, identity: string | undefined): void {
    if (typeof former === "string" && identity !== undefined && former !== identity)
      this.memory?.setValue(this.#formerOf(resource, id, former), identity, true);
  }

  /** Notes that a resource is this object no more; true where another resource still is. */
  leave(resource: Resource, id: string, identity: string | undefined): boolean {
    const { holders } = this.#of(resource, id);
    for (const now of this.memory?.valuesOf(this.#formerOf(resource, id, identity)) ?? []) {
      this.#noteHolder(resource, id, now, false);
      holders.delete(now);
    }
    // Before the question, or two providers that leave at the same time would both leave it to the other.
    this.#noteHolder(resource, id, identity, false);
    holders.delete(identity);
    return this.isHeldElsewhere(resource, id, identity);
  }

  /** Notes that a resource gets another object. Pulumi deletes this one by the name that the state has. */
  replace(resource: Resource, id: string, identity: string | undefined): void {
    this.leave(resource, id, identity);
    this.accountFor(resource, id);
    this.#of(resource, id).replacedFor = identity;
  }

  /** By which names a resource that has this object is known, where one of them is deleted. */
  namesOf(resource: Resource, id: string, identity: string | undefined): (string | undefined)[] {
    const { replacedFor = identity } = this.#of(resource, id);
    return replacedFor === identity ? [identity] : [identity, replacedFor];
  }

  /** Notes that a resource is this object now: what it was before, a replacement deletes. */
  become(resource: Resource, id: string, identity: string | undefined): void {
    const before = `${resource.name} `;
    for (const [key, { holders }] of this.#known) {
      const other = key.slice(before.length);
      if (!key.startsWith(before) || other === id || !holders.delete(identity)) continue;
      this.#noteHolder(resource, other, identity, false);
    }
  }

  /**
   * Notes an object that a resource took over or adopted in this run. A delete of it would be about an old state of
   * the same object.
   */
  keep(resource: Resource, id: string): void {
    this.#of(resource, id).isTaken = true;
    this.#note(resource, "taken", id);
    this.accountFor(resource, id);
  }

  /** Whether a resource took an object over in this run, or adopted it. */
  isKept(resource: Resource, id: string): boolean {
    if (!canBeShared(resource)) return false;
    return this.#of(resource, id).isTaken || this.#isNoted(resource, "taken", id);
  }

  /** Notes an object that is gone, as this run deleted it: a second resource of the state may have been it, too. */
  noteDeleted(resource: Resource, id: string): void {
    this.#of(resource, id).isDeleted = true;
    this.#note(resource, "deleted", id);
  }

  wasDeleted(resource: Resource, id: string): boolean {
    return this.#of(resource, id).isDeleted || this.#isNoted(resource, "deleted", id);
  }

  /** Notes an object that this process knows the origin of: no lost request can have created it. */
  accountFor(resource: Resource, id: string): void {
    this.#of(resource, id).isAccountedFor = true;
    this.news.fromHere();
  }

  /** Whether the state holds another resource of the program as this object. */
  isHeldElsewhere(resource: Resource, id: string, identity: string | undefined): boolean {
    const { holders } = this.#of(resource, id);
    return (
      [...holders].some((holder) => holder !== identity) ||
      (this.memory?.valuesOf(this.#holdersOf(resource, id)) ?? []).some(
        (holder) => holder !== (identity ?? ""),
      )
    );
  }

  /** Whether no resource of the program is known to be this object. */
  isFree(resource: Resource, id: string): boolean {
    const { isAccountedFor, holders } = this.#of(resource, id);
    return !isAccountedFor && holders.size === 0 && !this.isHeldElsewhere(resource, id, undefined);
  }

  /** Notes that the state holds a resource as this object, by whatever name the program has it. */
  see(resource: Resource, id: string, identity: string): void {
    this.#note(resource, "held", id, identity);
    this.memory?.setValue(this.#objectsOf(resource, identity), id, true);
  }

  /** Notes that this object is gone: nothing replaces it. */
  noteGone(resource: Resource, id: string, identity: string | undefined): void {
    if (identity !== undefined)
      this.memory?.setValue(this.#objectsOf(resource, identity), id, false);
  }

  /**
   * The objects that a resource of this name had when the command began, also where another process was told, and that
   * no other resource has now.
   */
  seenAs(resource: Resource, identity: string | undefined): string[] {
    if (identity === undefined) return [];
    const seen = this.memory?.valuesOf(this.#objectsOf(resource, identity)) ?? [];
    return seen.filter((id) => !this.isHeldElsewhere(resource, id, identity));
  }

  /** Whether the state held a resource as this object when the command began. */
  hasSeen(resource: Resource, id: string, identity: string | undefined): boolean {
    return identity !== undefined && this.#isNoted(resource, "held", id, identity);
  }

  /** Several providers of a program can be on one instance, each in a process of its own. */
  #noteHolder(
    resource: Resource,
    id: string,
    identity: string | undefined,
    isHolder: boolean,
  ): void {
    this.memory?.setValue(this.#holdersOf(resource, id), identity ?? "", isHolder);
  }

  #objectsOf = ({ name }: Resource, identity: string) => [
    ...[this.instance, name, "objects", identity],
  ];

  #holdersOf = ({ name }: Resource, id: string) => [this.instance, name, "holders", id];

  #formerOf = ({ name }: Resource, id: string, identity = "") => [
    ...[this.instance, name, "former", id, identity],
  ];

  #note(resource: Resource, ...what: string[]): void {
    this.memory?.note([this.instance, resource.name, ...what]);
  }

  #isNoted(resource: Resource, ...what: string[]): boolean {
    return this.memory?.has([this.instance, resource.name, ...what]) === true;
  }

  #of(resource: Resource, name: string): Ownerships {
    const key = `${resource.name} ${name}`;
    const known = this.#known.get(key) ?? {
      holders: new Set(),
      isAccountedFor: false,
      isTaken: false,
      isDeleted: false,
    };
    this.#known.set(key, known);
    return known;
  }
}

/** Whether two resources can turn out to be one object: exclusive keys are checked, and an action has no object. */
function canBeShared({ exclusiveKeys, kind }: Resource): boolean {
  return exclusiveKeys === undefined && kind === "object";
}
