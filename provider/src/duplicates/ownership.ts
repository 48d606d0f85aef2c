import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { QuietPeriod } from "./quietPeriod";
import { RunMemory } from "../process/runMemory";

/** What is noted of an object, of an exclusive key, and of an identity. */
type Fact =
  | ("adopted" | "deleted" | "former" | "gone" | "kept" | "knownOrigin" | "managers" | "stored")
  | "reserved"
  | ("managed" | "objects");

/** Knows which resource (by its identity) manages which object (by its id), and which has which exclusive key. */
export class Ownership {
  readonly quietPeriod: QuietPeriod;
  /** A check of this run failed, so the engine may not tell of all resources of the program. */
  hasRefused = false;
  readonly #declared = new Set<string | undefined>();
  /** The first resource that asked for each exclusive key or object. */
  readonly #reservedBy = new Map<string, string | undefined>();
  /** The resources that get another object instead of each of these. */
  readonly #replacedFor = new Map<string, string | undefined>();

  constructor(
    /** Shared by the processes of a command. Without an engine, this process remembers for itself. */
    readonly memory = new RunMemory(() => undefined),
    readonly instance: string,
    show: (line: string) => void,
  ) {
    this.quietPeriod = new QuietPeriod(show);
  }

  /** Notes a resource of the program. A refresh uses names from the state, which the program may have changed. */
  declare(identity: string | undefined): void {
    this.#declared.add(identity);
    this.quietPeriod.noteEngine();
  }

  /** Whether this run has told of a resource of the program. */
  get hasProgram(): boolean {
    return this.#declared.size > 0;
  }

  /** Whether the program of this run declares the resource. A stateless resource has no identity. */
  isDeclared(identity: string | undefined): boolean {
    return identity === undefined || this.#declared.has(identity);
  }

  /** Reserves an exclusive key or an object; false if another resource reserved it first. */
  reserve(resource: Resource, key: string, identity: string | undefined): boolean {
    const name = keyOf(resource, key);
    const first = this.#reservedBy.get(name) ?? identity;
    this.#reservedBy.set(name, first);
    this.#note([resource, "reserved", key], identity);
    return first === identity;
  }

  /** The exclusive keys of an old state that any resource of the program declares now. */
  declaredKeys(resource: Resource, old: Values): string[] {
    const keys = resource.exclusiveKeys?.(old) ?? [];
    return keys.filter((key) => this.#isNoted(resource, "reserved", key));
  }

  /** The exclusive keys of an old state that another resource of the program declares now. */
  ownedElsewhere(resource: Resource, old: Values, identity: string | undefined): string[] {
    const keys = resource.exclusiveKeys?.(old) ?? [];
    return keys.filter((key) =>
      this.#valuesOf(resource, "reserved", key).some((one) => one !== (identity ?? "")),
    );
  }

  /** Notes that a resource manages this object in the state; false if another resource manages it, too. */
  noteManager(resource: Resource, id: string, identity: string | undefined): boolean {
    if (!canBeShared(resource) || !this.#declared.has(identity)) return true;
    this.quietPeriod.noteEngine();
    this.#note([resource, "managers", id], identity);
    this.#note([resource, "managed", identity ?? ""], id);
    return !this.isManagedElsewhere(resource, id, identity);
  }

  /**
   * Whether the program goes on with this object under the same identity. A replacement would have left it. After
   * `pulumi state rename`, another entry of the state can have the identity of a dynamic resource, too.
   */
  goesOn(resource: Resource, id: string, identity: string | undefined): boolean {
    return this.#valuesOf(resource, "managers", id).includes(identity ?? "");
  }

  isAdoptedElsewhere(resource: Resource, id: string, identity: string | undefined): boolean {
    if (!canBeShared(resource)) return false;
    const reservedBy = this.#reservedBy.get(keyOf(resource, id));
    return reservedBy === undefined ? this.isAdopted(resource, id) : reservedBy !== identity;
  }

  /** Notes the adoption of an object; false if another resource adopts it first. */
  adopt(resource: Resource, id: string, identity: string | undefined): boolean {
    this.#note([resource, "adopted", id]);
    return this.reserve(resource, id, identity);
  }

  /** Whether a resource of the program adopts this object, even if a replacement would delete it first. */
  isAdopted(resource: Resource, id: string): boolean {
    return canBeShared(resource) && this.#isNoted(resource, "adopted", id);
  }

  /** Notes the former identity of a renamed resource, under which Pulumi deletes the old object of a replacement. */
  noteFormer(resource: Resource, id: string, former: unknown, identity: string | undefined): void {
    if (typeof former === "string" && identity !== undefined && former !== identity)
      this.#note([resource, "former", id, former], identity);
  }

  /** Notes that a resource no longer manages this object; true if another resource still does. */
  noteLeft(resource: Resource, id: string, identity: string | undefined): boolean {
    const former = this.#valuesOf(resource, "former", id, identity ?? "");
    // Before the check below. Otherwise two providers that leave at the same time would both keep the object.
    for (const one of [...former, identity]) this.#note([resource, "managers", id], one, false);
    return this.isManagedElsewhere(resource, id, identity);
  }

  /** Notes that a resource gets another object. Pulumi deletes this object under the identity in the state. */
  replace(resource: Resource, id: string, identity: string | undefined): void {
    this.noteLeft(resource, id, identity);
    this.setKnownOrigin(resource, id);
    this.#replacedFor.set(keyOf(resource, id), identity);
  }

  /** The identities of a resource with this object, when one of them is deleted. */
  namesOf(resource: Resource, id: string, identity: string | undefined): (string | undefined)[] {
    return [...new Set([identity, this.#replacedFor.get(keyOf(resource, id)) ?? identity])];
  }

  /** Notes that a resource manages this object now. A replacement deletes its earlier object. */
  noteCurrent(resource: Resource, id: string, identity: string | undefined): void {
    for (const other of this.#valuesOf(resource, "managed", identity ?? ""))
      if (other !== id) this.#note([resource, "managers", other], identity, false);
  }

  /** Notes an object that this run took over or adopted. A later delete of it comes from an outdated state. */
  keep(resource: Resource, id: string): void {
    this.#note([resource, "kept", id]);
    this.setKnownOrigin(resource, id);
  }

  isKept(resource: Resource, id: string): boolean {
    return canBeShared(resource) && this.#isNoted(resource, "kept", id);
  }

  /** Notes that this run deleted an object. A second resource of the state may have managed it, too. */
  noteDeleted(resource: Resource, id: string): void {
    this.setKnownOrigin(resource, id);
    this.#note([resource, "deleted", id]);
  }

  wasDeleted(resource: Resource, id: string): boolean {
    return this.#isNoted(resource, "deleted", id);
  }

  /** Notes an object with a known origin. A lost request cannot have created it. */
  setKnownOrigin(resource: Resource, id: string): void {
    this.#note([resource, "knownOrigin", id]);
    this.quietPeriod.noteOwnWork();
  }

  isManagedElsewhere(resource: Resource, id: string, identity: string | undefined): boolean {
    return this.#valuesOf(resource, "managers", id).some((one) => one !== (identity ?? ""));
  }

  /** Whether no known resource of the program manages this object. */
  isFree(resource: Resource, id: string): boolean {
    // Several provider processes of a program can create on one instance.
    return (
      !this.#isNoted(resource, "knownOrigin", id) &&
      this.#valuesOf(resource, "managers", id).length === 0
    );
  }

  /** Notes that the state has this object for a resource, even if the program renamed the resource. */
  noteStored(resource: Resource, id: string, identity: string): void {
    this.#note([resource, "objects", identity], id);
    this.#note([resource, "stored", id]);
  }

  /** Whether the state has this object, according to any process of this command. */
  isStored(resource: Resource, id: string): boolean {
    return this.#isNoted(resource, "stored", id) && !this.#isNoted(resource, "gone", id);
  }

  /** Notes that this object no longer exists, so no create replaces it. */
  noteGone(resource: Resource, id: string): void {
    this.#note([resource, "gone", id]);
  }

  /** The objects of a resource when the command began that are not gone, and that no other resource has now. */
  objectsAtStart(resource: Resource, identity: string | undefined): string[] {
    if (identity === undefined) return [];
    return this.#valuesOf(resource, "objects", identity).filter(
      (id) =>
        !this.#isNoted(resource, "gone", id) && !this.isManagedElsewhere(resource, id, identity),
    );
  }

  /** Whether the resource had this object when the command began. */
  hadAtStart(resource: Resource, id: string, identity: string | undefined): boolean {
    return identity !== undefined && this.#valuesOf(resource, "objects", identity).includes(id);
  }

  /** Notes a fact, with a value if it can have several. */
  #note([{ name }, ...what]: [Resource, Fact, ...string[]], value = "", isSo = true): void {
    this.memory.setValue([this.instance, name, ...what], value, isSo);
  }

  #isNoted(resource: Resource, ...what: [Fact, ...string[]]): boolean {
    return this.#valuesOf(resource, ...what).length > 0;
  }

  #valuesOf({ name }: Resource, ...what: [Fact, ...string[]]): readonly string[] {
    return this.memory.valuesOf([this.instance, name, ...what]);
  }
}

/** Objects of several types can have the same id. */
export const keyOf = ({ name }: Resource, what: string): string => `${name} ${what}`;

/** Whether two resources can manage the same object. Exclusive keys are checked separately. */
function canBeShared({ exclusiveKeys, kind }: Resource): boolean {
  return exclusiveKeys === undefined && kind === "object";
}
