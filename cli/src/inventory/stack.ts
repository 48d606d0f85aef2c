import { fieldsOf, get, metaOf, set, unreadAtImportKey } from "pulumi-platform-provider/contract";
import type { Field, ObjectResource, Values } from "pulumi-platform-provider/contract";
import { canBeOn, managedObjects } from "../stack/objects.js";
import type { Deployment, StateResource } from "../stack/state.js";
import type { Item } from "./inventory.js";
import { readable } from "./read.js";
import { holdsSecret, plainValues, propertiesOf, secret, valueAt } from "../stack/values.js";

/** A managed object of a stack that commands can read. */
export interface ManagedItem {
  item: Item;
  /** The host of the instance of the object, if the state has it. */
  host?: string;
}

/** The managed objects of a stack that commands can read, each once. */
export function managedItems(deployment: Deployment): ManagedItem[] {
  const byObject = new Map<string, ManagedItem>();
  for (const { host, id, isToDelete, stored, ...one } of managedObjects(deployment)) {
    const resource = readable.find((kind) => kind === one.resource);
    const key = JSON.stringify([one.resource.name, host, id]);
    const earlier = byObject.get(key);
    // Of an object that Pulumi also still has to delete, the program declares other values.
    if (resource === undefined || (isToDelete && earlier !== undefined)) continue;
    const managed = { item: itemOf(resource, id, stored), host };
    byObject.set(key, earlier === undefined ? managed : joined(earlier, managed));
  }
  return [...byObject.values()];
}

/** Tells which objects of an instance a stack manages. */
export function managedOn(
  managed: readonly ManagedItem[],
  address: string,
): (item: Pick<Item, "resource" | "id">) => boolean {
  const keyOf = ({ resource, id }: Pick<Item, "resource" | "id">) => `${resource.name} ${id}`;
  const here = managed.filter((one) => canBeOn(one, address));
  const keys = new Set(here.map(({ item }) => keyOf(item)));
  return (item) => keys.has(keyOf(item));
}

function itemOf(resource: ObjectResource, id: string, one: StateResource): Item {
  const fields = fieldsOf(resource.inputs);
  const declared = plainValues(one.inputs ?? one.outputs);
  const state = withDeclared(plainValues(one.outputs), declared, fields);
  const own = Object.entries(propertiesOf(state));
  const isInput = (key: string) => Object.hasOwn(resource.inputs.shape, key);
  const told = fields.filter(({ path }) => !holdsSecret(valueAt(state, path)));
  const inputs = withoutSecretParts(
    Object.fromEntries(own.filter(([key]) => isInput(key))),
  ) as Values;
  const outputs = withoutSecretParts(Object.fromEntries(own.filter(([key]) => !isInput(key))));
  const unread = declared[unreadAtImportKey];
  // If the program omits a field, the outputs keep its last value. After an import, the program is not known.
  const isManaged = ({ path, schema }: Field) => {
    const isOptional = schema.safeParse(undefined).success;
    return (
      !isOptional ||
      (Array.isArray(unread) && unread.includes(path)) ||
      (valueAt(declared, path) ?? whenOmitted(schema)) !== undefined
    );
  };
  const isShown = (field: Field) =>
    told.includes(field) &&
    isManaged(field) &&
    (get(inputs, field.path) ?? whenOmitted(field.schema)) !== undefined;
  const pathsOf = (some: readonly Field[]) => some.map(({ path }) => path);
  return {
    ...{ resource, id, inputs, outputs: outputs as Values },
    unseen: pathsOf(fields.filter((field) => !isShown(field))),
    unmanaged: pathsOf(fields.filter((field) => !isManaged(field))),
  };
}

/** The outputs, and the declared values of fields that an import could not read: no output has these before a write. */
function withDeclared(state: Values, declared: Values, fields: readonly Field[]): Values {
  for (const { path } of fields) {
    const value = valueAt(declared, path);
    if (valueAt(state, path) === undefined && value !== undefined) set(state, path, value);
  }
  return state;
}

/** The value that an omitted field stands for, if any. */
export function whenOmitted(schema: Field["schema"]): unknown {
  const { omitted = {} } = metaOf(schema);
  return omitted.write ?? omitted.default;
}

/** Several resources of a program can manage parts of one object: each has some items of its lists. */
function joined(one: ManagedItem, other: ManagedItem): ManagedItem {
  const inputs = { ...one.item.inputs };
  for (const [key, value] of Object.entries(other.item.inputs)) {
    const known = inputs[key];
    inputs[key] =
      Array.isArray(known) && Array.isArray(value)
        ? [...(known as unknown[]), ...(value as unknown[])]
        : (known ?? value);
  }
  const unseen = [...new Set([...one.item.unseen, ...other.item.unseen])];
  const unmanaged = one.item.unmanaged?.filter((path) => other.item.unmanaged?.includes(path));
  return { ...one, item: { ...one.item, inputs, unseen, unmanaged } };
}

/** The values without any that holds a secret: a list is secret as a whole. */
function withoutSecretParts(value: unknown): unknown {
  if (value === secret) return undefined;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return holdsSecret(value) ? undefined : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutSecretParts(inner)]),
  );
}
