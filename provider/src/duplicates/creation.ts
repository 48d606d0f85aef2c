import { verbsOf } from "../definition/object";
import type { Resource } from "../definition/resource";
import { holdsUnknown } from "../definition/unknowns";
import type { Values } from "../definition/values";
import type { Instance } from "../platform/instance";
import type { Settings } from "../settings/index";
import { hasCode } from "../wire/errors";
import type { PlatformError } from "../wire/errors";
import { contentOfInputs } from "../state/content";
import { Journal } from "../journal/journal";
import type { JournalEntry } from "../journal/journal";
import { KeyedMutex } from "../journal/keyedMutex";
import { adopted } from "./adoption";
import { KnownState } from "./knownState";
import { LostCreateSearch } from "./lostCreate";
import * as messages from "../report/messages";
import type { Ownership } from "./ownership";
import { canAdopt } from "../report/messageParts";
import type { Duplicates, Namesake } from "../report/duplicateMessages";
import { noteResult } from "./noteResult";
import { naturalKeyOf, mustBeReplaceable } from "./replacing";
import { StoredResources } from "./storedResources";
import { callerOf, Takeovers } from "./takeovers";
import type { TakeoverPreview } from "./takeovers";
import { notCompared, DuplicateFinder } from "./duplicateFinder";
import type { CreatedObject, ObjectCreate } from "./objectCreate";

const noDuplicates = { ids: [], notCompared: [], namesakes: [] };

/**
 * Creates an object once, even if the answer is lost, or the provider or the engine is killed. It notes the existing
 * duplicates and journals the request. If the answer is lost, it looks for a new object.
 */
export class Creation {
  readonly journal: Journal;
  readonly knownState = new KnownState();
  readonly stored: StoredResources;
  readonly #finder: DuplicateFinder;
  readonly #lostCreates: LostCreateSearch;
  readonly #takeovers: Takeovers;
  /** The types whose list this process could not read for a preview. */
  readonly #unlistable = new Set<string>();
  /** The creates of earlier runs, by type. */
  readonly #earlier = new Map<string, readonly JournalEntry[]>();
  /** The objects that this process created, by natural key. The shared list is too old to show them. */
  readonly #created = new Map<string, string[]>();

  constructor(
    readonly instance: Instance,
    readonly settings: Settings,
    readonly ownership: Ownership,
    leaving?: AbortSignal,
    readonly mutex = new KeyedMutex(),
  ) {
    const { show } = instance.reporter;
    this.journal = new Journal(settings, leaving, undefined, show);
    this.stored = new StoredResources(this.knownState, this.journal, ownership, settings);
    this.#finder = new DuplicateFinder(
      instance,
      ownership,
      this.journal,
      this.knownState,
      settings,
    );
    this.#lostCreates = new LostCreateSearch(this.#finder, settings);
    this.#takeovers = new Takeovers(
      instance,
      settings,
      ownership,
      this.knownState,
      this.#lostCreates,
    );
  }

  /** Creates objects with the same natural key one after the other, so that their lost answers stay distinguishable. */
  async create(request: ObjectCreate): Promise<CreatedObject> {
    const { resource, verbs, inputs } = request;
    if (verbs.create.repeatable === true) return verbs.create.run(this.instance, inputs);
    const content = contentOfInputs(resource, inputs);
    return this.mutex.runExclusive(naturalKeyOf(resource, inputs), async () => {
      const earlier = this.journal.read(request.identity);
      // Another provider process of this run can have deleted the object.
      const isGone = (id: string) =>
        this.stored.isGone(id, request.identity) || this.ownership.wasDeleted(resource, id);
      const namesakes = () => this.#finder.namesakes(request);
      await mustBeReplaceable(request, this.knownState, this.ownership, isGone, namesakes);
      const recovered = earlier && (await this.#takeovers.recover(request, earlier));
      if (earlier === undefined || recovered === undefined) {
        return this.#createOnce(request, content);
      }
      const takenOver = { ...recovered, takenOverFrom: earlier.sentAt };
      this.ownership.keep(resource, recovered.id);
      return this.#finish(request, { ...earlier, content }, takenOver);
    });
  }

  /**
   * The duplicates that a create will find, and the objects with its natural key, for a preview. It uses the list that
   * the first create of this run needs anyway. If the list cannot be read, it finds none.
   */
  async duplicatesOf(
    resource: Resource,
    inputs: Values,
    identity: string | undefined,
  ): Promise<Duplicates & { namesakes: Namesake[] }> {
    const request = objectCreateOf(resource, inputs, identity, this.settings);
    const isDecided = inputs.allowDuplicate === true || this.#unlistable.has(resource.name);
    if (request === undefined || isDecided) return noDuplicates;
    try {
      return await this.#finder.foresee(request);
    } catch {
      this.#unlistable.add(resource.name);
      return noDuplicates;
    }
  }

  /** What a create will do about the request of an earlier run, for a preview. */
  async previewTakeover(
    resource: Resource,
    inputs: Values,
    identity: string | undefined,
  ): Promise<TakeoverPreview | undefined> {
    const request = objectCreateOf(resource, inputs, identity, this.settings);
    const earlier = request && this.journal.read(identity);
    if (request === undefined || earlier === undefined) return undefined;
    // The create itself reports the failure of this read.
    return this.#takeovers.preview(request, earlier).catch(() => undefined);
  }

  async #createOnce(request: ObjectCreate, content: string): Promise<CreatedObject> {
    const { resource, verbs, inputs, identity } = request;
    const look = await this.instance.evidence(
      `look before creating ${resource.name}`,
      messages.createsUnseen(resource),
      () => this.#lookBefore(request, content),
    );
    const found = look?.objects ?? [];
    if (found.length > 0 && inputs.allowDuplicate !== true) {
      const duplicates = await this.#finder.duplicates(request, found);
      if (duplicates.length > 0) {
        // If the engine reported the replaced object, the duplicates are other objects.
        const isOtherObject = (this.knownState.of(identity)?.ids.size ?? 0) > 0;
        const canDelete = verbs.delete !== undefined;
        const replacing = isOtherObject ? undefined : messages.ifReplacing(resource, canDelete);
        const unseen = notCompared(request, ...duplicates);
        throw messages.duplicateExists(resource, inputs, duplicates, unseen, replacing);
      }
    }
    const known = [...found.map(({ id }) => id), ...this.#createdLike(request)];
    const idsBefore = look?.isComplete === true ? known : undefined;
    const caller = callerOf(this.settings);
    const entry = { type: resource.name, content, caller, idsBefore, sentAt: Date.now() };
    const sent = await this.journal.during(identity, entry, () => this.#send(request));
    const created = "answer" in sent ? sent.answer : await this.#find(request, entry, sent.lost);
    return this.#finish(request, entry, created);
  }

  async #send({ resource, verbs, inputs }: ObjectCreate): Promise<CreatedObject> {
    try {
      return await verbs.create.run(this.instance, inputs);
    } catch (error) {
      const isRefused = hasCode(error, "rejected") && !error.mayHaveWorked;
      if (!isRefused || verbs.list || !canAdopt(resource)) throw error;
      const replacing = messages.ifReplacing(resource, verbs.delete !== undefined);
      throw messages.refusedUnseen(resource, inputs, error, replacing);
    }
  }

  /** The object of a request whose answer was lost. */
  async #find(
    request: ObjectCreate,
    entry: Omit<JournalEntry, "phase">,
    lost: PlatformError,
  ): Promise<CreatedObject> {
    const { resource, inputs, identity } = request;
    const found = await this.#lostCreates.findNew(request, entry, lost).catch((failed: unknown) => {
      throw messages.cannotLook(resource, inputs, lost, failed);
    });
    if (found !== undefined) return found;
    throw messages.unknownCreate(resource, inputs, identity, this.settings.confirmAbsent, lost);
  }

  /**
   * The existing duplicates before a create. Reads the list again if it lacks an object with this content that an
   * earlier run of this stack created or requested.
   */
  async #lookBefore(request: ObjectCreate, content: string) {
    const { resource, identity } = request;
    const look = await this.#finder.matching(request, "baseline");
    const isShown = (id: string) => look?.objects.some((one) => one.id === id) === true;
    const isMissed = this.#earlierCreates(resource, identity)
      .filter((one) => one.content === content)
      .some(({ id }) =>
        id === undefined
          ? look?.objects.length === 0
          : this.ownership.isFree(resource, id) && !isShown(id),
      );
    return isMissed ? this.#finder.matching(request, "fresh") : look;
  }

  /** Read once, before this process adds its own creates. Otherwise each of many creates would read them all. */
  #earlierCreates({ name }: Resource, identity: string | undefined): readonly JournalEntry[] {
    const known = this.#earlier.get(name) ?? this.journal.createsOf(name, identity);
    if (identity !== undefined) this.#earlier.set(name, known);
    return known;
  }

  #createdLike({ resource, inputs }: ObjectCreate): string[] {
    const key = naturalKeyOf(resource, inputs);
    const created = this.#created.get(key) ?? [];
    this.#created.set(key, created);
    return created;
  }

  async #finish(
    request: ObjectCreate,
    entry: Omit<JournalEntry, "phase">,
    created: CreatedObject,
  ): Promise<CreatedObject> {
    const { resource } = request;
    this.#createdLike(request).push(created.id);
    this.ownership.accountFor(resource, created.id);
    const warning = await noteResult(this.journal, request, { ...entry, id: created.id });
    return { ...created, warning };
  }
}

/** The create of a resource; undefined for anything but a create that must not be repeated. */
function objectCreateOf(
  resource: Resource,
  inputs: Values,
  identity: string | undefined,
  { operations }: Settings,
): ObjectCreate | undefined {
  if (resource.kind === "action") return undefined;
  const { create, ...verbs } = verbsOf(resource, operations);
  if (create === undefined || create.repeatable === true) return undefined;
  if (adopted(inputs) !== undefined || holdsUnknown(inputs)) return undefined;
  return { resource, verbs: { ...verbs, create }, inputs, identity };
}
