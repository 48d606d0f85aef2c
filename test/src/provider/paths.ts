import { z } from "zod";
import { metaOf } from "../../../provider/dist/definition/meta";
import { unwrap } from "../../../provider/dist/definition/schema";
import { namedTypes } from "../../../provider/generate/dist/types";

export type Path = readonly (string | number)[];

/** Every path in a value, parents first; the root itself is none. */
export function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const next = [...path, Array.isArray(value) ? Number(key) : key];
    return [next, ...pathsIn(inner, next)];
  });
}

/** A copy with another value at each path; what lies below an earlier one is not reached any more. */
export function replaced<Value>(
  value: Value,
  changes: readonly (readonly [Path, unknown])[],
): Value {
  const copy = structuredClone(value);
  for (const [path, change] of changes) {
    let inner: unknown = copy;
    for (const key of path.slice(0, -1)) inner = (inner as Record<string, unknown> | null)?.[key];
    if (typeof inner === "object" && inner !== null) {
      (inner as Record<string, unknown>)[path.at(-1) as string] = change;
    }
  }
  return copy;
}

/** A path as Pulumi spells it; every index as 0, as a list has the same fields at each. */
export const spelled = (path: Path): string =>
  path
    .map((key) => {
      if (typeof key === "number") return "[0]";
      return /[.[\]"]/.test(key) ? `[${JSON.stringify(key)}]` : `.${key}`;
    })
    .join("")
    .replace(/^\./, "");

/** The paths that a schema has, spelled; an object that is compared as a whole has none below its own. */
export function pathsOf(schema: z.ZodType, path: Path = []): string[] {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodArray) {
    const item = [...path, 0];
    return [spelled(item), ...pathsOf(bare.element as z.ZodType, item)];
  }
  if (!(bare instanceof z.ZodObject)) return [];
  return Object.entries(bare.shape).flatMap(([name, inner]) => {
    const next = [...path, name];
    const field = inner as z.ZodType;
    const isWhole = metaOf(field).meaning !== undefined && unwrap(field) instanceof z.ZodObject;
    return [spelled(next), ...(isWhole ? [] : pathsOf(field, next))];
  });
}

/** The fields of the kinds that a node of a schema can be of, wherever such nodes stand. */
export function kindFieldsOf(schema: z.ZodType): string[] {
  return [...namedTypes(schema).values()].flatMap((type) =>
    type instanceof z.ZodUnion
      ? (type.options as z.ZodObject[]).flatMap(({ shape }) => Object.keys(shape))
      : [],
  );
}
