import type { CreateFacts, ShownObject } from "../decisions/create";
import { decidedByMail } from "../definition/mail";
import { get } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import { holdsUnknown } from "../definition/unknowns";
import type { Existing } from "../definition/verbs";
import type { JournalEntry } from "../journal/journal";
import { namesakes, withDetails, withoutUnseen } from "../objects/list";
import type { When } from "../platform/instance";
import type { Namesake } from "../report/messages/index";
import { compared, contentOfInputs, hashOfNaturalKey, notCompared } from "../state/likeness";
import type { Comparison } from "../state/likeness";
import { isYoungAt } from "../state/youngWrite";
import type { CreateServices } from "./createServices";
import type { ObjectCreate } from "./objectCreate";

/** An object as the instance shows it. Who manages it can change until the verdict. */
type Listed = Omit<ShownObject, "manager">;

/** The objects of a list; `refused` if the instance does not show its objects. */
export type Shown =
  | { isComplete: boolean; mayBeHidden?: boolean; objects: readonly Listed[] }
  | "refused";

/** The objects of the instance that people can take for the declared one, and who manages them. */
export class ShownObjects {
  /** The objects of the last list, by id. */
  readonly objects = new Map<string, Existing>();
  /** The ids of these objects; undefined without a complete list. */
  ids?: string[];
  /** The paths that `platform:mail` decides. */
  readonly byMail: readonly string[];

  constructor(
    readonly services: CreateServices,
    readonly request: ObjectCreate,
    readonly earlier: JournalEntry | undefined,
  ) {
    const { resource, inputs } = request;
    this.byMail = decidedByMail(resource.mail, inputs, services.settings.mail);
  }

  async list(when: When): Promise<Shown> {
    const { ownership, settings } = this.services;
    const earlier = this.services.earlierCreates(this.request);
    const isMissed = ({ id }: JournalEntry) =>
      id === undefined
        ? this.objects.size === 0
        : !this.objects.has(id) && ownership.isFree(this.request.resource, id);
    let shown = await this.#read(when);
    // A shared list can be older than what an earlier run created or requested.
    if (shown !== "refused" && when === "baseline" && earlier.some(isMissed))
      shown = await this.#read("fresh");
    if (shown === "refused") return shown;
    // The instance can be late to show an object that an earlier run created for another resource.
    const content = contentOfInputs(this.request.resource, this.request.inputs);
    const late = earlier.flatMap(({ id, sentAt, ...made }): Listed[] => {
      const isShown = id === this.earlier?.id || this.objects.has(id ?? "");
      return id === undefined || isShown || !isYoungAt(sentAt, settings)
        ? []
        : [{ id, likeness: made.content === content ? "equal" : "namesake", isWhole: false }];
    });
    return { ...shown, objects: [...shown.objects, ...late] };
  }

  /** These objects with their owners, as far as the list shows them. */
  namesakesOf(ids: readonly string[]): Namesake[] {
    return ids.map((id) => {
      const { ownerId: owner } = this.objects.get(id)?.outputs ?? {};
      return typeof owner === "string" ? { id, owner } : { id };
    });
  }

  /** The listed objects with their managers as this process knows them now. */
  withManagers(shown: Shown): CreateFacts["shown"] {
    const { isComplete, objects: listed } =
      shown === "refused" ? { isComplete: false, objects: [] } : shown;
    const all = [...listed, ...this.#stored(listed)];
    if (shown === "refused" && all.length === 0) return shown;
    const objects = all.map((one) => ({ ...one, manager: this.managerOf(one.id) }));
    // With `--replace`, the engine reports the inputs of the replaced object, and not its id.
    const { resource, inputs, identity } = this.request;
    const held = this.services.stored.of(identity);
    const [only, ...others] = objects.filter(
      ({ likeness, manager }) => likeness === "equal" && ["nobody", "stored"].includes(manager),
    );
    const isOwn =
      others.length === 0 &&
      held?.ids.size === 0 &&
      contentOfInputs(resource, held.inputs) === contentOfInputs(resource, inputs);
    return { isComplete, objects: isOwn ? objects.filter((one) => one !== only) : objects };
  }

  /** The objects that the state holds for resources that the program has not declared so far, if no list shows them. */
  #stored(listed: readonly Listed[]): Listed[] {
    const { resource, inputs } = this.request;
    return this.services.stored.undeclaredLike(resource, inputs).flatMap((one) => {
      const isEqual = this.compared({ live: one.inputs }).likeness === "equal";
      const likeness = isEqual ? "equal" : "namesake";
      return [...one.ids]
        .filter((id) => !listed.some((shown) => shown.id === id))
        .map((id) => ({ id, likeness, isWhole: true }));
    });
  }

  managerOf(id: string): ShownObject["manager"] {
    const { resource, identity } = this.request;
    const { stored, ownership, journal, settings } = this.services;
    if (stored.of(identity)?.ids.has(id) || ownership.hadAtStart(resource, id, identity))
      return "own";
    const isTaken =
      !ownership.isFree(resource, id) ||
      ownership.isAdoptedElsewhere(resource, id, identity) ||
      journal.deletions.isYoung(resource.name, id, identity, settings);
    if (isTaken) return "another";
    if (ownership.isStored(resource, id)) return "stored";
    return "nobody";
  }

  /**
   * Compares an object with the declared inputs. A value that `platform:mail` replaced tells nothing: once the stack is
   * live, both objects would e-mail. A value that is not known yet counts as another one.
   */
  compared({ live }: Pick<Existing, "live">): Comparison {
    const { resource, inputs } = this.request;
    const found = compared(resource, inputs, live, this.byMail);
    if (found.likeness !== "equal" || !holdsUnknown(inputs)) return found;
    const unknown = fieldsOf(resource.inputs).filter(({ path }) => holdsUnknown(get(inputs, path)));
    return { likeness: "namesake", differing: unknown.map(({ path }) => path) };
  }

  async #read(when: When): Promise<Shown> {
    const look = await namesakes(this.request, this.request.inputs, when);
    if (look === undefined) return "refused";
    // Somebody can have renamed what an earlier request created.
    const renamed = (this.earlier?.phase === "sending" ? look.others : [])
      .map(withoutUnseen)
      .filter((one) => this.compared(one).likeness === "renamed");
    const all = [...look.objects, ...look.cut, ...renamed];
    this.objects.clear();
    for (const object of all) this.objects.set(object.id, object);
    const ids = [...new Set([...all, ...look.others].map(({ id }) => id))];
    this.ids = look.isComplete ? ids : undefined;
    const objects = await Promise.all(all.map((one) => this.#compared(one)));
    const { earlier } = this;
    const isOfAnother = earlier !== undefined && this.services.journal.isOfAnother(earlier);
    const mayBeHidden = earlier?.phase === "sending" && isOfAnother && look.hidesOthers;
    return { isComplete: look.isComplete && !mayBeHidden, mayBeHidden, objects: objects.flat() };
  }

  /** Compares a listed object with the declared inputs, and its details if nobody manages it. */
  async #compared(object: Existing): Promise<Listed[]> {
    const { idsBefore } = this.earlier ?? {};
    const { id } = object;
    const as = (likeness: ShownObject["likeness"], shown = object): Listed[] => {
      const isWhole = notCompared(this.request, shown).length === 0;
      return [{ id, likeness, isWhole, isNew: idsBefore && !idsBefore.includes(id) }];
    };
    const { likeness } = this.compared(object);
    if (likeness === undefined) return [];
    if (likeness === "cut") return as("otherName");
    if (likeness === "namesake") return as(likeness);
    if (likeness === "renamed" && !this.#canBeRenamed(object)) return [];
    if (["own", "another"].includes(this.managerOf(id))) return as("equal");
    const { resource, inputs, identity, instance } = this.request;
    // Each object is fetched only once per run.
    const read = () => withDetails(this.request, object);
    const detailed = await instance.lasting(`details of ${resource.name} ${id}`, read);
    this.objects.set(id, detailed);
    // No list shows all of what an earlier run sent, perhaps with another `platform:mail`.
    const made = this.services.journal.createsOf(resource.name, identity, id);
    const content = contentOfInputs(resource, inputs);
    const isOther =
      made.length > 0 && made.every((one) => one.content !== content) && this.byMail.length === 0;
    const whole = this.compared(detailed).likeness;
    if (likeness === "renamed") return whole === "renamed" ? as("otherName", detailed) : [];
    return as(!isOther && whole === "equal" ? "equal" : "namesake", detailed);
  }

  /** No other create of the stack asked for an object of this name, and the state has none. */
  #canBeRenamed({ id, live }: Existing): boolean {
    const { resource, identity } = this.request;
    const naturalKey = hashOfNaturalKey(resource, live);
    const creates = this.services.journal.createsOf(resource.name, identity);
    return this.managerOf(id) === "nobody" && !creates.some((one) => one.naturalKey === naturalKey);
  }
}
