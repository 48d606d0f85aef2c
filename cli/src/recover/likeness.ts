import {
  compared,
  fieldsOf,
  get,
  holdsUnknown,
  metaOf,
  notCompared,
} from "pulumi-platform-provider/contract";
import type { ObjectResource, Values } from "pulumi-platform-provider/contract";
import { withoutSecrets } from "../stack/values.js";

/** How an object on the instance compares with what a program declares. */
export interface Comparison extends ReturnType<typeof compared> {
  /** Declared paths that the instance does not show, or whose values are secret or not known yet. */
  notCompared: readonly string[];
}

/** Compares an object with declared inputs. Symbols stand for secrets in these inputs. */
export function likenessOf(resource: ObjectResource, wanted: Values, live: Values): Comparison {
  const inputs = withoutSecrets(wanted);
  const unknown = fieldsOf(resource.inputs)
    .filter(({ schema }) => metaOf(schema).programOnly === undefined)
    .flatMap(({ path }) => (holdsUnknown(get(inputs, path)) ? [path] : []));
  const uncompared = [...new Set([...notCompared({ resource, inputs }, { live }), ...unknown])];
  const { likeness, differing } = compared(resource, inputs, live);
  const isComparable =
    resource.naturalKey.length > 0 &&
    resource.naturalKey.every(
      (path) => get(inputs, path) !== undefined && !uncompared.includes(path),
    );
  return { ...(isComparable && { likeness }), differing, notCompared: uncompared };
}
