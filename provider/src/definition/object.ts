import { z } from "zod";
import type { Operations } from "../platform/operations";
import type { Access } from "./access";
import { untyped } from "./base";
import type { ResourceBase, Typed } from "./base";
import { mailedAtKey } from "./mail";
import { metaOf } from "./meta";
import { idKinds } from "./idKinds";
import type { IdKind } from "./idKinds";
import { fieldsOf } from "./schema";
import type { Values } from "./values";
import { canRead } from "./verbs";
import type { Existing, Verbs } from "./verbs";

/** An object that the platform keeps. */
export interface ObjectResource<Inputs = Values, Outputs = Values> extends ResourceBase<Inputs> {
  kind: "object";
  /** The inputs by which people tell it from others of its kind, also on another instance; first its name, if it has one. */
  naturalKey: readonly string[];
  /** Its import id by the kinds of ids that it follows from: where the platform cannot list objects of its kind. */
  importIds?: Partial<Record<IdKind, (id: string) => string>>;
  /** What it does to the access of people; absent where it gives nobody access. */
  access?: Access<Inputs>;
  /** Calls only the 17 endpoints of the specification. */
  documented: Verbs<Inputs, Outputs>;
  /** What extended operations do differently. */
  extended: Partial<Verbs<Inputs, Outputs>>;
  /** What an object shows to a refresh, where its state tells how to read it. */
  inState?: (object: Existing, state: Inputs & Partial<Outputs>) => Existing;
  /** Which changed paths need a replacement: those that the schema marks, unless a definition tells more. */
  replaces: (old: Inputs, inputs: Inputs, changed: readonly string[]) => string[];
  /** Which comes first in a replacement. `deleteFirst` where no two objects can have the same name. */
  replacement: "createFirst" | "deleteFirst";
}

type TypedObject<Inputs extends z.ZodObject, Outputs extends z.ZodObject> = Typed<
  ObjectResource<z.infer<Inputs>, z.infer<Outputs>>,
  Inputs,
  Outputs
>;
/** What follows where a definition leaves it out. */
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
  return untyped({ kind: "object", ...derived, ...definition, inputs, outputs });
}

type Adoptable<Inputs, Outputs> = Pick<ObjectResource, "noun" | "inputs"> &
  Pick<ObjectResource<Inputs, Outputs>, "documented" | "extended">;

/** The inputs with `adopt`, if a second create would make a second object, and a read can compare an existing one. */
function withAdopt<Inputs, Outputs>(resource: Adoptable<Inputs, Outputs>): z.ZodObject {
  const { inputs, documented, extended } = resource;
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
      `Id of an existing object to take over instead of creating one. ${comparison} You can remove this argument later.`,
    )
    .meta({ programOnly: "create", idOf: idKindOf(resource) });
  return inputs.extend({ adopt });
}

/** The kind of the ids of its objects, if programs contain them. */
export function idKindOf({ noun }: Pick<ObjectResource, "noun">): IdKind | undefined {
  return idKinds.find((kind) => kind === noun.split(" ").at(-1));
}

/** The input by which people know it, where a list shows it; several objects can have the same. */
export function nameField({
  documented,
  extended,
  naturalKey,
}: ObjectResource): string | undefined {
  return (documented.list ?? extended.list) && naturalKey[0];
}

/** The form of its import id, where that is not an id that the platform gave it. */
export function importForm({ importIds = {}, ...resource }: ObjectResource): string | undefined {
  if (nameField(resource) !== undefined) return undefined;
  const forms = Object.entries(importIds).map(([kind, importId]) => importId(`<${kind}Id>`));
  return forms.length === 0 ? undefined : forms.join(" or ");
}

/** What all of its kind are called: `schedules`. */
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
export function verbsOf(resource: ObjectResource, operations: Operations): Verbs<Values, Values> {
  const { documented, extended } = resource;
  if (operations !== "extended") return documented;
  const verbs = extendedVerbs.get(resource) ?? { ...documented, ...extended };
  extendedVerbs.set(resource, verbs);
  return verbs;
}
const extendedVerbs = new WeakMap<ObjectResource, Verbs<Values, Values>>();
