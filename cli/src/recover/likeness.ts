import {
  differingPaths,
  fieldsOf,
  folded,
  get,
  holdsUnknown,
  meantAt,
  metaOf,
  notCompared,
} from "pulumi-platform-provider/contract";
import type { ObjectResource, Values } from "pulumi-platform-provider/contract";
import { withoutSecrets } from "../stack/values.js";

/** How an object on the instance compares with what a program declares. */
export interface Comparison {
  /** `near`: people can take one for the other, and the platform can have changed the name. */
  likeness: "equal" | "near" | "other";
  /** Declared paths with other values on the instance. */
  differing: readonly string[];
  /** Declared paths that the instance does not show, or whose values are secret or not known yet. */
  notCompared: readonly string[];
}

/** A shorter beginning of a name says too little. */
const leastCut = 4;

/** Compares an object with declared inputs. Symbols stand for secrets in these inputs. */
export function likenessOf(resource: ObjectResource, wanted: Values, live: Values): Comparison {
  const { naturalKey, inputs: schema } = resource;
  const inputs = withoutSecrets(wanted);
  const differing = differingPaths(schema, inputs, live);
  const hidden = fieldsOf(schema)
    .filter((one) => metaOf(one.schema).programOnly === undefined)
    .filter(({ path }) => holdsUnknown(get(inputs, path)));
  const uncompared = [
    ...new Set([...notCompared({ resource, inputs }, { live }), ...hidden.map(({ path }) => path)]),
  ];
  const textsAt = (path: string) => [inputs, live].map((one) => foldedText(schema, path, one));
  const isComparable =
    naturalKey.length > 0 &&
    naturalKey.every((path) => get(inputs, path) !== undefined && !uncompared.includes(path));
  const otherKeys = differing.filter((path) => naturalKey.includes(path));
  const isSameFolded = otherKeys.every((path) => {
    const [declared, shown] = textsAt(path);
    return declared !== undefined && declared === shown;
  });
  const isCut = () => {
    const [name = ""] = naturalKey;
    const [declared = "", shown = ""] = textsAt(name);
    return shown.length >= leastCut && declared.startsWith(shown);
  };
  const isOnlyName = differing.length === 1 && differing[0] === naturalKey[0];
  const isNear = isSameFolded || (isOnlyName && isCut());
  const likeness = differing.length === 0 ? "equal" : isNear ? "near" : "other";
  return { likeness: isComparable ? likeness : "other", differing, notCompared: uncompared };
}

/** A text without what platforms change in names; undefined for another value. */
function foldedText(schema: ObjectResource["inputs"], path: string, values: Values) {
  const value = meantAt(schema, path, values);
  return typeof value === "string" ? folded(value).replace(/\s+/g, " ").trim() : undefined;
}
