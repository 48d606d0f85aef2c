import { memoize } from "./memoize";
import { z } from "zod";
import type { Operations } from "../platform/operations";
import type { AccessEffect } from "./access";
import type { Shown } from "./answers";
import { erased } from "./base";
import type { ResourceBase, Typed } from "./base";
import { mailedAtKey } from "./mail";
import { metaOf } from "./meta";
import type { IdKind } from "./ids/idKinds";
import { fieldsOf } from "./schema";
import type { Values } from "./values";
import { canRead } from "./verbs";
import type { Existing, Verbs } from "./verbs";

/** An object that the platform keeps. */
export interface ObjectResource<Inputs = Values, Outputs = Values> extends ResourceBase<Inputs> {
  kind: "object";
  /** The inputs by which people tell an object from others of its type, on every instance. The first is its name. */
  naturalKey: readonly string[];
  /** The kind of the ids of these objects, if programs contain such ids. */
  idKind?: IdKind;
  /** Makes the import id from the id of another object, by the kind of that id. For objects that cannot be listed. */
  importIds?: Partial<Record<IdKind, (id: string) => string>>;
  /** What the most detailed answer shows. The reference says what happens with each of its fields. */
  shown?: Shown;
  /** The effect on the access of people; absent if the object gives nobody access. */
  access?: AccessEffect<Inputs>;
  /** Calls only endpoints of the specification. */
  documented: Verbs<Inputs, Outputs>;
  /** What extended operations do differently. */
  extended: Partial<Verbs<Inputs, Outputs>>;
  /** Completes an object that a refresh read with values of its state. */
  inState?: (object: Existing, state: Inputs & Partial<Outputs>) => Existing;
  /** The changed paths that need a replacement; by default, those that the schema marks. */
  replaces: (old: Inputs, inputs: Inputs, changed: readonly string[]) => string[];
  /** The first step of a replacement. `deleteFirst` if two objects cannot have the same name. */
  replacement: "createFirst" | "deleteFirst";
}

type TypedObject<Inputs extends z.ZodObject, Outputs extends z.ZodObject> = Typed<
  ObjectResource<z.infer<Inputs>, z.infer<Outputs>>,
  Inputs,
  Outputs
>;
/** The parts that have a default. */
type Derived = "replaces" | "naturalKey" | "label" | "outputs" | "documented";
const noOutputs = z.object({});

/** Declares a resource that is an object; the types of its verbs follow from its schemas. */
export function defineObject<
  Inputs extends z.ZodObject,
  Outputs extends z.ZodObject = typeof noOutputs,
>(
  definition: Omit<TypedObject<Inputs, Outputs>, "kind" | Derived> &
    Partial<Pick<TypedObject<Inputs, Outputs>, Derived>>,
): ObjectResource {
  const marked = replacingPaths(definition.inputs);
  const replaces = (_old: unknown, _inputs: unknown, changed: readonly string[]) =>
    changed.filter((path) => marked.includes(path));
  const { naturalKey = marked } = definition;
  const label = (inputs: Values) => `"${String(inputs[naturalKey[0] ?? ""])}"`;
  const derived = { replaces, naturalKey, label, documented: {} };
  const inputs = withAdopt({ documented: {}, ...definition });
  const { mail, outputs: own = noOutputs } = definition;
  const outputs = mail?.sent ? own.extend({ [mailedAtKey]: z.number().optional() }) : own;
  return erased({ kind: "object", ...derived, ...definition, inputs, outputs });
}

type Adoptable<Inputs, Outputs> = Pick<ObjectResource, "idKind" | "inputs"> &
  Pick<ObjectResource<Inputs, Outputs>, "documented" | "extended">;

/** Adds the input `adopt` if a second create would create a second object, and if the provider can read an object. */
function withAdopt<Inputs, Outputs>(resource: Adoptable<Inputs, Outputs>): z.ZodObject {
  const { idKind: idOf, inputs, documented, extended } = resource;
  const verbs = { ...documented, ...extended };
  if (verbs.create === undefined || verbs.create.repeatable || !canRead(verbs)) return inputs;
  const comparison =
    verbs.update === undefined
      ? "It must match your program."
      : documented.update === undefined
        ? "With documented operations it must match your program; with extended operations Pulumi updates it if it differs."
        : "Pulumi updates it if it differs.";
  const adopt = z
    .string()
    .min(1)
    .optional()
    .describe(
      `Id of an existing object to manage instead of creating one. ${comparison} You can remove this argument later.`,
    )
    .meta({ programOnly: "create", idOf });
  return inputs.extend({ adopt });
}

/** The input with the name of the object, if a list shows it. Several objects can have the same name. */
export function nameField({
  documented,
  extended,
  naturalKey,
}: ObjectResource): string | undefined {
  return (documented.list ?? extended.list) && naturalKey[0];
}

/** The forms of its import id, such as `CARD/<cardId>`. Empty if it is the id that the platform gave the object. */
export function importForms({ importIds = {}, ...resource }: ObjectResource): readonly string[] {
  if (nameField(resource) !== undefined) return [];
  return Object.entries(importIds).map(([kind, importId]) => importId(`<${kind}Id>`));
}

/**
 * Whether a create can give the id of a deleted object again. The journal's note about its delete is then no evidence:
 * another machine can have created the object since.
 */
export const reusesIds = ({ documented, extended }: ObjectResource): boolean =>
  (documented.create ?? extended.create)?.repeatable === true;

/** All objects of the type in messages: `schedules`. */
export function pluralOf({ noun }: Pick<ObjectResource, "noun">): string {
  const word = noun.split(" ").at(-1) ?? "";
  return word.endsWith("s") ? noun : `${word}s`;
}

/** The paths of the fields whose change always needs a replacement. */
export function replacingPaths(inputs: z.ZodObject): string[] {
  return fieldsOf(inputs)
    .filter(({ schema }) => metaOf(schema).replaces === true)
    .map(({ path }) => path);
}

/** The verbs of an object under the given operations. */
export const verbsOf = (resource: ObjectResource, operations: Operations): Verbs<Values, Values> =>
  operations === "extended" ? extendedVerbs(resource) : resource.documented;

const extendedVerbs = memoize(
  ({ documented, extended }: ObjectResource): Verbs<Values, Values> => ({
    ...documented,
    ...extended,
  }),
);
