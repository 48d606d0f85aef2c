import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Journal } from "../journal/journal";
import type { Settings } from "../settings/index";
import { contentOfInputs } from "../state/content";
import type { InstanceIdentity } from "../state/instanceIdentity";
import type { KnownState } from "./knownState";
import type { Ownership } from "./ownership";

/** A resource as the state holds it. */
interface StoredResource {
  resource: Resource;
  id?: string;
  identity?: string;
  state: Values;
}

/** Settles what the journal remembers by what the engine tells of the state. */
export class StoredResources {
  constructor(
    readonly state: KnownState,
    readonly journal: Journal,
    readonly ownership: Ownership,
    readonly settings: Settings,
  ) {}

  /** The state holds these inputs, or nothing of the resource: the journal no longer needs to remember them. */
  declared(resource: Resource, identity: string, inputs: Values | undefined): void {
    // The program has this resource: what an earlier run created for it is no duplicate of another one.
    const { id } = this.journal.createOf(identity) ?? {};
    if (id !== undefined) this.ownership.accountFor(resource, id);
    if (inputs === undefined) {
      // A replacement is checked once more as if it were new.
      if (!this.state.hasHeld(identity)) this.journal.deletions.settle(identity);
      return;
    }
    this.state.declare(identity, inputs);
    // A create is known by its id: the same content can be that of its unfinished replacement.
    this.journal.settleIf(
      identity,
      ({ content, type }) => type === undefined && content === contentOfInputs(resource, inputs),
    );
  }

  /** The state holds this object: no create must take it for the result of a lost request. */
  object({ resource, id, identity, state }: StoredResource, here: InstanceIdentity): void {
    if (identity === undefined) return;
    // Ignores ids that were created on another instance.
    if (here.isAnother(state)) {
      this.state.forget(identity);
      return;
    }
    if (id === undefined) return;
    if (this.ownership.isDeclared(identity)) this.state.declare(identity, state, id);
    else {
      this.state.see(identity, state, id);
      this.ownership.see(resource, id, identity);
    }
    this.journal.settleObject(resource.name, id, identity);
    // The object came after the request that nothing more is known of: it is what that created, unless it was deleted
    // before that.
    if (this.journal.deletions.isDone(identity, id)) return;
    const { phase, idsBefore } = this.journal.createOf(identity) ?? {};
    if (phase === "sending" && idsBefore?.includes(id) !== true) this.journal.settle(identity);
  }

  /** The program asks for what needs another object. */
  willReplace({ id, identity, state }: StoredResource): void {
    if (identity !== undefined) this.state.declare(identity, state, id, true);
  }

  /**
   * What an interrupted run created, or may have created, as the successor of an object that the state still holds:
   * its id, or the identity where that is not known. Undefined where there is none, or a person says that it is gone.
   */
  unfinishedReplacement({ resource, id, identity }: StoredResource): string | undefined {
    const earlier = identity === undefined ? undefined : this.journal.createOf(identity);
    if (identity === undefined || earlier === undefined || earlier.id === id) return undefined;
    const successor = earlier.id ?? identity;
    // What the engine saved is in this state, unless a run that hung meanwhile, or a person, put back an older one.
    const isSaved =
      earlier.savedBy !== undefined && this.ownership.hasSeen(resource, successor, identity);
    if (!isSaved && !this.settings.confirmAbsent.includes(successor)) return successor;
    this.journal.settle(identity);
    return undefined;
  }

  /** A resource has this object no more, which stays. */
  async left(resource: Resource, id: string, identity: string | undefined): Promise<void> {
    this.state.forget(identity);
    this.ownership.accountFor(resource, id);
    await this.journal.withLock(identity, () => this.journal.forget(identity, id));
  }

  /** The object is gone, on purpose. */
  async deleted(resource: Resource, id: string, identity: string | undefined): Promise<void> {
    this.ownership.accountFor(resource, id);
    for (const name of this.ownership.namesOf(resource, id, identity)) {
      this.state.forget(name);
      await this.journal.deletions.finish(name, id);
    }
  }

  /** Whether an object is gone, because a person says so or an earlier run deleted it. */
  isGone(id: string, identity: string | undefined): boolean {
    return this.settings.confirmAbsent.includes(id) || this.journal.deletions.isDone(identity, id);
  }
}
