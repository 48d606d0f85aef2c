import { pluralOf } from "../definition/object";
import type { Values } from "../definition/values";
import type { Existing, Fetch, ObjectList, Reading } from "../definition/verbs";
import * as messages from "../report/messages/index";
import { sentence } from "../messages/adviceText";
import { hasCode, isRefusal } from "../messages/errors";
import { completed, listObjects } from "./list";
import type { ObjectSource } from "./list";

/**
 * Reads an object from the list of its type, or fetches it. Other objects in the answers prove its absence. Undefined
 * if the instance offers neither call. `readsDetails` also reads what the list does not show.
 */
export async function readObject(
  source: ObjectSource,
  id: string,
  state: Values,
  readsDetails = false,
): Promise<Reading | undefined> {
  const { list, fetch } = source.verbs;
  const reader = new ObjectReader(source, id, state);
  if (fetch !== undefined) return reader.read(fetch, readsDetails);
  if (readsDetails) warnWithoutDetails(source);
  return list && reader.readListed();
}

/** Says once that these operations cannot read details. */
function warnWithoutDetails({ resource, verbs: { list }, instance }: ObjectSource): void {
  if (list?.unseen === undefined || resource.extended.fetch === undefined) return;
  const line = messages.detailsNeedExtended(resource, list.unseen);
  instance.warnOnce(`details of ${resource.name}`, line);
}

const unknownBecause = (why: string): Reading => ({ found: "unknown", why });

/** How many rows count that no list had before. Some instances show new rows for ever. */
const mostNewRows = 3;

/** Reads one object. */
class ObjectReader {
  constructor(
    readonly source: ObjectSource,
    readonly id: string,
    readonly state: Values,
  ) {}

  async read(fetch: Fetch<Values>, readsDetails: boolean): Promise<Reading | undefined> {
    const { resource, instance, verbs } = this.source;
    const objects = verbs.list && (await this.#list());
    const listed = objects?.items.get(this.id);
    if (listed !== undefined)
      return readsDetails && listed.unseen !== undefined
        ? this.#readDetails(fetch, listed)
        : this.#present(listed);
    let fetched: Reading | undefined;
    try {
      fetched = await fetch.run(instance, this.id, this.state);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (error.code === "not_found") {
        // Not in JSON, it can come from a proxy, unless the same endpoint shows an object of the list.
        const isProven = objects !== undefined && (await this.#showsAnother(fetch, objects.items));
        if (!isProven) throw error;
        fetched = await fetch.run(instance, this.id, this.state);
      } else {
        // A list alone proves absence only if it says which objects it hides.
        const canList = objects?.whyHidden !== undefined;
        if (!canList && (verbs.list !== undefined || error.code !== "not_offered")) throw error;
        const instead = (canList ? messages.readsList : messages.notReadable)(resource);
        instance.warnOnce(`read ${resource.name}`, `${sentence(error.reason)} ${instead}`);
        return canList ? this.readListed() : undefined;
      }
    }
    if (fetched?.found === "present") {
      const shown = this.#present(fetched, readsDetails ? fetched : undefined);
      return objects === undefined ? shown : { ...shown, isUnlisted: true };
    }
    return fetched ?? this.#absence(fetch, objects);
  }

  /** A listed object with its details. Without them, the object is there all the same, and the list shows the rest. */
  async #readDetails(fetch: Fetch<Values>, listed: Existing): Promise<Reading> {
    const { instance, resource } = this.source;
    const name = `details of ${resource.noun} ${listed.id}`;
    const fetching = instance.shared(name, () => fetch.run(instance, listed.id, this.state));
    const fetched = await fetching.catch((error: unknown): Reading => {
      if (!isRefusal(error) && !hasCode(error, "server_error")) throw error;
      return { found: "unknown", why: error.reason };
    });
    instance.noteOneOfMany(messages.detailsRead(pluralOf(resource)));
    if (fetched?.found === "present") return this.#present(listed, fetched);
    const whyUnseen =
      fetched?.found === "unknown" ? fetched.why : messages.listedOnly(resource, listed.id);
    return { ...this.#present(listed), whyUnseen };
  }

  /** The reading after a 404. Other objects that the instance shows decide whether the 404 is evidence. */
  async #absence(fetch: Fetch<Values>, objects?: ObjectList<Values>): Promise<Reading> {
    const { instance, resource } = this.source;
    if (objects === undefined)
      return (
        fetch.absence?.run(instance, this.id, this.state) ??
        unknownBecause(`it answered 404, and does not list ${pluralOf(resource)}`)
      );
    // Another user's token gets a 404 for a hidden object. One that this run saw or deleted is not hidden.
    const isShown = fetch.hasShownLike?.(instance, this.state) === true;
    const why = isShown ? undefined : objects.whyHidden?.(this.state);
    if (why !== undefined) return { found: "unknown", why, isMissing: true, isShownToOwner: true };
    const other = await this.#notFetched(fetch, objects.items);
    if (other === undefined) return { found: "absent" };
    return unknownBecause(
      `it answered 404, but also to ${resource.noun} ${other}, which its list shows`,
    );
  }

  /**
   * The id of a listed object whose fetch also answers 404. An instance without the fetch operation answers 404 to every
   * id. An object that a newer list lacks was deleted meanwhile, and proves nothing.
   */
  #notFetched(fetch: Fetch<Values>, listed: ReadonlyMap<string, unknown>) {
    const { instance, resource } = this.source;
    return instance.shared(`a listed ${resource.noun} that is not fetched`, async () => {
      for (let [items, newRows] = [listed, 0]; ;) {
        const ids = [...items.keys()];
        const id = ids.find((one) => listed.has(one)) ?? ids[0];
        if (id === undefined || (await fetch.run(instance, id)) !== undefined) return undefined;
        if (!listed.has(id) && ++newRows === mostNewRows) return id;
        items = (await listObjects(this.source, "fresh"))?.items ?? new Map();
        if (items.has(id)) return id;
      }
    });
  }

  async #showsAnother(fetch: Fetch<Values>, listed: ReadonlyMap<string, unknown>) {
    if (listed.size === 0) return false;
    return this.#notFetched(fetch, listed).then(
      (other) => other === undefined,
      () => false,
    );
  }

  /** The list; undefined if the instance refuses it. Each object can then be fetched. */
  #list(): Promise<ObjectList<Values> | undefined> {
    const { resource, instance } = this.source;
    return instance.optionalRead(
      `the shared list of ${pluralOf(resource)}`,
      `Pulumi reads each ${resource.noun} by its own call instead.`,
      async () => listObjects(this.source),
    );
  }

  /** Reads the object from the list alone. Only a complete list is evidence. */
  async readListed(): Promise<Reading | undefined> {
    // Two lists must lack it: while other clients delete objects, it can move to a page that was already read.
    const first = await listObjects(this.source);
    const list = first?.items.has(this.id) ? first : await listObjects(this.source, "again");
    if (list === undefined) return undefined;
    const item = list.items.get(this.id);
    if (item !== undefined) return this.#present(item);
    const whyHidden = list.whyHidden?.(this.state);
    const why = whyNoEvidence(this.source, list) ?? whyHidden;
    if (why === undefined) return { found: "absent" };
    return { ...unknownBecause(why), ...(why === whyHidden && { isShownToOwner: true }) };
  }

  #present(object: Existing, details?: Existing): Extract<Reading, { found: "present" }> {
    const { resource, verbs } = this.source;
    const listed = { ...object, unseen: verbs.list?.unseen };
    const shown = details === undefined ? listed : completed(listed, details);
    const live = resource.inState?.(shown, this.state) ?? shown;
    return { found: "present", ...live, unseen: shown.unseen };
  }
}

/** Why a list may lack an object; undefined if it is complete. */
function whyNoEvidence({ resource }: ObjectSource, list: ObjectList<Values>): string | undefined {
  const name = `the list of ${pluralOf(resource)}`;
  if (list.partial !== undefined) return `${name} may be cut: ${list.partial}`;
  if (list.items.size === 0)
    return list.whyHidden ? undefined : `${name} is empty, which a token without rights also gets`;
  return list.complete ? undefined : `${name} does not have the form that is expected`;
}
