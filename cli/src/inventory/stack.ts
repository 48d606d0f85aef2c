import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import {
  fieldsOf,
  get,
  isBookkeeping,
  madeOnKey,
  metaOf,
  notShownKey,
  set,
} from "pulumi-platform-provider/tooling";
import type { Field, ObjectResource, Values } from "pulumi-platform-provider/tooling";
import { parse } from "yaml";
import { findProject } from "../engine/project.js";
import { engineText } from "../engine/run.js";
import { Failure } from "../failure.js";
import type { Item } from "./inventory.js";
import { readable } from "./read.js";
import { isSecret } from "./secrets.js";

/** A resource in the state of a stack. */
export interface StateResource {
  type: string;
  id?: string;
  /** It is replaced already, and still to be deleted. */
  delete?: boolean;
  inputs?: Values;
  outputs?: Values;
}

/** The state of a stack, as `pulumi stack export` writes it. */
export interface Deployment {
  resources?: readonly StateResource[] | null;
  pending_operations?: readonly unknown[] | null;
}

/** An object that a stack manages. */
export interface Managed {
  item: Item;
  /** The host of the instance that it was created on, where the state tells. */
  host?: string;
}

/** What the state of a stack tells of the objects that the stack manages. Nobody decrypts its secrets. */
export async function readDeployment(stack: string): Promise<Deployment> {
  const text = await engineText(["stack", "export", "--stack", stack]).catch((error: unknown) => {
    if (findProject() !== undefined || stack.split("/").length >= 3) throw error;
    throw new Failure(
      `stack:${stack} is the stack of a project, but neither this folder nor one above it has a Pulumi.yaml. Run the command in the folder of the project.`,
    );
  });
  return (JSON.parse(text) as { deployment?: Deployment }).deployment ?? {};
}

/** The objects in the state of a stack. */
export function managedObjects({ resources }: Deployment): Managed[] {
  const byObject = new Map<string, Managed>();
  for (const one of resources ?? []) {
    const resource = readable.find(({ name }) => tokensOf(name).includes(one.type));
    if (resource === undefined || one.id === undefined || one.delete === true) continue;
    const host = one.outputs?.[madeOnKey];
    const managed: Managed = {
      item: itemOf(resource, one.id, one),
      ...(typeof host === "string" && { host }),
    };
    const key = JSON.stringify([resource.name, managed.host, one.id]);
    const earlier = byObject.get(key);
    byObject.set(key, earlier === undefined ? managed : joined(earlier, managed));
  }
  return [...byObject.values()];
}

const tokensOf = (name: string): string[] => [
  `platform:index:${name}`,
  `pulumi-nodejs:dynamic/platform:${name}`,
];

function itemOf(resource: ObjectResource, id: string, one: StateResource): Item {
  const fields = fieldsOf(resource.inputs);
  const declared = one.inputs ?? one.outputs ?? {};
  const state = withDeclared(one.outputs ?? {}, declared, fields);
  const own = Object.entries(state).filter(([key]) => !key.startsWith("__") && !isBookkeeping(key));
  const isInput = (key: string) => Object.hasOwn(resource.inputs.shape, key);
  const told = fields.filter(({ path }) => !holdsSecret(secretIn(state, path)));
  const inputs = withoutSecrets(Object.fromEntries(own.filter(([key]) => isInput(key)))) as Values;
  const outputs = withoutSecrets(Object.fromEntries(own.filter(([key]) => !isInput(key))));
  const notShown = declared[notShownKey];
  // After a program left a field out, the outputs still have its last value. After an import, nobody knows the program.
  const isManaged = ({ path, schema }: Field) => {
    const isOptional = schema.safeParse(undefined).success;
    return (
      !isOptional ||
      (Array.isArray(notShown) && notShown.includes(path)) ||
      (secretIn(declared, path) ?? whenOmitted(schema)) !== undefined
    );
  };
  const isShown = (field: Field) =>
    told.includes(field) &&
    isManaged(field) &&
    (get(inputs, field.path) ?? whenOmitted(field.schema)) !== undefined;
  const pathsOf = (some: readonly Field[]) => some.map(({ path }) => path);
  return {
    ...{ resource, id, inputs, outputs: outputs as Values },
    untold: pathsOf(fields.filter((field) => !isShown(field))),
    unmanaged: pathsOf(fields.filter((field) => !isManaged(field))),
  };
}

/** The outputs, and the declared values of fields that an import could not read: no output has these before a write. */
function withDeclared(outputs: Values, declared: Values, fields: readonly Field[]): Values {
  const state = structuredClone(outputs);
  for (const { path } of fields) {
    const value = secretIn(declared, path);
    if (secretIn(state, path) === undefined && value !== undefined) set(state, path, value);
  }
  return state;
}

/** What it means that a field is left out; undefined where that means nothing. */
function whenOmitted(schema: Field["schema"]): unknown {
  const { whenRemoved, default: omitted } = metaOf(schema);
  return whenRemoved ?? omitted;
}

/** Several resources of a program can manage parts of one object: each has some items of its lists. */
function joined(one: Managed, other: Managed): Managed {
  const inputs = { ...one.item.inputs };
  for (const [key, value] of Object.entries(other.item.inputs)) {
    const known = inputs[key];
    inputs[key] =
      Array.isArray(known) && Array.isArray(value)
        ? [...(known as unknown[]), ...(value as unknown[])]
        : (known ?? value);
  }
  const untold = [...new Set([...one.item.untold, ...other.item.untold])];
  const unmanaged = one.item.unmanaged?.filter((path) => other.item.unmanaged?.includes(path));
  return { ...one, item: { ...one.item, inputs, untold, unmanaged } };
}

function holdsSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isSecret(value) || Object.values(value).some(holdsSecret);
}

/** The value at a path, or the secret on the way to it. */
function secretIn(state: Values, path: string): unknown {
  return path.split(".").reduce<unknown>((inner, key) => {
    if (typeof inner !== "object" || inner === null || isSecret(inner)) return inner;
    return (inner as Values)[key];
  }, state);
}

/** The values without any that holds a secret: a list is secret as a whole. */
function withoutSecrets(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return holdsSecret(value) ? undefined : value;
  if (isSecret(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutSecrets(inner)]),
  );
}

/** The settings of a stack in this folder, by their full names. */
export const stackSettings = (stack: string): Values => settingsFile(stack).config ?? {};

/** Whether a passphrase encrypts the secrets of a stack. */
export const hasPassphrase = (stack: string): boolean =>
  settingsFile(stack).encryptionsalt !== undefined;

interface SettingsFile {
  config?: Values;
  encryptionsalt?: string;
}

function settingsFile(stack: string): SettingsFile {
  const path = settingsPath(stack);
  if (!existsSync(path)) return {};
  try {
    return (parse(readFileSync(path, "utf8")) as SettingsFile | null) ?? {};
  } catch (error) {
    throw new Failure(`${path} is not YAML: ${(error as Error).message.split("\n")[0]}`);
  }
}

/** Pulumi looks for the last part of a name with an organization. */
export const settingsPath = (stack: string): string =>
  join(
    relative(process.cwd(), findProject()?.folder ?? ""),
    `Pulumi.${stack.replace(/^.*\//, "")}.yaml`,
  );

/** Whether a stack e-mails nobody, by its settings or by what its provider was last configured with. */
export function isMuted(stack: string, { resources }: Deployment = {}): boolean {
  const providers = (resources ?? []).filter(({ type }) => type === "pulumi:providers:platform");
  const said = [
    stackSettings(stack)["platform:mail"],
    ...providers.map(({ inputs }) => inputs?.mail),
  ];
  return said.includes("muted");
}
