import { decidedByMail } from "../definition/mail";
import { metaOf } from "../definition/meta";
import { get } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import type { Values } from "../definition/values";
import type { Settings } from "../settings/index";
import type { Existing } from "../definition/verbs";
import type { Instance, When } from "../platform/instance";
import { differingPaths } from "../state/compare";
import { contentOfInputs } from "../state/content";
import type { Journal } from "../journal/journal";
import type { KnownState } from "./knownState";
import type { ObjectCreate } from "./objectCreate";
import type { Duplicates, Namesake } from "../report/duplicateMessages";
import type { Ownership } from "./ownership";
import { namesakes, withDetails } from "../objects/list";

/** Finds the objects that a create would repeat. */
export class DuplicateFinder {
  constructor(
    readonly instance: Instance,
    readonly ownership: Ownership,
    readonly journal: Journal,
    readonly knownState: KnownState,
    readonly settings: Pick<Settings, "mail">,
  ) {}

  /** The listed objects with the same content, and the others with the same natural key; undefined without a list. */
  async matching(
    request: ObjectCreate,
    when: When,
  ): Promise<{ objects: Existing[]; others: Existing[]; isComplete: boolean } | undefined> {
    const look = await namesakes(this.#source(request), request.inputs, when);
    if (look === undefined) return undefined;
    const objects = look.objects.filter(
      ({ live }) => this.#differingPaths(request, live).length === 0,
    );
    const others = look.objects.filter((one) => !objects.includes(one));
    return { ...look, objects, others };
  }

  /** The ids of the listed objects with the same natural key; undefined if the list is missing or incomplete. */
  async namesakes(request: ObjectCreate): Promise<string[] | undefined> {
    const look = await namesakes(this.#source(request), request.inputs, "fresh").catch(
      () => undefined,
    );
    return look?.isComplete === true ? look.objects.map(({ id }) => id) : undefined;
  }

  /**
   * The paths that tell a new object from an existing one. A value that `platform:mail` replaced tells nothing: once
   * the stack is live, both objects would e-mail.
   */
  #differingPaths({ resource, inputs }: ObjectCreate, live: Values): string[] {
    const decided = decidedByMail(resource.mail, inputs, this.settings.mail);
    return differingPaths(resource.inputs, inputs, live).filter((path) => !decided.includes(path));
  }

  #source({ resource, verbs }: ObjectCreate) {
    return { resource, verbs, instance: this.instance };
  }

  /** The duplicates that a create will find, and the other objects with its natural key, according to the known list. */
  async foresee(request: ObjectCreate): Promise<Duplicates & { namesakes: Namesake[] }> {
    const { objects = [], others = [] } = (await this.matching(request, "baseline")) ?? {};
    const alike = objects.length === 0 ? [] : await this.alike(request, objects);
    const duplicates = this.withoutOwn(request, alike);
    return {
      ids: duplicates.map(({ id }) => id),
      notCompared: notCompared(request, ...duplicates),
      namesakes: this.unmanagedIn(request, others).map(({ id, live }) => ({
        id,
        differing: this.#differingPaths(request, live),
      })),
    };
  }

  /** The objects that a create would repeat. No resource manages them, and their details do not differ. */
  async alike(request: ObjectCreate, objects: readonly Existing[]) {
    const free = this.unmanagedIn(request, objects);
    const detailed = free.map(async (one) => ({
      ...one,
      live: await this.#detailsOf(request, one),
    }));
    return (await Promise.all(detailed)).filter(
      ({ live }) => this.#differingPaths(request, live).length === 0,
    );
  }

  /** The same, after waiting for the engine to report the resources that manage these objects. */
  async duplicates(request: ObjectCreate, objects: readonly Existing[]): Promise<Existing[]> {
    const duplicates = await this.alike(request, objects);
    await this.waitForEngine(request, duplicates);
    return this.withoutOwn(request, this.unmanagedIn(request, duplicates));
  }

  /** The same without the object that the create replaces, if the engine did not report its id. */
  withoutOwn({ resource, inputs, identity }: ObjectCreate, duplicates: Existing[]): Existing[] {
    const stored = this.knownState.of(identity);
    const isOwn =
      duplicates.length === 1 &&
      stored?.ids.size === 0 &&
      contentOfInputs(resource, stored.inputs) === contentOfInputs(resource, inputs);
    return isOwn ? [] : duplicates;
  }

  /** Waits for the engine to report the resources that manage these objects. */
  waitForEngine(request: ObjectCreate, objects: readonly Existing[]): Promise<void> {
    return this.ownership.quietPeriod.wait(() => this.unmanagedIn(request, objects).length === 0);
  }

  /**
   * The objects that can be the result of a request, or its duplicates. An object that an earlier run created with
   * other content belongs to another resource. The engine may report that resource only after this request.
   */
  unmanagedIn(
    { resource, inputs, identity }: ObjectCreate,
    objects: readonly Existing[],
  ): Existing[] {
    // The object that the create replaces is no duplicate.
    const own = this.knownState.of(identity)?.ids;
    const free = objects.filter(
      ({ id }) =>
        this.ownership.isFree(resource, id) &&
        !this.ownership.isAdoptedElsewhere(resource, id, identity) &&
        own?.has(id) !== true &&
        !this.ownership.hadAtStart(resource, id, identity),
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
  #detailsOf(request: ObjectCreate, object: Existing): Promise<Values> {
    const { name } = request.resource;
    return this.instance.lasting(`details of ${name} ${object.id}`, async () => {
      return (await withDetails(this.#source(request), object)).live;
    });
  }
}

/** The declared paths that these objects do not show. */
export function notCompared(
  { resource, inputs }: Pick<ObjectCreate, "resource" | "inputs">,
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
