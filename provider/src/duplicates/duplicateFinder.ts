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
  /** The time of the create request, if an earlier run sent it. */
  takenOverFrom?: number;
  warning?: string;
  /** The declared paths that no read shows and no request wrote. */
  unseen?: readonly string[];
}

/** The verbs of a type whose objects can be created. */
type CreatingVerbs = Verbs<Values, Values> & Required<Pick<Verbs<Values, Values>, "create">>;

export interface CreateRequest {
  resource: ObjectResource;
  verbs: CreatingVerbs;
  inputs: Values;
  identity?: string;
}

/** `baseline` is one list for a whole run, `fresh` one that begins now. */
type When = "baseline" | "fresh";

const firstPollMs = 100;
const slowestPollMs = 2_000;
/** How many complete lists must lack the object. */
const enoughProofs = 2;
/** The extra time after the deadline for reading a complete list while others write to it. */
const patienceMs = 30_000;

/** Finds duplicates on the instance, and the object of a create whose answer was lost. */
export class DuplicateFinder {
  #hasToldOfWait = false;

  constructor(
    readonly instance: Instance,
    readonly settings: Settings,
    readonly ownership: Ownership,
    readonly journal: Journal,
    readonly state: KnownState,
  ) {}

  /** The listed objects with the same content; undefined without a list. */
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

  /** The ids of the listed objects with the same natural key; undefined if the list is missing or incomplete. */
  async namesakes(request: CreateRequest): Promise<string[] | undefined> {
    const look = await namesakes(this.#source(request), request.inputs, "fresh").catch(
      () => undefined,
    );
    return look?.isComplete === true ? look.objects.map(({ id }) => id) : undefined;
  }

  #source({ resource, verbs }: CreateRequest) {
    return { resource, verbs, instance: this.instance };
  }

  /** The objects that a create would repeat. No resource manages them, and their details do not differ. */
  async alike(request: CreateRequest, objects: readonly Existing[]) {
    const { resource, inputs } = request;
    const free = this.#unmanagedIn(request, objects);
    const detailed = free.map(async (one) => ({
      ...one,
      live: await this.#detailsOf(request, one),
    }));
    return (await Promise.all(detailed)).filter(
      ({ live }) => differingPaths(resource.inputs, inputs, live).length === 0,
    );
  }

  /** The same, after waiting for the engine to report the resources that manage these objects. */
  async duplicates(request: CreateRequest, objects: readonly Existing[]): Promise<Existing[]> {
    const duplicates = await this.alike(request, objects);
    await this.#waitForEngine(request, duplicates);
    return this.withoutOwn(request, this.#unmanagedIn(request, duplicates));
  }

  /** The same without the object that the create replaces, if the engine did not report its id. */
  withoutOwn({ resource, inputs, identity }: CreateRequest, duplicates: Existing[]): Existing[] {
    const held = this.state.of(identity);
    const isOwn =
      duplicates.length === 1 &&
      held?.ids.size === 0 &&
      contentOfInputs(resource, held.inputs) === contentOfInputs(resource, inputs);
    return isOwn ? [] : duplicates;
  }

  /**
   * Looks for the one new object until the deadline of the request. Undefined if lists show that it does not exist;
   * fails if they do not.
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
    for (let pause = firstPollMs; ; pause = Math.min(pause * 2, slowestPollMs)) {
      const isLate = Date.now() > deadline;
      const look = await this.#newIn(request, idsBefore, when).catch((error: unknown) => {
        if (isLate) throw error;
        return undefined;
      });
      const { created = [], others = [] } = look ?? {};
      if (created.length > 1) throw messages.severalMade(resource, inputs, created);
      if (created[0]) return created[0];
      // Only complete lists after the deadline prove that nothing was created.
      if (isLate && look?.isComplete === true && when === "fresh") {
        // The platform may have changed the requested details, so a person has to decide.
        if (others.length > 0) throw unknown();
        // While other clients delete objects, an object can move to a page that was already read.
        if (++proofs === enoughProofs) return undefined;
      }
      if (Date.now() > end) throw unknown();
      this.#tellOfWait(request, { from, until: isLate ? end : deadline });
      if (when === "fresh") await sleep(pause);
      when = "fresh";
    }
  }

  /** Announces the search once. The search for all other requests without an answer runs at the same time. */
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

  /** The new objects with the same content, and the new objects that differ only in their details. */
  async #newIn(request: CreateRequest, idsBefore: readonly string[], when: When) {
    const look = await this.matching(request, when);
    if (look === undefined) return undefined;
    const fresh = look.objects.filter(({ id }) => !idsBefore.includes(id));
    const alike = await this.alike(request, fresh);
    const [only, ...more] = alike;
    const isSure = only && more.length === 0 && notCompared(request, only).length === 0;
    // After an earlier run, objects of other resources can also be new.
    if (!isSure && when === "baseline") await this.#waitForEngine(request, fresh);
    const created = this.#unmanagedIn(request, alike);
    const others = this.#unmanagedIn(request, fresh).filter(
      (one) => !alike.some(({ id }) => id === one.id),
    );
    return { created, others, isComplete: look.isComplete };
  }

  #waitForEngine(request: CreateRequest, objects: readonly Existing[]): Promise<void> {
    return this.ownership.quietPeriod.wait(() => this.#unmanagedIn(request, objects).length === 0);
  }

  /**
   * The objects that can be the result of a request, or its duplicates. An object that an earlier run created with
   * other content belongs to another resource. The engine may report that resource only after this request.
   */
  #unmanagedIn(
    { resource, inputs, identity }: CreateRequest,
    objects: readonly Existing[],
  ): Existing[] {
    // The object that the create replaces is no duplicate.
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

  /** The object with its details, fetched once per run. */
  #detailsOf(request: CreateRequest, object: Existing): Promise<Values> {
    const { name } = request.resource;
    return this.instance.lasting(`details of ${name} ${object.id}`, async () => {
      return (await withDetails(this.#source(request), object)).live;
    });
  }
}

/** The declared paths that these objects do not show. */
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

/**
 * The time until which the platform may still carry out a request. If the clock was set back, the request counts as
 * sent now.
 */
export function deadlineOf(sentAt: number, { writeDeadlineSeconds }: Settings): number {
  return Math.min(sentAt, Date.now()) + writeDeadlineSeconds * 1000;
}
