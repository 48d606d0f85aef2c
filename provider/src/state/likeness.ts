import { metaOf } from "../definition/meta";
import { foldedName } from "../definition/fields";
import type { ObjectResource } from "../definition/object";
import { get } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import type { Values } from "../definition/values";
import type { Resource } from "../definition/resource";
import { differingPaths, meaningOf, meantAt } from "./compare";
import { contentOf } from "./contentHash";

/** A hash of the inputs that the platform gets. Values with the same meaning have the same hash. */
export function contentOfInputs({ name, inputs: schema }: Resource, inputs: Values): string {
  const meant = fieldsOf(schema)
    .filter((field) => metaOf(field.schema).programOnly === undefined)
    .map((field) => [field.path, meaningOf(field.schema, get(inputs, field.path))]);
  return contentOf([name, ...meant]);
}

/** The natural key of an object as text, without letter case and blanks, which a platform can change. */
export const naturalKeyOf = (resource: ObjectResource, values: Values): string =>
  keyWith(resource, keyParts(resource, values));

/** A hash of the natural key, as the journal has it. */
export const hashOfNaturalKey = (resource: ObjectResource, values: Values): string =>
  contentOf(naturalKeyOf(resource, values));

/** The keys of objects whose name is a beginning of this one, as after a platform cut it off. */
export function cutKeysOf(resource: ObjectResource, values: Values): string[] {
  const [name, ...others] = keyParts(resource, values);
  if (typeof name !== "string" || name.length <= leastCut) return [];
  const lengths = Array.from({ length: name.length - leastCut }, (_, at) => leastCut + at);
  const cut = new Set(lengths.map((length) => name.slice(0, length).trim()));
  return [...cut].map((beginning) => keyWith(resource, [beginning, ...others]));
}

/** Whether objects can have the same natural key but for their names, as the schedules of a page. */
const hasMoreThanName = ({ naturalKey }: ObjectResource): boolean => naturalKey.length > 1;

/** The natural key of an object without its name, as text; undefined if the name is all of it. */
export function keyWithoutName(resource: ObjectResource, values: Values): string | undefined {
  const [, ...others] = keyParts(resource, values);
  return hasMoreThanName(resource) ? keyWith(resource, [null, ...others]) : undefined;
}

/** No platform cuts names shorter, and the names of a series, such as `Sales 2` and `Sales 21`, begin alike. */
const leastCut = 16;

/** The platform itself compares unique names. */
const keyParts = (resource: ObjectResource, values: Values): unknown[] => {
  const parts = resource.naturalKey.map((path) => meantAt(resource.inputs, path, values));
  return resource.replacement === "deleteFirst" ? parts : parts.map(foldedName);
};

const keyWith = ({ name }: ObjectResource, parts: readonly unknown[]): string =>
  JSON.stringify([name, ...parts]);

/** How an object of the instance compares with what a program declares; undefined for another object. */
export interface Comparison {
  /** `cut`: but for a name that is cut off. `renamed`: but for another name. `namesake`: only by the natural key. */
  likeness?: "equal" | "cut" | "renamed" | "namesake";
  /** Declared paths with other values on the instance, without a natural key that only looks different. */
  differing: string[];
}

/** Compares an object with declared inputs. The paths of `decided` tell nothing. */
export function compared(
  resource: ObjectResource,
  inputs: Values,
  live: Values,
  decided: readonly string[] = [],
): Comparison {
  const isNamed = naturalKeyOf(resource, inputs) === naturalKeyOf(resource, live);
  const differing = differingPaths(resource.inputs, inputs, live).filter(
    (path) => !decided.includes(path) && !(isNamed && resource.naturalKey.includes(path)),
  );
  if (isNamed) return { likeness: differing.length === 0 ? "equal" : "namesake", differing };
  if (differing.some((path) => path !== resource.naturalKey[0])) return { differing };
  if (cutKeysOf(resource, inputs).includes(naturalKeyOf(resource, live)))
    return { likeness: "cut", differing };
  return { ...(hasMoreThanName(resource) && { likeness: "renamed" }), differing };
}

/** The declared paths that these objects do not show. */
export function notCompared(
  { resource, inputs }: { resource: Pick<ObjectResource, "inputs">; inputs: Values },
  ...shown: readonly { live: Values }[]
): string[] {
  const isHidden = (path: string) => shown.some(({ live }) => get(live, path) === undefined);
  return fieldsOf(resource.inputs)
    .filter(({ schema }) => metaOf(schema).programOnly === undefined)
    .map(({ path }) => path)
    .filter((path) => get(inputs, path) !== undefined && isHidden(path));
}
