import type { Resource, Values } from "pulumi-platform-provider/tooling";
import { holdsSymbol } from "./values.js";

/** What only one resource of a program can have. Of values that nobody knows, nothing is claimed. */
export const claimsOf = (resource: Resource | undefined, values: Values = {}): readonly string[] =>
  resource?.claims === undefined || holdsSymbol(values) || Object.keys(values).length === 0
    ? []
    : resource.claims(values);
