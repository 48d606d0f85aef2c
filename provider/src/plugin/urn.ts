import { resources } from "../catalog";
import { memoize } from "../definition/memoize";
import type { Resource } from "../definition/resource";
import { identityFrom } from "../state/identity";
import { typeToken } from "../state/typeTokens";
import { nameIn, typeIn } from "../state/urn";

/** The resource of a type token. */
export function resourceOfType(type: string): Resource {
  const resource = byType.get(type);
  if (resource === undefined) throw new Error(`Unknown resource type ${type}.`);
  return resource;
}

const byType = new Map(resources.map((resource) => [typeToken(resource.name), resource]));

/** Whether a URN is from `pulumi do --stateless`, which uses the same URN for all resources of a type. */
export const isStateless = (urn: string) =>
  urn.startsWith("urn:pulumi:dev::default::") && typeIn(urn).split(":").pop() === nameIn(urn);

/** The identity of a resource; undefined for a stateless run. The engine asks several times about each resource. */
export const identityOf = memoize((urn: string) => {
  if (isStateless(urn)) return undefined;
  const [stack = "", project = "", ...rest] = urn.split("::");
  return identityFrom([stack, project], rest);
});
