import { pluralOf } from "../definition/object";
import type { Values } from "../definition/values";
import type { Existing, Fetch, ObjectList, Reading } from "../definition/verbs";
import * as messages from "../report/messages";
import { isRefusal, sentence } from "../wire/errors";
import { listObjects } from "./list";
import type { Source } from "./source";

const unknownBecause = (why: string): Reading => ({ found: "unknown", why });

/**
 * Reads an object from the list of its kind, else by its own call, and proves its absence by what the two show of
 * others. Undefined where the instance offers neither.
 */
export async function readObject(
  source: Source,
  id: string,
  state: Values,
): Promise<Reading | undefined> {
  const { verbs } = source;
  const { list, fetch } = verbs;
  if (fetch === undefined) return list && readListed(source, id, state);
  const objects = list && (await listOr(source));
  const listed = objects?.items.get(id);
  if (listed !== undefined) return present(source, listed, state);
  let fetched: Reading | undefined;
  try {
    fetched = await fetch.run(source.instance, id, state);
  } catch (error) {
    if (!isRefusal(error) || error.code === "not_found") throw error;
    // A list that does not tell which objects it hides proves nothing alone.
    const canList = objects?.whyHidden !== undefined;
    if (!canList && (list !== undefined || error.code !== "not_offered")) throw error;
    const instead = (canList ? messages.readsList : messages.notReadable)(source.resource);
    source.instance.warnOnce(
      `read ${source.resource.name}`,
      `${sentence(error.reason)} ${instead}`,
    );
    return canList ? readListed(source, id, state) : undefined;
  }
  if (fetched?.found === "present") return present(source, fetched, state);
  return fetched ?? absence(source, fetch, objects, id, state);
}

/** What it proves that an instance, which may list others, answers that there is no such object. */
async function absence(
  source: Source,
  fetch: Fetch<Values>,
  objects: ObjectList<Values> | undefined,
  id: string,
  state: Values,
): Promise<Reading> {
  const { instance, resource } = source;
  if (objects === undefined) {
    return (
      fetch.absence?.run(instance, id, state) ??
      unknownBecause(`it answered 404, and does not list ${resource.noun}s`)
    );
  }
  // Another user's token shows other objects, and answers 404 to these. What this run met or deleted is proof.
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

/**
 * The id of an object that is listed and that the instance does not fetch: one without this operation answers 404
 * to every id. An object that a later list lacks was deleted meanwhile, and says nothing.
 */
function notFetched(
  source: Source,
  fetch: Fetch<Values>,
  listed: ReadonlyMap<string, unknown>,
): Promise<string | undefined> {
  const { instance, resource } = source;
  return instance.shared(`a listed ${resource.noun} that is not fetched`, async () => {
    for (let items = listed; ;) {
      const [id] = items.keys();
      if (id === undefined || (await fetch.run(instance, id)) !== undefined) return undefined;
      items = (await listObjects(source, "fresh"))?.items ?? new Map();
      if (items.has(id)) return id;
    }
  });
}

/** The list; undefined where the instance refuses it, as each object has a call of its own. */
function listOr(source: Source): Promise<ObjectList<Values> | undefined> {
  const { noun } = source.resource;
  return source.instance.evidence(
    `the shared list of ${noun}s`,
    `Pulumi reads each ${noun} by its own call instead.`,
    async () => listObjects(source),
  );
}

/** Reads an object from the list alone, which is evidence only where it is whole. */
async function readListed(source: Source, id: string, state: Values): Promise<Reading | undefined> {
  // While others delete, objects move to pages that were read already: two lists have to lack it.
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

/** Why a list may lack an object; undefined where it came whole. */
function whyNoEvidence({ resource }: Source, list: ObjectList<Values>): string | undefined {
  const name = `the list of ${pluralOf(resource)}`;
  if (list.partial !== undefined) return `${name} may be cut: ${list.partial}`;
  if (list.items.size === 0) return list.whyHidden ? undefined : `${name} is empty`;
  return list.complete ? undefined : `${name} does not have the form that is expected`;
}

const present = (
  { resource: { inState }, verbs: { list } }: Source,
  object: Existing,
  state: Values,
): Reading => ({
  found: "present",
  ...(inState?.(object, state) ?? object),
  unseen: list?.unseen,
});
