import { pluralOf, verbsOf } from "../definition/object";
import type { ObjectResource } from "../definition/object";
import { get, set } from "../definition/paths";
import type { Values } from "../definition/values";
import type { Existing, ObjectList, Verbs } from "../definition/verbs";
import type { Instance, When } from "../platform/instance";
import { isRefusal } from "../messages/errors";
import { cutKeysOf, keyWithoutName, naturalKeyOf } from "../state/likeness";

export interface ObjectSource {
  resource: ObjectResource;
  verbs: Verbs<Values, Values>;
  instance: Instance;
}

export const sourceOf = (resource: ObjectResource, instance: Instance): ObjectSource => ({
  resource,
  verbs: verbsOf(resource, instance.settings.operations),
  instance,
});

/** All objects of a type that the token's user can see; undefined if no call lists them. */
export function listObjects(
  { resource, verbs: { list }, instance }: ObjectSource,
  when?: When,
): Promise<ObjectList<Values>> | undefined {
  if (list === undefined) return undefined;
  const read = async () => {
    const listed = await list.run(instance);
    const { unseen } = list;
    if (unseen === undefined) return listed;
    const items = [...listed.items].map(([id, one]) => [id, { ...one, unseen }] as const);
    return { ...listed, items: new Map(items) };
  };
  return instance.list(pluralOf(resource), read, when);
}

interface Namesakes {
  /** The objects with the same natural key. */
  objects: Existing[];
  /** Those whose name is cut off. */
  cut: Existing[];
  /** Those whose natural key is the same but for the name, as the list has them. Of many, none. */
  others: Existing[];
  isComplete: boolean;
  /** The list may lack what another user made. */
  hidesOthers: boolean;
}

/** The journal has the ids of these for each create. */
const mostOthers = 100;

/** The listed objects with a natural key like that of the inputs, without the details that the list does not show. */
export async function namesakes(
  source: ObjectSource,
  inputs: Values,
  when: When,
): Promise<Namesakes | undefined> {
  const { resource } = source;
  const list = await listObjects(source, when);
  if (list === undefined) return undefined;
  const byKey = objectsByKey(resource, list);
  const named = (key: string) => (byKey.get(key) ?? []).map(withoutUnseen);
  const beside = byKey.get(keyWithoutName(resource, inputs) ?? "") ?? [];
  const objects = named(naturalKeyOf(resource, inputs));
  const cut = cutKeysOf(resource, inputs).flatMap(named);
  const known = new Set([...objects, ...cut].map(({ id }) => id));
  const others = beside.length > mostOthers ? [] : beside.filter(({ id }) => !known.has(id));
  const hidesOthers = list.items.size === 0 || list.whyHidden?.({}) !== undefined;
  return { objects, cut, others, isComplete: list.complete, hidesOthers };
}

const keyed = new WeakMap<ObjectList<Values>, Map<string, Existing[]>>();

/** The objects of a list by their natural keys. Many creates look at the same list. */
function objectsByKey(
  resource: ObjectResource,
  list: ObjectList<Values>,
): ReadonlyMap<string, Existing[]> {
  const known = keyed.get(list);
  if (known !== undefined) return known;
  const byKey = new Map<string, Existing[]>();
  for (const object of list.items.values()) {
    for (const keyOf of [naturalKeyOf, keyWithoutName]) {
      const key = keyOf(resource, object.live);
      if (key === undefined) continue;
      const alike = byKey.get(key);
      // A copy for each object would let an instance with many equal titles take minutes.
      if (alike === undefined) byKey.set(key, [object]);
      else alike.push(object);
    }
  }
  keyed.set(list, byKey);
  return byKey;
}

export function withoutUnseen({ unseen = [], ...object }: Existing): Existing {
  const live = structuredClone(object.live);
  for (const path of unseen) set(live, path, undefined);
  return { ...object, live, unseen };
}

/** A listed object with its details. If the platform refuses the fetch, the details are missing. */
export async function withDetails(source: ObjectSource, listed: Existing): Promise<Existing> {
  if ((listed.unseen ?? []).length === 0) return listed;
  return fetchDetails(source, listed).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    return listed;
  });
}

/** The same, but also for an object whose arguments the list shows. Fails if the platform refuses the fetch. */
export async function fetchDetails(
  { verbs: { fetch }, instance }: ObjectSource,
  listed: Existing,
): Promise<Existing> {
  if (fetch === undefined) return listed;
  const fetched = await fetch.run(instance, listed.id);
  return fetched?.found === "present" ? completed(listed, fetched) : listed;
}

/** A listed object with the details that its fetch shows. */
export function completed(listed: Existing, fetched: Existing): Existing {
  const { unseen = [] } = listed;
  const live = structuredClone(listed.live);
  const shown = unseen.filter((path) => get(fetched.live, path) !== undefined);
  for (const path of shown) set(live, path, get(fetched.live, path));
  const left = unseen.filter((path) => !shown.includes(path));
  const notInProgram = { ...listed.notInProgram, ...fetched.notInProgram };
  return { ...listed, live, unseen: left, notInProgram };
}
