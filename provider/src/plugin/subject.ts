import { createHash } from "node:crypto";
import { resources } from "../catalog";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Given } from "./values";

/** A request of the engine that is about one resource of a program. */
export interface ResourceRequest {
  getUrn: () => string;
  getType: () => string;
}

export function resourceOf(request: ResourceRequest): Resource {
  return resourceAt(request.getType() || typeIn(request.getUrn()));
}

export function resourceAt(type: string): Resource {
  const resource = resources.find(({ name }) => type === `platform:index:${name}`);
  if (resource === undefined) throw new Error(`${type} is no resource of this provider.`);
  return resource;
}

/** What `pulumi do --stateless` calls everything of a type, however many there are. */
export const isDirect = (urn: string) =>
  urn.startsWith("urn:pulumi:dev::default::") && typeIn(urn).split(":").pop() === nameIn(urn);

/** Tells a resource from every other one; undefined for what is in no state. */
export function identityOf(urn: string): string | undefined {
  if (isDirect(urn)) return undefined;
  return createHash("sha256").update(urn).digest("base64url").slice(0, 16);
}

const typeIn = (urn: string) => urn.split("::")[2]?.split("$").pop() ?? "";
export const nameIn = (urn: string) => urn.split("::").pop() ?? "";

/** Inputs that only the resources of the dynamic face have: a stack that came from there still holds them. */
const foreign = ["__provider", "identity", "instance", "__private"];

/** What is known of an object: the inputs say more of themselves than the outputs of the last write. */
export function stateOf(outputs: Given, inputs: Given): Values {
  return ownOf({ ...outputs.values, ...inputs.values });
}

export function ownOf(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !foreign.includes(name)));
}
