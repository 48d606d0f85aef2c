import { dynamicTypeToken, resources, typeToken } from "pulumi-platform-provider/contract";
import type { Resource } from "pulumi-platform-provider/contract";

type Named = Pick<Resource, "name">;

/** The type token of a resource of the plugin. */
export const pluginType = ({ name }: Named): string => typeToken(name);

/** Whether a type token belongs to a resource, with the plugin or as a dynamic resource. */
const isTypeOf = (type: string, resource: Named): boolean =>
  type === pluginType(resource) || type === dynamicTypeToken(resource.name);

/** The definition of a type token; undefined for resources of other providers. */
export const resourceOf = (type: string): Resource | undefined =>
  resources.find((one) => isTypeOf(type, one));

/** The type token of the plugin's provider. */
export const providerType = "pulumi:providers:platform";

/** The URN in a reference to a provider, which ends with its id. */
export const providerUrn = (reference: string): string =>
  reference.slice(0, reference.lastIndexOf("::"));

/** Whether the engine created this provider, for resources without an explicit one. */
export const isDefaultProvider = (name: string): boolean => /^default(_|$)/.test(name);
