import type { Resource, Values } from "pulumi-platform-provider/contract";
import { holdsSymbol } from "../stack/values.js";

/** The exclusive keys of a resource; none if a value is not known yet. */
export const exclusiveKeysOf = (
  resource: Resource | undefined,
  values: Values = {},
): readonly string[] =>
  resource?.exclusiveKeys === undefined || holdsSymbol(values) || Object.keys(values).length === 0
    ? []
    : resource.exclusiveKeys(values);
