import { z } from "zod";
import type { IdKind } from "./idKinds";
import { metaOf } from "../meta";
import { partsOf, unwrap } from "../schema";

/** An argument that takes an id. */
export interface IdArgument {
  kind: IdKind;
  /** The path of the argument, without positions in lists. */
  path: string;
  /** The word of another field of the same object that makes it an id of this kind: `type` is `GROUP`. */
  when?: { field: string; word: string };
}

/** Every argument of a schema that takes an id. */
export function idArguments(
  schema: z.ZodType,
  prefix = "",
  around: readonly z.ZodType[] = [],
): IdArgument[] {
  const bare = unwrap(schema);
  // A schema can contain itself.
  if (around.includes(bare)) return [];
  const inside = [...around, bare];
  if (!(bare instanceof z.ZodObject)) {
    return partsOf(bare).flatMap((part) => idArguments(part, prefix, inside));
  }
  const fields = Object.entries(bare.shape) as [string, z.ZodType][];
  return fields.flatMap(([name, field]): IdArgument[] => {
    const path = prefix + name;
    const { idOf } = metaOf(field);
    if (idOf === undefined) return idArguments(field, `${path}.`, inside);
    if (typeof idOf === "string") return [{ kind: idOf, path }];
    return fields.flatMap(([other, schema]) =>
      wordsOf(schema).flatMap((word) => {
        const kind = idOf({ [other]: word });
        return kind === undefined ? [] : [{ kind, path, when: { field: other, word } }];
      }),
    );
  });
}

/** The known words of a field. */
function wordsOf(schema: z.ZodType): readonly string[] {
  const bare = unwrap(schema);
  return bare instanceof z.ZodEnum
    ? bare.options.filter((word) => typeof word === "string")
    : (metaOf(schema).known ?? []);
}
