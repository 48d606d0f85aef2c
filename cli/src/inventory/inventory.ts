import { nameField } from "pulumi-platform-provider/contract";
import type { ObjectResource, PlatformError, Values } from "pulumi-platform-provider/contract";
import { firstOf } from "../output/texts.js";

/** An object of an instance, as a program would declare it. */
export interface Item {
  resource: ObjectResource;
  id: string;
  inputs: Values;
  outputs: Values;
  /** Paths of the inputs that the instance does not show. */
  unseen: readonly string[];
  /**
   * What the instance shows beside the inputs, by path: fields that no argument holds, with unusual values. A stack does
   * not know them.
   */
  notInProgram?: Values;
  /** The platform made it with another object, so a program that declares the other object does not need it. */
  isImplied?: true;
  /** The unseen paths that the program omits, so its stack does not manage them. */
  unmanaged?: readonly string[];
}

/** Something that could not be read. */
export interface Gap {
  /** The subject: `schedules`, or one of their objects. */
  of: string;
  ids?: readonly string[];
  reason: string;
  /** The way to close the gap: options with ids, or extended operations. */
  needs?: "ids" | "extended";
}

/** The subjects of gaps that are about a whole instance or a whole stack. */
export const wholeInstance = "the instance";
export const wholeStack = "the stack";

/** A gap as a line. */
export function gapLine({ of, ids = [], reason }: Gap): string {
  return ids.length === 0
    ? `${of}: ${reason}`
    : `${ids.length} of ${of} (${firstOf(ids, 5)}): ${reason}`;
}

/** The objects of an instance, as far as it shows them. */
export interface Inventory {
  /** The name of the instance. */
  instance: string;
  address: string;
  operations: string;
  items: readonly Item[];
  gaps: readonly Gap[];
  /** Kinds of which the instance shows only objects whose ids somebody named. */
  unlisted?: readonly string[];
  /** Why the instance refused a kind. */
  refused?: readonly PlatformError[];
}

/** Whether the name of an object has a text in it, where its kind has names. */
export function isNamedLike(resource: ObjectResource, values: Values, filter = ""): boolean {
  const named = nameField(resource);
  if (named === undefined || filter === "") return true;
  const name = values[named];
  return typeof name === "string" && name.toLowerCase().includes(filter.toLowerCase());
}

/** The name of an object for people: `report schedule "Weekly sales"`. A secret name stays secret. */
export function objectTitle({
  resource,
  id,
  inputs,
  unseen = [],
}: Pick<Item, "resource" | "id" | "inputs"> & { unseen?: readonly string[] }): string {
  const { noun, label } = resource;
  const name = nameField(resource);
  const isNamed = name === undefined || (inputs[name] !== undefined && !unseen.includes(name));
  return `${noun} ${isNamed ? label(inputs) : id}`;
}

/** Orders numbers of any length as numbers, and other ids as texts of the same length. */
export const compareIds = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
