import { metaOf, objectFor, partFor } from "pulumi-platform-provider/tooling";
import type { Id, IdKind, Values } from "pulumi-platform-provider/tooling";
import type { Item } from "../inventory/inventory.js";

type Schema = Parameters<typeof partFor>[0];

export type { Id };

/** An id in the inputs of an item, and the path of its field, without positions in lists. */
export interface Use {
  kind: IdKind;
  id: Id;
  path: string;
}

/** The kind of object that a value is the id of, as its definition tells; `holder` is the object that has the value. */
export function idKindOf(
  schema: Schema | undefined,
  value: unknown,
  holder: Values,
): IdKind | undefined {
  if (schema === undefined || (typeof value !== "string" && typeof value !== "number")) {
    return undefined;
  }
  const { idOf, idKind } = metaOf(schema);
  const kind = idKind === undefined ? idOf : idKind(holder);
  // The page of a report of a single card is 0 on every instance.
  return value === 0 ? undefined : kind;
}

/** The inputs of an item with other ids. */
export const withIds = ({ resource, inputs }: Item, translate: (use: Use) => Id): Values =>
  replaced(resource.inputs, inputs, translate);

function replaced(schema: Schema, values: Values, translate: (use: Use) => Id): Values {
  const inner = (
    schema: Schema | undefined,
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

/** Every id in the inputs of an item. */
export const idsIn = ({ resource, inputs }: Item): Use[] => idsOf(resource.inputs, inputs);

/** Every id in the outputs of an item, such as its owner's. */
export const idsInOutputs = ({ resource, outputs }: Item): Use[] =>
  idsOf(resource.outputs, outputs);

function idsOf(schema: Schema, values: Values): Use[] {
  const found: Use[] = [];
  replaced(schema, values, (use) => {
    found.push(use);
    return use.id;
  });
  return found;
}
