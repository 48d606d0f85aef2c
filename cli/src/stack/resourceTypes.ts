import { dynamicTypeToken, resources, typeToken } from "pulumi-platform-provider/contract";
import type { Resource } from "pulumi-platform-provider/contract";

/** The type token of a resource of the plugin. */
export const pluginType = ({ name }: Resource): string => typeToken(name);

/** The definition of a type token, of the plugin or of a dynamic resource; undefined for resources of other providers. */
export const resourceOf = (type: string): Resource | undefined =>
  resources.find(({ name }) => [typeToken(name), dynamicTypeToken(name)].includes(type));

/** The type token of the plugin's provider. */
export const providerType = "pulumi:providers:platform";

/** The URN in a reference to a provider, which ends with its id. */
export const providerUrn = (reference: string): string =>
  reference.slice(0, reference.lastIndexOf("::"));

/** Whether the engine created this provider, for resources without an explicit one. */
export const isDefaultProvider = (name: string): boolean => /^default(_|$)/.test(name);
