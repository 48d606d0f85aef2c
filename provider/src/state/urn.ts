/** The types of the parents and of the resource. */
const typesIn = (urn: string): string[] => urn.split("::")[2]?.split("$") ?? [];

/** Whether the resource is in a component. */
export const hasParent = (urn: string): boolean => typesIn(urn).length > 1;

/** The type of the resource, without the types of its parents. */
export const typeIn = (urn: string): string => typesIn(urn).at(-1) ?? "";

/** The name, which is the only part of a URN that can contain `::`. */
export const nameIn = (urn: string): string => urn.split("::").slice(3).join("::");
