import { metaOf } from "../definition/meta";
import { foldedName } from "../definition/fields";
import type { ObjectResource } from "../definition/object";
import { get } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import type { Values } from "../definition/values";
import { differingPaths, meantAt } from "./compare";

/**
 * The natural key of an object as text. Letter case and blanks do not count, because a platform can change them in what
 * it stores.
 */
export const naturalKeyOf = (resource: ObjectResource, values: Values): string =>
  keyWith(resource, keyParts(resource, values));

/** The keys of objects whose name is a beginning of this one, as after a platform cut it off. */
export function cutKeysOf(resource: ObjectResource, values: Values): string[] {
  const [name, ...others] = keyParts(resource, values);
  if (typeof name !== "string" || name.length <= leastCut) return [];
  const lengths = Array.from({ length: name.length - leastCut }, (_, at) => leastCut + at);
  const cut = new Set(lengths.map((length) => name.slice(0, length).trim()));
  return [...cut].map((beginning) => keyWith(resource, [beginning, ...others]));
}

/** A shorter beginning says too little. */
const leastCut = 4;

const keyParts = ({ naturalKey, inputs: schema }: ObjectResource, values: Values): unknown[] =>
  naturalKey.map((path) => foldedName(meantAt(schema, path, values)));

const keyWith = ({ name }: ObjectResource, parts: readonly unknown[]): string =>
  JSON.stringify([name, ...parts]);

/** The declared paths that differ on the instance, without a natural key that only looks different. */
export function contentDifferences(
  resource: ObjectResource,
  inputs: Values,
  live: Values,
): string[] {
  const differing = differingPaths(resource.inputs, inputs, live);
  const isKey = (path: string) => resource.naturalKey.includes(path);
  return differing.some(isKey) && naturalKeyOf(resource, inputs) === naturalKeyOf(resource, live)
    ? differing.filter((path) => !isKey(path))
    : differing;
}

/** The declared paths that these objects do not show. */
export function notCompared(
  { resource, inputs }: { resource: Pick<ObjectResource, "inputs">; inputs: Values },
  ...shown: readonly { live: Values }[]
): string[] {
  return fieldsOf(resource.inputs)
    .filter(({ schema, path }) => {
      const isDeclared =
        metaOf(schema).programOnly === undefined && get(inputs, path) !== undefined;
      return isDeclared && shown.some(({ live }) => get(live, path) === undefined);
    })
    .map(({ path }) => path);
}
