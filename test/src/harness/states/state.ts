import type { StateResource } from "../../engine/stacks/pulumiStack";
import type { Values } from "../../lifecycle/tables/row";
import type { Subject } from "../sessions/session";
import { nameOf } from "./urns";

/** Of `customTimeouts`, in seconds. */
export type Timeouts = Partial<Record<"create" | "read" | "update" | "delete", number>>;

/** A resource in the state, with the fields that `stack export` shows. Inputs and outputs never change in place. */
export interface ResourceState {
  urn: string;
  type: string;
  /** False for a component and for the stack itself. */
  custom: boolean;
  id: string;
  inputs: Values;
  outputs?: Values;
  parent: string;
  /** A reference to the provider: URN and id. */
  provider: string;
  dependencies: readonly string[];
  propertyDependencies: Readonly<Record<string, readonly string[]>>;
  protect: boolean;
  taint: boolean;
  /** Replaced, and still to be deleted. */
  delete: boolean;
  /** Deleted, and the replacement does not exist yet. */
  pendingReplacement: boolean;
  retainOnDelete: boolean;
  refreshBeforeUpdate: boolean;
  /** Former URNs. */
  aliases: readonly string[];
  timeouts: Timeouts;
  /** The id that the program imported the resource with. */
  importId: string;
  ignoreChanges: readonly string[];
  replaceOnChanges: readonly string[];
  replacementTrigger?: unknown;
}

export type OperationType = "creating" | "updating" | "deleting" | "reading" | "importing";

/** Something that an engine began. */
export interface Operation {
  resource: ResourceState;
  type: OperationType;
}

/** What the engine keeps from one command to the next. */
export interface Snapshot {
  resources: ResourceState[];
  pending: Operation[];
}

export const emptySnapshot = (): Snapshot => ({ resources: [], pending: [] });

/** A copy whose resources can be marked without any effect on this one. */
export const copyOf = ({ resources, pending }: Snapshot): Snapshot => ({
  resources: resources.map((one) => ({ ...one })),
  pending: pending.map(({ resource, type }) => ({ resource: { ...resource }, type })),
});

export const subjectOf = ({ urn, type }: ResourceState): Subject => ({
  urn,
  type,
  name: nameOf(urn),
});

/** What a resource refers to, besides its provider. */
export interface Reference {
  kind: "parent" | "dependency" | "property";
  urn: string;
  key: string;
}

export function referencesOf(resource: ResourceState): Reference[] {
  const { parent, dependencies, propertyDependencies } = resource;
  const found: Reference[] = [];
  if (parent !== "") found.push({ kind: "parent", urn: parent, key: "" });
  for (const urn of dependencies) found.push({ kind: "dependency", urn, key: "" });
  for (const [key, urns] of Object.entries(propertyDependencies)) {
    for (const urn of urns) found.push({ kind: "property", urn, key });
  }
  return found;
}

/** The references of a resource, each replaced by another one or, where there is none, left out. */
export function withReferences(
  resource: ResourceState,
  change: (reference: Reference) => string | undefined,
): Pick<ResourceState, "parent" | "dependencies" | "propertyDependencies"> {
  const changed = { parent: "", dependencies: [] as string[] };
  const byProperty: Record<string, string[]> = {};
  for (const reference of referencesOf(resource)) {
    const urn = change(reference);
    if (urn === undefined) continue;
    if (reference.kind === "parent") changed.parent = urn;
    else if (reference.kind === "dependency") changed.dependencies.push(urn);
    else (byProperty[reference.key] ??= []).push(urn);
  }
  return { ...changed, propertyDependencies: byProperty };
}

/** As a deployment shows a resource: fields without a value are left out. */
export function exported(resource: ResourceState, seal: (values: Values) => Values): StateResource {
  const { inputs, outputs, timeouts, importId, replacementTrigger, ...fields } = resource;
  const set = Object.entries({
    ...fields,
    importID: importId,
    customTimeouts: timeouts,
    replacementTrigger,
    inputs: seal(inputs),
    outputs: outputs && seal(outputs),
  }).filter(([key, value]) => key === "custom" || isSet(value));
  return Object.fromEntries(set) as unknown as StateResource;
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === "" || value === false) return false;
  return typeof value !== "object" || value === null || Object.keys(value).length > 0;
}

/** The resource that a deployment shows. */
export function imported(shown: StateResource, open: (values: Values) => Values): ResourceState {
  const { importID, customTimeouts, ...fields } = shown as unknown as Partial<ResourceState> & {
    importID?: string;
    customTimeouts?: Timeouts;
  };
  return {
    ...blank,
    ...fields,
    importId: importID ?? "",
    timeouts: customTimeouts ?? {},
    inputs: open(fields.inputs ?? {}),
    outputs: fields.outputs && open(fields.outputs),
  };
}

const blank: ResourceState = {
  urn: "",
  type: "",
  custom: false,
  id: "",
  inputs: {},
  parent: "",
  provider: "",
  dependencies: [],
  propertyDependencies: {},
  protect: false,
  taint: false,
  delete: false,
  pendingReplacement: false,
  retainOnDelete: false,
  refreshBeforeUpdate: false,
  aliases: [],
  timeouts: {},
  importId: "",
  ignoreChanges: [],
  replaceOnChanges: [],
};

/** A resource of which only some fields have a value. */
export const newState = (fields: Partial<ResourceState> & Pick<ResourceState, "urn" | "type">) => ({
  ...blank,
  ...fields,
});
