import { idKindOf, objectFor, partFor } from "pulumi-platform-provider/contract";
import type { Id, Values } from "pulumi-platform-provider/contract";
import { ownKind } from "../ids/usedIds.js";
import { compareIds } from "../inventory/inventory.js";
import type { Inventory, Item } from "../inventory/inventory.js";
import { withConstants } from "./constants.js";
import type { Declaration, Declared, Expression, Field, Program } from "./expression.js";
import { Names, namesOf, titleOf, variableOf } from "./names.js";

type Schema = Parameters<typeof partFor>[0];

/** How a program is built. */
interface Options {
  /** It adopts its objects. */
  adopts?: boolean;
  /** It is a part of a program that exists and has these names. A part has no constants. */
  partOf?: { names: Iterable<string>; variables: Iterable<string> };
}

/** The program that declares everything of an inventory. */
export function programOf(
  { items, operations }: Pick<Inventory, "items" | "operations">,
  { adopts = false, partOf }: Options = {},
): Program {
  // Two equal names get their numbers in the order of their ids.
  const ordered = [...items].sort((a, b) => compareIds(a.id, b.id));
  const names = namesOf(ordered, partOf?.names);
  const variables = new Names(partOf?.variables);
  const declarations = new Map<Item, Declaration>();
  for (const item of ordered) {
    const name = names.get(item) ?? item.id;
    const wanted = variableOf(name) || variableOf(`${item.resource.noun} ${name}`);
    declarations.set(item, { item, name, variable: variables.unique(wanted) });
  }
  const byId = new Map(
    [...declarations.values()].map((one) => [
      `${String(ownKind(one.item.resource))} ${one.item.id}`,
      one,
    ]),
  );
  const builder = new ArgumentsBuilder((kind, id) => byId.get(`${kind} ${id}`), operations);
  const declared = [...declarations.values()]
    .sort(byTitle)
    .map((one) => ({ ...one, arguments: builder.argumentsOf(one.item, adopts) }));
  return partOf === undefined ? withConstants(declared, variables) : { constants: [], declared };
}

/** Makes the arguments of declarations. */
class ArgumentsBuilder {
  constructor(
    readonly declarationOf: (kind: string, id: string) => Declaration | undefined,
    readonly operations: string,
  ) {}

  argumentsOf({ resource, id, inputs, unseen }: Item, adopts: boolean): Expression {
    const fields = this.#fields(resource.inputs, inputs, unseen, "");
    const adopting = adopts && "adopt" in resource.inputs.shape;
    return {
      is: "object",
      fields: adopting ? [...fields, { name: "adopt", value: { is: "adopted", id } }] : fields,
    };
  }

  #fields(
    schema: Schema | undefined,
    values: Values,
    unseen: readonly string[],
    prefix: string,
  ): Field[] {
    const names = Object.keys((schema && objectFor(schema, values))?.shape ?? values);
    const fields: Field[] = [];
    for (const name of names) {
      const path = prefix + name;
      const value = values[name];
      const isUnseen = unseen.includes(path);
      const why = `${this.operations === "extended" ? "The instance does" : "Documented operations do"} not show ${name}`;
      if (value === undefined || value === null) {
        if (isUnseen) fields.push({ comment: `${why}: Pulumi does not manage it.` });
        continue;
      }
      const part = schema && partFor(schema, values, name);
      const expression = this.#expression(part, value, values, unseen, `${path}.`);
      const comment = isUnseen ? `${why}: this value is assumed.` : undefined;
      fields.push({ name, value: expression, comment });
    }
    return fields;
  }

  #expression(
    schema: Schema | undefined,
    value: unknown,
    holder: Values,
    unseen: readonly string[],
    prefix: string,
  ): Expression {
    if (Array.isArray(value)) {
      const items = value.map((one, at) =>
        this.#expression(schema && partFor(schema, value, at), one, holder, unseen, prefix),
      );
      return { is: "list", items };
    }
    if (typeof value === "object" && value !== null) {
      return {
        is: "object",
        fields: this.#fields(schema, value as Values, unseen, prefix),
      };
    }
    const kind = idKindOf(schema, value, holder);
    if (kind === undefined) return literal(value);
    const to = this.declarationOf(kind, String(value));
    return to === undefined ? { is: "id", of: kind, value: value as Id } : { is: "reference", to };
  }
}

const literal = (value: unknown): Expression => ({ is: "value", value });

const byTitle = (a: Declared | Declaration, b: Declared | Declaration): number =>
  titleOf(a.item).localeCompare(titleOf(b.item), "en") || compareIds(a.item.id, b.item.id);
