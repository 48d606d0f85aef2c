import type { ObjectResource } from "../definition/object";
import type { Values } from "../definition/values";
import type { Existing, Verbs } from "../definition/verbs";
import { nearestFirst } from "../definition/fields";
import { hasCode, isRefusal } from "../wire/errors";
import type { Instance } from "../platform/instance";
import { cannotImport, cannotList, noneToImport, severalToImport } from "../report/messages";

/** Which kind of object to look for, and where. */
interface Source {
  resource: ObjectResource;
  verbs: Verbs<Values, Values>;
  instance: Instance;
}

const mostSuggestions = 3;

/** The object that an import asks for, by its id or its name, with all that the platform shows of it. */
export async function findExisting(source: Source, key: string): Promise<Existing> {
  const found = await findShown(source, key);
  const { details } = source.verbs;
  if (details === undefined || (found.unseen ?? []).length === 0) return found;
  return details.run(source.instance, found).catch((error: unknown) => {
    // Without the call of its own, what the list tells is enough.
    if (!isRefusal(error)) throw error;
    return found;
  });
}

/** The object as the list or the lookup shows it. */
async function findShown(source: Source, key: string): Promise<Existing> {
  const { resource, verbs, instance } = source;
  const all = await listIfOffered(source);
  if (all === undefined) {
    const found = await verbs.lookup?.run(instance, key).catch((error: unknown) => {
      if (hasCode(error, "not_found")) return undefined;
      throw error;
    });
    if (found === undefined) throw cannotImport(resource, key, verbs);
    return found;
  }
  const found = all.get(key);
  if (found !== undefined) return found;
  const namesakes = [...all.values()].filter((one) => nameOf(resource, one) === key);
  const [only, ...others] = namesakes;
  if (only === undefined)
    throw noneToImport(resource, key, nearestTo(resource, key, all), all.size);
  if (others.length > 0) throw severalToImport(resource, key, namesakes);
  return only;
}

/** All objects of a kind; undefined where each is looked up by its id instead. */
async function listIfOffered(source: Source): Promise<ReadonlyMap<string, Existing> | undefined> {
  const { list, lookup } = source.verbs;
  if (list === undefined) return undefined;
  return readList(source).catch((error: unknown) => {
    if (lookup === undefined || !isRefusal(error)) throw error;
    return undefined;
  });
}

/** All objects of a kind whose names contain the query. */
export async function listExisting(source: Source, query: string | undefined): Promise<Existing[]> {
  const all = [...(await readList(source)).values()];
  const wanted = query?.toLowerCase() ?? "";
  return all.filter((one) => nameOf(source.resource, one).toLowerCase().includes(wanted));
}

/** One list serves every import until the next write. */
function readList({ resource, verbs, instance }: Source): Promise<ReadonlyMap<string, Existing>> {
  const { list } = verbs;
  if (list === undefined) throw cannotList(resource);
  return instance.shared(`every ${resource.name}`, async () => {
    const all = await list.run(instance);
    return new Map(all.map((one) => [one.id, one]));
  });
}

export function nameOf({ named = "" }: ObjectResource, { live }: Existing): string {
  const name = live[named];
  return typeof name === "string" ? name : "";
}

/** The objects whose ids or names are nearest to the key. */
function nearestTo(
  resource: ObjectResource,
  key: string,
  all: ReadonlyMap<string, Existing>,
): string[] {
  const words = [...all.values()].flatMap((one) => [
    { one, word: one.id },
    { one, word: nameOf(resource, one) },
  ]);
  const nearest = nearestFirst(key, words, ({ word }) => word).map(({ one }) => one);
  return [...new Set(nearest)]
    .slice(0, mostSuggestions)
    .map((one) => `${one.id} "${nameOf(resource, one)}"`);
}
