import { verbsOf } from "../definition/object";
import type { ObjectResource } from "../definition/object";
import { get } from "../definition/paths";
import type { Resource } from "../definition/resource";
import { holdsUnknown } from "../definition/unknowns";
import type { Values } from "../definition/values";
import type { Instance } from "../platform/instance";
import type { Settings } from "../settings/index";
import { PlatformError } from "../wire/errors";
import { adopted } from "./adoption";
import { differingPaths } from "./compare";
import { contentOfInputs } from "./content";
import { Journal } from "./journal";
import type { JournalEntry } from "./journal";
import { KeyedMutex } from "./keyedMutex";
import * as messages from "./messages";
import type { Ownership } from "./ownership";
import { notCompared, Witness } from "./witness";
import type { CreatedObject, CreateRequest } from "./witness";

/** The objects that a create will find with its content, and the inputs that were not compared. */
export interface Twins {
  ids: readonly string[];
  notCompared: readonly string[];
}

const noTwins: Twins = { ids: [], notCompared: [] };

/**
 * Creates an object once, whatever becomes of the answer, the provider or the engine: what matches is noted
 * before the request, the request is journalled, and a lost answer is cleared up by looking again.
 */
export class Creation {
  readonly journal: Journal;
  readonly mutex = new KeyedMutex();
  readonly #witness: Witness;
  /** The kinds of objects whose list this process could not read for a preview. */
  readonly #unseen = new Set<string>();
  /** The objects that this process created, which its list is too old to show, by their families. */
  readonly #created = new Map<string, string[]>();

  constructor(
    readonly instance: Instance,
    readonly settings: Settings,
    readonly ownership: Ownership,
    leaving?: AbortSignal,
  ) {
    this.journal = new Journal(settings, leaving);
    this.#witness = new Witness(instance, settings, ownership, this.journal);
  }

  /** Objects with the same natural key are created one after the other, else their answers could be mixed up. */
  async create(request: CreateRequest): Promise<CreatedObject> {
    const { resource, verbs, inputs } = request;
    if (verbs.create.repeatable === true) return verbs.create.run(this.instance, inputs);
    const content = contentOfInputs(resource, inputs);
    return this.mutex.runExclusive(familyOf(resource, inputs), async () => {
      const earlier = this.journal.read(request.identity);
      const recovered = earlier && (await this.#recover(request, earlier, content));
      if (earlier === undefined || recovered === undefined) {
        return this.#createOnce(request, content);
      }
      const takenOver = { ...recovered, takenOverFrom: earlier.sentAt };
      this.ownership.keep(resource, recovered.id);
      return this.#finish(request, { ...earlier, content }, takenOver);
    });
  }

  /**
   * The objects that a create will find with its content, for a preview. It asks for the list that the
   * first create of this run needs anyway, and for nothing where that list cannot be read.
   */
  async twinsOf(resource: Resource, inputs: Values, identity: string | undefined): Promise<Twins> {
    if (resource.kind === "action" || this.#unseen.has(resource.name)) return noTwins;
    const { create, ...verbs } = verbsOf(resource, this.settings.operations);
    const isDecided = adopted(inputs) !== undefined || inputs.allowDuplicate === true;
    if (create === undefined || isDecided || holdsUnknown(inputs)) return noTwins;
    try {
      const request = { resource, verbs: { ...verbs, create }, inputs, identity };
      const found = (await this.#witness.matching(request, "baseline"))?.objects ?? [];
      // What an earlier run left open is cleared up by the create.
      if (found.length === 0 || this.journal.read(identity) !== undefined) return noTwins;
      const twins = await this.#witness.alike(request, found);
      return { ids: twins.map(({ id }) => id), notCompared: notCompared(request, ...twins) };
    } catch {
      this.#unseen.add(resource.name);
      return noTwins;
    }
  }

  /** The state holds these inputs, or nothing of the resource: the journal no longer needs to remember them. */
  stored(resource: Resource, identity: string, inputs: Values | undefined): void {
    // The program has this resource: what an earlier run created for it is no twin of another one.
    const id = this.journal.createdId(identity);
    if (id !== undefined) this.ownership.accountFor(resource, id);
    if (inputs === undefined) {
      this.journal.deletions.settle(identity);
      return;
    }
    this.journal.settleIf(identity, ({ content }) => content === contentOfInputs(resource, inputs));
  }

  /** The state holds this object: no create must take it for the result of a lost request. */
  storedObject(id: string, identity: string | undefined): void {
    // The entry of a mail says `outcome`: it is about an update that the state may not hold yet.
    this.journal.settleIf(identity, (entry) => entry.id === id && entry.outcome === undefined);
  }

  /** A resource has this object no more, which stays. */
  async left(resource: Resource, id: string, identity: string | undefined): Promise<void> {
    this.ownership.accountFor(resource, id);
    await this.journal.withLock(identity, () => this.journal.forget(identity, id));
  }

  /** The object is gone, on purpose. */
  async deleted(resource: Resource, id: string, identity: string | undefined): Promise<void> {
    this.ownership.accountFor(resource, id);
    await this.journal.deletions.finish(identity, id);
  }

  /** Whether an object is gone, because a person says so or an earlier run deleted it. */
  isGone(id: string, identity: string | undefined): boolean {
    return this.settings.confirmAbsent.includes(id) || this.journal.deletions.isDone(identity, id);
  }

  async #createOnce(request: CreateRequest, content: string): Promise<CreatedObject> {
    const { resource, verbs, inputs, identity } = request;
    const look = await this.instance.evidence(
      `look before creating ${resource.name}`,
      messages.createsUnseen(resource),
      () => this.#witness.matching(request, "baseline"),
    );
    const found = look?.objects ?? [];
    if (found.length > 0 && inputs.allowDuplicate !== true) {
      const twins = await this.#witness.twins(request, found);
      if (twins.length > 0) {
        throw messages.twinExists(resource, inputs, twins, notCompared(request, ...twins));
      }
    }
    const known = [...found.map(({ id }) => id), ...this.#createdLike(request)];
    const idsBefore = look?.isComplete === true ? known : undefined;
    const entry = { type: resource.name, content, idsBefore, sentAt: Date.now() };
    await this.journal.begin(identity, entry);
    let created: CreatedObject;
    try {
      created = await verbs.create.run(this.instance, inputs);
    } catch (error) {
      if (!(error instanceof PlatformError) || !error.mayHaveWorked) {
        await this.journal.remove(identity);
        throw error;
      }
      const confirmed = this.settings.confirmAbsent;
      const found = await this.#witness
        .findNew(request, entry, "fresh", error)
        .catch((failed: unknown) => {
          throw messages.cannotLook(resource, inputs, error, failed);
        });
      if (found === undefined)
        throw messages.unknownCreate(resource, inputs, identity, confirmed, error);
      created = found;
    }
    return this.#finish(request, entry, created);
  }

  #createdLike({ resource, inputs }: CreateRequest): string[] {
    const family = familyOf(resource, inputs);
    const created = this.#created.get(family) ?? [];
    this.#created.set(family, created);
    return created;
  }

  async #finish(
    request: CreateRequest,
    entry: Omit<JournalEntry, "phase">,
    created: CreatedObject,
  ): Promise<CreatedObject> {
    const { resource, identity } = request;
    this.#createdLike(request).push(created.id);
    this.ownership.accountFor(resource, created.id);
    await this.journal.finish(identity, { ...entry, id: created.id });
    return created;
  }

  /** The object that a request of an earlier run created, whose process is gone; undefined when it did not. */
  async #recover(
    request: CreateRequest,
    earlier: JournalEntry,
    content: string,
  ): Promise<CreatedObject | undefined> {
    const { resource, inputs, identity } = request;
    if (earlier.phase === "done" && earlier.id !== undefined) {
      return this.#takeOver(request, earlier.id);
    }
    const confirmed = this.settings.confirmAbsent;
    if (identity !== undefined && confirmed.includes(identity)) return undefined;
    if (earlier.content !== content || earlier.idsBefore === undefined) {
      throw messages.unknownCreate(resource, inputs, identity, confirmed);
    }
    // One list serves all that the earlier run left open, where it shows them.
    return this.#witness.findNew(request, earlier, "baseline");
  }

  /** Takes over an object that an earlier run created, and updates it to what the program says now. */
  async #takeOver(
    { resource, verbs, inputs }: CreateRequest,
    id: string,
  ): Promise<CreatedObject | undefined> {
    const reading = await verbs.read?.run(this.instance, id, inputs);
    if (reading === undefined || reading.found === "absent") return undefined;
    if (reading.found === "unknown") {
      const confirmed = this.settings.confirmAbsent;
      throw messages.unknownState(resource, id, inputs, reading.why, { confirmed });
    }
    const changed = differingPaths(resource.inputs, inputs, reading.live);
    if (changed.length > 0) {
      if (verbs.update === undefined) {
        throw messages.cannotTakeOver(resource, id, inputs, reading.live, changed);
      }
      const state = { ...inputs, ...reading.live };
      const change = { id, inputs, state, changed, ownedElsewhere: [] };
      const updated = await verbs.update.run(this.instance, change);
      return { id, outputs: { ...reading.outputs, ...updated } };
    }
    return { id, outputs: reading.outputs };
  }
}

/** Objects that a list may not tell apart, whatever else they differ in. */
const familyOf = ({ name, naturalKey }: ObjectResource, inputs: Values): string =>
  JSON.stringify([name, ...naturalKey.map((path) => get(inputs, path))]);
