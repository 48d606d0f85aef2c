import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Journal } from "../journal/journal";
import type { Settings } from "../settings/index";
import { contentOfInputs } from "../state/content";
import type { InstanceIdentity } from "../state/instanceIdentity";
import type { KnownState } from "./knownState";
import type { Ownership } from "./ownership";

/** A resource in the state. */
interface StoredResource {
  resource: Resource;
  id?: string;
  identity?: string;
  urn?: string;
  state: Values;
}

/** Settles journal entries whose results are in the state that the engine reports. */
export class StoredResources {
  constructor(
    readonly knownState: KnownState,
    readonly journal: Journal,
    readonly ownership: Ownership,
    readonly settings: Settings,
  ) {}

  /** Notes the inputs that the state holds; undefined if the state does not hold the resource. */
  noteDeclared(resource: Resource, identity: string, inputs: Values | undefined): void {
    // The program declares this resource. The object that an earlier run created for it is no duplicate of another one.
    const { id } = this.journal.createOf(identity) ?? {};
    if (id !== undefined) this.ownership.accountFor(resource, id);
    if (inputs === undefined) {
      // The engine checks a replacement again as a new resource.
      if (!this.knownState.hadAtStart(identity))
        this.journal.deletions.settle(identity, this.settings.visibilityDelaySeconds);
      return;
    }
    this.knownState.declare(identity, inputs);
    // A create is identified by its id, because its unfinished replacement can have the same content.
    this.journal.settleIf(
      identity,
      ({ content, type }) => type === undefined && content === contentOfInputs(resource, inputs),
    );
  }

  /** Notes an object in the state, so that no create takes it for the result of a lost request. */
  noteObject({ resource, id, identity, urn, state }: StoredResource, here: InstanceIdentity): void {
    if (identity === undefined) return;
    // Ignores ids that were created on another instance.
    if (here.isAnother(state)) {
      this.knownState.forget(identity);
      return;
    }
    if (id === undefined) return;
    const object = { resource, id };
    if (this.ownership.isDeclared(identity)) this.knownState.declare(identity, state, object);
    else {
      this.knownState.noteStored(identity, state, object, urn);
      this.ownership.noteStored(resource, id, identity);
    }
    this.journal.settleObject(resource.name, id, identity);
    // The object is newer than a request without an answer, so that request created it. An object that was deleted
    // before the request does not count.
    if (this.journal.deletions.isDeleted(identity, id)) return;
    const { phase, idsBefore } = this.journal.createOf(identity) ?? {};
    if (phase === "sending" && idsBefore?.includes(id) !== true) this.journal.settle(identity);
  }

  /** Notes that the changed inputs need a new object. */
  willReplace({ resource, id, identity, state }: StoredResource): void {
    const object = id === undefined ? undefined : { resource, id };
    if (identity !== undefined) this.knownState.declare(identity, state, object, true);
  }

  /**
   * The id of the successor that an interrupted run created, or the identity if the id is not known. Undefined if
   * there is none, or a person confirmed that it is deleted.
   */
  unfinishedReplacement({ resource, id, identity }: StoredResource): string | undefined {
    const earlier = identity === undefined ? undefined : this.journal.createOf(identity);
    if (identity === undefined || earlier === undefined || earlier.id === id) return undefined;
    const successor = earlier.id ?? identity;
    // An object that the engine saved is in this state, unless an older state replaced that state.
    const isSaved =
      earlier.savedBy !== undefined && this.ownership.hadAtStart(resource, successor, identity);
    if (!isSaved && !this.settings.confirmAbsent.includes(successor)) return successor;
    this.journal.settle(identity);
    return undefined;
  }

  /** Notes that a resource no longer has this object, which stays on the instance. */
  async noteLeft(resource: Resource, id: string, identity: string | undefined): Promise<void> {
    this.knownState.forget(identity);
    this.ownership.accountFor(resource, id);
    await this.journal.withLock(identity, () => this.journal.forget(identity, id));
  }

  /** Notes that a delete succeeded. */
  async noteDeleted(resource: Resource, id: string, identity: string | undefined): Promise<void> {
    this.ownership.accountFor(resource, id);
    for (const name of this.ownership.namesOf(resource, id, identity)) {
      this.knownState.forget(name);
      await this.journal.deletions.finish(name, { type: resource.name, id });
    }
  }

  /** Whether a person confirmed that an object is deleted, or an earlier run deleted it. */
  isGone(id: string, identity: string | undefined): boolean {
    return (
      this.settings.confirmAbsent.includes(id) || this.journal.deletions.isDeleted(identity, id)
    );
  }
}
