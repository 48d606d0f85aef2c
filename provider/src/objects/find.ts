import { nearestFirst } from "../definition/nearest";
import { nameField } from "../definition/object";
import type { ObjectResource } from "../definition/object";
import type { Existing } from "../definition/verbs";
import {
  cannotImport,
  cannotList,
  importsHalf,
  noneToImport,
  severalToImport,
} from "../report/messages";
import { hasCode, isRefusal } from "../wire/errors";
import { listObjects, withDetails } from "./list";
import type { ObjectSource } from "./source";

const maxSuggestions = 3;

/** The object with this id or name, with everything that the platform shows. */
export async function findExisting(source: ObjectSource, key: string): Promise<Existing> {
  return withDetails(source, await findShown(source, key));
}

/** The object from the list. Without a list, fetches the object. */
async function findShown(source: ObjectSource, key: string): Promise<Existing> {
  const { resource } = source;
  const all = await listIfOffered(source);
  if (all === undefined) {
    const found = await fetchExisting(source, key);
    if (found === undefined) throw cannotImport(resource, key, source.verbs);
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

/** The object with this import id; undefined if the instance does not show it. */
export async function fetchExisting(
  { resource, verbs: { fetch }, instance }: ObjectSource,
  key: string,
): Promise<Existing | undefined> {
  const fetched = await fetch?.run(instance, key).catch((error: unknown) => {
    if (hasCode(error, "not_found")) return undefined;
    throw error;
  });
  if (fetched?.found === "unknown") throw importsHalf(resource, key, fetched.why);
  return fetched?.found === "present" ? fetched : undefined;
}

/** All objects of a type; undefined if the instance only fetches single objects. */
async function listIfOffered(
  source: ObjectSource,
): Promise<ReadonlyMap<string, Existing> | undefined> {
  const { list, fetch } = source.verbs;
  if (list === undefined) return undefined;
  return readList(source).catch((error: unknown) => {
    if (fetch === undefined || !isRefusal(error)) throw error;
    return undefined;
  });
}

/** All objects of a type whose names contain the query. */
export async function listExisting(
  source: ObjectSource,
  query: string | undefined,
): Promise<Existing[]> {
  const all = [...(await readList(source)).values()];
  const wanted = query?.toLowerCase() ?? "";
  return all.filter((one) => nameOf(source.resource, one).toLowerCase().includes(wanted));
}

async function readList(source: ObjectSource): Promise<ReadonlyMap<string, Existing>> {
  const list = await listObjects(source);
  if (list === undefined) throw cannotList(source.resource);
  return list.items;
}

export function nameOf(resource: ObjectResource, { live }: Existing): string {
  const name = live[nameField(resource) ?? ""];
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
    .slice(0, maxSuggestions)
    .map((one) => `${one.id} "${nameOf(resource, one)}"`);
}
