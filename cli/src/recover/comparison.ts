import { compared, fieldsOf, get, metaOf } from "pulumi-platform-provider/contract";
import type { ObjectResource, Values } from "pulumi-platform-provider/contract";
import { holdsSymbol, valueAt, withoutSecrets } from "../stack/values.js";

/** How an object on the instance compares with what a program declares. */
export interface Comparison extends ReturnType<typeof compared> {
  /** Declared paths that the instance does not show, or whose values are secret or not known yet. */
  notCompared: readonly string[];
  /** Every field that either side has. */
  fields: readonly { path: string; program: unknown; instance: unknown }[];
}

/** Compares an object with declared inputs. Symbols stand for secrets in these inputs. */
export function comparisonOf(resource: ObjectResource, declared: Values, live: Values): Comparison {
  const fields = fieldsOf(resource.inputs)
    .filter(({ schema }) => metaOf(schema).programOnly === undefined)
    .map(({ path }) => ({ path, program: valueAt(declared, path), instance: get(live, path) }))
    .filter(({ program, instance }) => program !== undefined || instance !== undefined);
  const comparable = fields.filter(
    ({ program, instance }) =>
      program !== undefined && instance !== undefined && !holdsSymbol(program),
  );
  const notCompared = fields
    .filter((one) => one.program !== undefined && !comparable.includes(one))
    .map(({ path }) => path);
  const { likeness, differing } = compared(resource, withoutSecrets(declared), live);
  const { naturalKey } = resource;
  const isKeyCompared =
    naturalKey.length > 0 &&
    naturalKey.every((path) => comparable.some((one) => one.path === path));
  return { ...(isKeyCompared && { likeness }), differing, notCompared, fields };
}
