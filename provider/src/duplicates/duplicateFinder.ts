import { setTimeout as sleep } from "node:timers/promises";
import { metaOf } from "../definition/meta";
import type { ObjectResource } from "../definition/object";
import { get } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import type { Values } from "../definition/values";
import type { Existing, Verbs } from "../definition/verbs";
import type { Instance } from "../platform/instance";
import { longWaitMs } from "../platform/longWaits";
import type { Settings } from "../settings/index";
import type { PlatformError } from "../wire/errors";
import { differingPaths } from "../state/compare";
import { contentOfInputs } from "../state/content";
import type { Journal, JournalEntry } from "../journal/journal";
import type { KnownState } from "./knownState";
import * as messages from "../report/messages";
import type { Ownership } from "./ownership";
import { namesakes, withDetails } from "../objects/list";

export interface CreatedObject {
  id: string;
  outputs?: Values;
  /** When the earlier run asked for it that did create it. */
  takenOverFrom?: number;
  /** What is less safe now. */
  warning?: string;
  /** What the program declares, and neither a read shows nor anybody has written. */
  unseen?: readonly string[];
}

/** The verbs of a type whose objects can be created. */
type CreatingVerbs = Verbs<Values, Values> & Required<Pick<Verbs<Values, Values>, "create">>;

export interface CreateRequest {
  resource: ObjectResource;
  verbs: CreatingVerbs;
  inputs: Values;
  /** Tells the resource of the program from every other. */
  identity?: string;
}

/** `baseline` is one list for a whole run, `fresh` one that begins now. */
type When = "baseline" | "fresh";

const firstLookMs = 100;
const slowestLookMs = 2_000;
/** How many lists that were read whole have to lack the object. */
const enoughProofs = 2;
/** How much longer than the deadline a list may take to be read whole, while others write to it. */
const patienceMs = 30_000;

/** Looks on the instance for objects that a request without an answer may have created. */
export class DuplicateFinder {
  #hasToldOfWait = false;

  constructor(
    readonly instance: Instance,
    readonly settings: Settings,
    readonly ownership: Ownership,
    readonly journal: Journal,
    readonly state: KnownState,
  ) {}

  /** The listed objects with that content; undefined where there is no list. */
  async matching(
    request: CreateRequest,
    when: When,
  ): Promise<{ objects: Existing[]; isComplete: boolean } | undefined> {
    const { resource, inputs } = request;
    const look = await namesakes(this.#source(request), inputs, when);
    if (look === undefined) return undefined;
    const objects = look.objects.filter(
      ({ live }) => differingPaths(resource.inputs, inputs, live).length === 0,
    );
    return { ...look, objects };
  }

  /** The ids of the objects that a list shows by the same natural key; undefined where it shows nothing. */
  async namesakes(request: CreateRequest): Promise<string[] | undefined> {
    const look = await namesakes(this.#source(request), request.inputs, "fresh").catch(
      () => undefined,
    );
    return look?.isComplete === true ? look.objects.map(({ id }) => id) : undefined;
  }

  #source({ resource, verbs }: CreateRequest) {
    return { resource, verbs, instance: this.instance };
  }

  /** The objects that a create would repeat: no resource is one of them, and their details do not differ. */
  async alike(request: CreateRequest, objects: readonly Existing[]) {
    const { resource, inputs } = request;
    const free = this.#freeOf(request, objects);
    const detailed = free.map(async (one) => ({
      ...one,
      live: await this.#detailsOf(request, one),
    }));
    return (await Promise.all(detailed)).filter(
      ({ live }) => differingPaths(resource.inputs, inputs, live).length === 0,
    );
  }

  /** The same, after the engine had time to tell which resources of the program these objects are. */
  async duplicates(request: CreateRequest, objects: readonly Existing[]): Promise<Existing[]> {
    const duplicates = await this.alike(request, objects);
    await this.#told(request, duplicates);
    return this.withoutOwn(request, this.#freeOf(request, duplicates));
  }

  /** The same without the object that the create replaces, where the engine did not tell its id. */
  withoutOwn({ resource, inputs, identity }: CreateRequest, duplicates: Existing[]): Existing[] {
    const held = this.state.of(identity);
    const isOwn =
      duplicates.length === 1 &&
      held?.ids.size === 0 &&
      contentOfInputs(resource, held.inputs) === contentOfInputs(resource, inputs);
    return isOwn ? [] : duplicates;
  }

  /**
   * Looks until the deadline after the request for the one new object. Undefined when lists show that there is none;
   * fails where they do not.
   */
  async findNew(
    request: CreateRequest,
    { idsBefore, sentAt }: Pick<JournalEntry, "idsBefore" | "sentAt">,
    first: When,
    lost?: PlatformError,
  ): Promise<CreatedObject | undefined> {
    const { resource, inputs, identity, verbs } = request;
    const unknown = () =>
      messages.unknownCreate(resource, inputs, identity, this.settings.confirmAbsent, lost);
    if (idsBefore === undefined || verbs.list === undefined) throw unknown();
    const from = Date.now();
    const deadline = deadlineOf(sentAt, this.settings);
    const end = Math.max(from, deadline) + patienceMs;
    let when = first;
    let proofs = 0;
    for (let pause = firstLookMs; ; pause = Math.min(pause * 2, slowestLookMs)) {
      const isLate = Date.now() > deadline;
      const look = await this.#newIn(request, idsBefore, when).catch((error: unknown) => {
        if (isLate) throw error;
        return undefined;
      });
      const { created = [], others = [] } = look ?? {};
      if (created.length > 1) throw messages.severalMade(resource, inputs, created);
      if (created[0]) return created[0];
      // Only lists that were read whole, after the deadline, say that nothing was created.
      if (isLate && look?.isComplete === true && when === "fresh") {
        // The platform may have changed what the request asked for: a person has to look.
        if (others.length > 0) throw unknown();
        // While others delete, an object can move to a page that was read already.
        if (++proofs === enoughProofs) return undefined;
      }
      if (Date.now() > end) throw unknown();
      this.#tellOfWait(request, { from, until: isLate ? end : deadline });
      if (when === "fresh") await sleep(pause);
      when = "fresh";
    }
  }

  /** Tells once what takes so long. All other requests without an answer are looked for at the same time. */
  #tellOfWait(
    { resource, inputs }: CreateRequest,
    { from, until }: Record<"from" | "until", number>,
  ) {
    const now = Date.now();
    const isLong = until - now >= longWaitMs || now - from >= longWaitMs;
    if (this.#hasToldOfWait || !isLong) return;
    this.#hasToldOfWait = true;
    const seconds = Math.max(1, Math.ceil((until - now) / 1000));
    this.instance.reporter.show(messages.looksForCreated(resource, inputs, seconds));
  }

  /** The new objects with that content, and the new ones that differ only in their details. */
  async #newIn(request: CreateRequest, idsBefore: readonly string[], when: When) {
    const look = await this.matching(request, when);
    if (look === undefined) return undefined;
    const fresh = look.objects.filter(({ id }) => !idsBefore.includes(id));
    const alike = await this.alike(request, fresh);
    const [only, ...more] = alike;
    const isSure = only && more.length === 0 && notCompared(request, only).length === 0;
    // After an earlier run, objects of other resources are new as well.
    if (!isSure && when === "baseline") await this.#told(request, fresh);
    const created = this.#freeOf(request, alike);
    const others = this.#freeOf(request, fresh).filter(
      (one) => !alike.some(({ id }) => id === one.id),
    );
    return { created, others, isComplete: look.isComplete };
  }

  #told(request: CreateRequest, objects: readonly Existing[]): Promise<void> {
    return this.ownership.news.quiet(() => this.#freeOf(request, objects).length === 0);
  }

  /**
   * The objects that may be what a request is about. Those that an earlier run created with other content are not:
   * the engine may tell of their resources only after this request.
   */
  #freeOf({ resource, inputs, identity }: CreateRequest, objects: readonly Existing[]): Existing[] {
    // What the create replaces is no duplicate of it.
    const own = this.state.of(identity)?.ids;
    const free = objects.filter(
      ({ id }) =>
        this.ownership.isFree(resource, id) &&
        !this.ownership.isAdoptedElsewhere(resource, id, identity) &&
        own?.has(id) !== true &&
        !this.ownership.hasSeen(resource, id, identity),
    );
    if (free.length === 0) return free;
    const creates = this.journal.createsOf(resource.name, identity);
    const content = contentOfInputs(resource, inputs);
    return free.filter(({ id }) => {
      const made = creates.filter((one) => one.phase === "done" && one.id === id);
      return made.length === 0 || made.some((one) => one.content === content);
    });
  }

  /** What the instance shows of an object, also by its own call, once per run. */
  #detailsOf(request: CreateRequest, object: Existing): Promise<Values> {
    const { name } = request.resource;
    return this.instance.lasting(`details of ${name} ${object.id}`, async () => {
      return (await withDetails(this.#source(request), object)).live;
    });
  }
}

/** The paths that the program declares, and that were not shown. */
export function notCompared(
  { resource, inputs }: Pick<CreateRequest, "resource" | "inputs">,
  ...shown: readonly Pick<Existing, "live">[]
): string[] {
  return fieldsOf(resource.inputs)
    .filter(({ schema, path }) => {
      const isDeclared =
        metaOf(schema).programOnly === undefined && get(inputs, path) !== undefined;
      return isDeclared && shown.some(({ live }) => get(live, path) === undefined);
    })
    .map(({ path }) => path);
}

/** Until when a request may still be carried out. A clock that was put back makes no request of the future. */
export function deadlineOf(sentAt: number, { writeDeadlineSeconds }: Settings): number {
  return Math.min(sentAt, Date.now()) + writeDeadlineSeconds * 1000;
}
