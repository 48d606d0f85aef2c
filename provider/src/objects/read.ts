import { pluralOf } from "../definition/object";
import type { Values } from "../definition/values";
import type { Existing, Fetch, ObjectList, Reading } from "../definition/verbs";
import * as messages from "../report/messages/index";
import { sentence } from "../messages/adviceText";
import { hasCode, isRefusal } from "../messages/errors";
import { completed, listObjects } from "./list";
import type { ObjectSource } from "./list";

const unknownBecause = (why: string): Reading => ({ found: "unknown", why });

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
  if (fetch === undefined) {
    if (readsDetails) warnWithoutDetails(source);
    return list && readListed(source, id, state);
  }
  const objects = list && (await listOr(source));
  const listed = objects?.items.get(id);
  if (listed !== undefined) {
    return readsDetails && listed.unseen !== undefined
      ? readDetails(source, fetch, listed, state)
      : present(source, listed, state);
  }
  let fetched: Reading | undefined;
  try {
    fetched = await fetch.run(source.instance, id, state);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error.code === "not_found") {
      // Not in JSON, it can come from a proxy, unless the same endpoint shows an object of the list.
      const isProven = objects !== undefined && (await showsAnother(source, fetch, objects.items));
      if (!isProven) throw error;
      fetched = await fetch.run(source.instance, id, state);
    } else {
      // A list alone proves absence only if it says which objects it hides.
      const canList = objects?.whyHidden !== undefined;
      if (!canList && (list !== undefined || error.code !== "not_offered")) throw error;
      const instead = (canList ? messages.readsList : messages.notReadable)(source.resource);
      const line = `${sentence(error.reason)} ${instead}`;
      source.instance.warnOnce(`read ${source.resource.name}`, line);
      return canList ? readListed(source, id, state) : undefined;
    }
  }
  if (fetched?.found === "present") {
    const shown = present(source, fetched, state, readsDetails ? fetched : undefined);
    return objects === undefined ? shown : { ...shown, isUnlisted: true };
  }
  return fetched ?? absence(source, fetch, objects, id, state);
}

/** A listed object with its details. Without them, the object is there all the same, and the list shows the rest. */
async function readDetails(
  source: ObjectSource,
  fetch: Fetch<Values>,
  listed: Existing,
  state: Values,
): Promise<Reading> {
  const { instance, resource } = source;
  const name = `details of ${resource.noun} ${listed.id}`;
  const fetching = instance.shared(name, () => fetch.run(instance, listed.id, state));
  const fetched = await fetching.catch((error: unknown): Reading => {
    if (!isRefusal(error) && !hasCode(error, "server_error")) throw error;
    return { found: "unknown", why: error.reason };
  });
  instance.noteOneOfMany(messages.detailsRead(pluralOf(resource)));
  if (fetched?.found === "present") return present(source, listed, state, fetched);
  const why = fetched?.found === "unknown" ? fetched.why : messages.listedOnly(resource, listed.id);
  return { ...present(source, listed, state), whyUnseen: why };
}

/** Says once that these operations cannot read details. */
function warnWithoutDetails({ resource, verbs: { list }, instance }: ObjectSource): void {
  if (list?.unseen === undefined || resource.extended.fetch === undefined) return;
  instance.warnOnce(
    `details of ${resource.name}`,
    messages.detailsNeedExtended(resource, list.unseen),
  );
}

/** The reading after a 404. Other objects that the instance shows decide whether the 404 is evidence. */
async function absence(
  source: ObjectSource,
  fetch: Fetch<Values>,
  objects: ObjectList<Values> | undefined,
  id: string,
  state: Values,
): Promise<Reading> {
  const { instance, resource } = source;
  if (objects === undefined) {
    return (
      fetch.absence?.run(instance, id, state) ??
      unknownBecause(`it answered 404, and does not list ${pluralOf(resource)}`)
    );
  }
  // Another user's token gets a 404 for a hidden object. One that this run saw or deleted is not hidden.
  const whyHidden = fetch.hasShownLike?.(instance, state) ? undefined : objects.whyHidden?.(state);
  if (whyHidden !== undefined) {
    return { found: "unknown", why: whyHidden, isMissing: true, isShownToOwner: true };
  }
  const other = await notFetched(source, fetch, objects.items);
  if (other === undefined) return { found: "absent" };
  return unknownBecause(
    `it answered 404, but also to ${resource.noun} ${other}, which its list shows`,
  );
}

/** How many rows count that no list had before. Some instances show new rows for ever. */
const mostNewRows = 3;

/**
 * The id of a listed object whose fetch also answers 404. An instance without the fetch operation answers 404 to every
 * id. An object that a newer list lacks was deleted meanwhile, and proves nothing.
 */
function notFetched(
  source: ObjectSource,
  fetch: Fetch<Values>,
  listed: ReadonlyMap<string, unknown>,
): Promise<string | undefined> {
  const { instance, resource } = source;
  return instance.shared(`a listed ${resource.noun} that is not fetched`, async () => {
    for (let [items, newRows] = [listed, 0]; ;) {
      const ids = [...items.keys()];
      const id = ids.find((one) => listed.has(one)) ?? ids[0];
      if (id === undefined || (await fetch.run(instance, id)) !== undefined) return undefined;
      if (!listed.has(id) && ++newRows === mostNewRows) return id;
      items = (await listObjects(source, "fresh"))?.items ?? new Map();
      if (items.has(id)) return id;
    }
  });
}

const showsAnother = async (
  source: ObjectSource,
  fetch: Fetch<Values>,
  listed: ReadonlyMap<string, unknown>,
): Promise<boolean> =>
  listed.size > 0 &&
  (await notFetched(source, fetch, listed).then(
    (other) => other === undefined,
    () => false,
  ));

/** The list; undefined if the instance refuses it. Each object can then be fetched. */
function listOr(source: ObjectSource): Promise<ObjectList<Values> | undefined> {
  const { resource } = source;
  return source.instance.optionalRead(
    `the shared list of ${pluralOf(resource)}`,
    `Pulumi reads each ${resource.noun} by its own call instead.`,
    async () => listObjects(source),
  );
}

/** Reads an object from the list alone. Only a complete list is evidence. */
async function readListed(
  source: ObjectSource,
  id: string,
  state: Values,
): Promise<Reading | undefined> {
  // Two lists must lack it: while other clients delete objects, it can move to a page that was already read.
  const first = await listObjects(source);
  const list = first?.items.has(id) ? first : await listObjects(source, "again");
  if (list === undefined) return undefined;
  const item = list.items.get(id);
  if (item !== undefined) return present(source, item, state);
  const whyHidden = list.whyHidden?.(state);
  const why = whyNoEvidence(source, list) ?? whyHidden;
  if (why === undefined) return { found: "absent" };
  return { ...unknownBecause(why), ...(why === whyHidden && { isShownToOwner: true }) };
}

/** Why a list may lack an object; undefined if it is complete. */
function whyNoEvidence({ resource }: ObjectSource, list: ObjectList<Values>): string | undefined {
  const name = `the list of ${pluralOf(resource)}`;
  if (list.partial !== undefined) return `${name} may be cut: ${list.partial}`;
  if (list.items.size === 0)
    return list.whyHidden ? undefined : `${name} is empty, which a token without rights also gets`;
  return list.complete ? undefined : `${name} does not have the form that is expected`;
}

const present = (
  { resource: { inState }, verbs: { list } }: ObjectSource,
  object: Existing,
  state: Values,
  details?: Existing,
): Extract<Reading, { found: "present" }> => {
  const listed = { ...object, unseen: list?.unseen };
  const shown = details === undefined ? listed : completed(listed, details);
  return { found: "present", ...(inState?.(shown, state) ?? shown), unseen: shown.unseen };
};
