/** The names that Pulumi gives to resources: `urn:pulumi:<stack>::<project>::<types from the top>::<name>`. */

export const rootStackType = "pulumi:pulumi:Stack";

/** A stack of a project. */
export interface StackName {
  stack: string;
  project: string;
}

/** The types of a resource and of its parents, joined by `$`. */
export const qualifiedTypeOf = (urn: string): string => urn.split("::")[2] ?? "";

export const typeOf = (urn: string): string => qualifiedTypeOf(urn).split("$").pop() ?? "";

/** A name may contain the delimiter. */
export const nameOf = (urn: string): string => urn.split("::").slice(3).join("::");

export const isUrn = (text: string): boolean =>
  text.startsWith("urn:pulumi:") && text.split("::").length > 3;

export const isRootStack = (urn: string): boolean => qualifiedTypeOf(urn) === rootStackType;

/** The URN of a resource below a parent; the root stack is not part of a URN. */
export function urnOf(
  { stack, project }: StackName,
  { parent, type, name }: { parent: string; type: string; name: string },
): string {
  const above = parent === "" || isRootStack(parent) ? "" : `${qualifiedTypeOf(parent)}$`;
  return `urn:pulumi:${stack}::${project}::${above}${type}::${name}`;
}

export const rootStackUrn = ({ stack, project }: StackName): string =>
  urnOf({ stack, project }, { parent: "", type: rootStackType, name: `${project}-${stack}` });

/** The same resource under another name. */
export function renamed(urn: string, name: string): string {
  return [...urn.split("::").slice(0, 3), name].join("::");
}

/** The same resource in another stack of the project. */
export function inStack(urn: string, stack: string): string {
  return urn.replace(/^urn:pulumi:[^:]*/, `urn:pulumi:${stack}`);
}

const providerPrefix = "pulumi:providers:";

export const isProviderType = (type: string): boolean => type.startsWith(providerPrefix);

export const providerTypeOf = (pack: string): string => providerPrefix + pack;

/** The package of a resource type, or the package that a provider is for. */
export function packageOf(type: string): string {
  return isProviderType(type) ? type.slice(providerPrefix.length) : (type.split(":")[0] ?? "");
}

/** How a resource refers to its provider. */
export const referenceTo = (urn: string, id: string): string => `${urn}::${id}`;

export const urnIn = (reference: string): string =>
  reference.slice(0, Math.max(0, reference.lastIndexOf("::")));

export const idIn = (reference: string): string =>
  reference.slice(reference.lastIndexOf("::") + "::".length);
