import { nearestFirst } from "../definition/ids/nearest";
import { nameField } from "../definition/object";
import type { ObjectResource } from "../definition/object";
import type { Existing } from "../definition/verbs";
import * as messages from "../report/messages/index";
import { hasCode, isRefusal } from "../messages/errors";
import { listObjects, withDetails } from "./list";
import type { ObjectSource } from "./list";

const maxSuggestions = 3;

/** The object with this id or name, with everything that the platform shows. */
export async function findExisting(source: ObjectSource, key: string): Promise<Existing> {
  const { resource, verbs } = source;
  const list = await listObjects(source)?.catch((error: unknown) => {
    if (verbs.fetch === undefined || !isRefusal(error)) throw error;
    return undefined;
  });
  if (list === undefined) {
    // There is no list, or the platform refuses it.
    const fetched = await fetchShown(source, key);
    if (fetched?.found !== "present") throw messages.cannotImport(resource, key, verbs);
    return withDetails(source, fetched);
  }
  const { items } = list;
  const found = items.get(key);
  if (found !== undefined) return withDetails(source, found);
  const all = [...items.values()];
  const namesakes = all.filter((one) => listedName(resource, one) === key);
  const [only, ...others] = namesakes;
  if (only === undefined)
    throw messages.noneToImport(resource, key, nearestTo(resource, key, all), all.length);
  if (others.length > 0) throw messages.severalToImport(resource, key, namesakes);
  return withDetails(source, only);
}

/** What the instance shows under this import id, also that content has no such object; undefined if it is not found. */
export async function fetchShown(
  { resource, verbs: { fetch }, instance }: ObjectSource,
  key: string,
): Promise<({ found: "present" } & Existing) | { found: "absent" } | undefined> {
  const fetched = await fetch?.run(instance, key).catch((error: unknown) => {
    if (hasCode(error, "not_found")) return undefined;
    throw error;
  });
  if (fetched?.found === "unknown") throw messages.importsHalf(resource, key, fetched.why);
  return fetched;
}

/** All objects of a type whose names contain the query. */
export async function listExisting(source: ObjectSource, query = ""): Promise<Existing[]> {
  const list = await listObjects(source);
  if (list === undefined) throw messages.cannotList(source.resource);
  const wanted = query.toLowerCase();
  const isWanted = (one: Existing) =>
    listedName(source.resource, one).toLowerCase().includes(wanted);
  return [...list.items.values()].filter(isWanted);
}

export function listedName(resource: ObjectResource, { live }: Existing): string {
  const name = live[nameField(resource) ?? ""];
  return typeof name === "string" ? name : "";
}

function nearestTo(resource: ObjectResource, key: string, all: readonly Existing[]): string[] {
  const words = all.flatMap((one) =>
    [one.id, listedName(resource, one)].map((word) => ({ one, word })),
  );
  const nearest = nearestFirst(key, words, ({ word }) => word).map(({ one }) => one);
  return [...new Set(nearest)]
    .slice(0, maxSuggestions)
    .map((one) => `${one.id} "${listedName(resource, one)}"`);
}
