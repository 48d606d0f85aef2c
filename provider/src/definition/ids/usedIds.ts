import type { z } from "zod";
import type { Id } from "./idFile";
import type { IdKind } from "./idKinds";
import { metaOf } from "../meta";
import { objectFor, partFor } from "../schema";
import type { Values } from "../values";

/** An id in values, and the path of its field without positions in lists. */
export interface UsedId {
  kind: IdKind;
  id: Id;
  path: string;
}

/** The kind of a value that is an id, according to its schema. `holder` is the object with the value. */
export function idKindOf(
  schema: z.ZodType | undefined,
  value: unknown,
  holder: Values,
): IdKind | undefined {
  if (schema === undefined || (typeof value !== "string" && typeof value !== "number")) {
    return undefined;
  }
  const { idOf } = metaOf(schema);
  const kind = typeof idOf === "function" ? idOf(holder) : idOf;
  // The page of a report of a single card is 0 on every instance.
  return value === 0 || value === "0" ? undefined : kind;
}

/** The values with translated ids. */
export function withIds(
  schema: z.ZodType,
  values: Values,
  translate: (used: UsedId) => Id,
): Values {
  const inner = (
    schema: z.ZodType | undefined,
    value: unknown,
    holder: Values,
    path: string,
  ): unknown => {
    if (Array.isArray(value)) {
      return value.map((one, at) => inner(schema && partFor(schema, value, at), one, holder, path));
    }
    if (typeof value === "object" && value !== null) {
      const object = schema && objectFor(schema, value);
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [
          name,
          inner(
            object && partFor(object, value, name),
            one,
            value as Values,
            path === "" ? name : `${path}.${name}`,
          ),
        ]),
      );
    }
    const kind = idKindOf(schema, value, holder);
    return kind === undefined ? value : translate({ kind, id: value as Id, path });
  };
  return inner(schema, values, values, "") as Values;
}

/** Every id in values. */
export function usedIds(schema: z.ZodType, values: Values): UsedId[] {
  const found: UsedId[] = [];
  withIds(schema, values, (used) => {
    found.push(used);
    return used.id;
  });
  return found;
}
