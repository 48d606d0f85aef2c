import { verbsOf } from "../definition/object";
import type { Resource } from "../definition/resource";
import { holdsUnknown } from "../definition/unknowns";
import type { Values } from "../definition/values";
import type { Settings } from "../settings/index";
import { adopted } from "./adoption";
import type { CreateRequest } from "./duplicateFinder";

/** The create request of a resource; undefined for anything but a create that must not be repeated. */
export function requestOf(
  resource: Resource,
  inputs: Values,
  identity: string | undefined,
  { operations }: Settings,
): CreateRequest | undefined {
  if (resource.kind === "action") return undefined;
  const { create, ...verbs } = verbsOf(resource, operations);
  if (create === undefined || create.repeatable === true) return undefined;
  if (adopted(inputs) !== undefined || holdsUnknown(inputs)) return undefined;
  return { resource, verbs: { ...verbs, create }, inputs, identity };
}
