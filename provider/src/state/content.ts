import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { metaOf } from "../definition/meta";
import { get } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import { meaningOf } from "./compare";
import { contentOf } from "./contentHash";

/** A hash of the inputs that the platform gets. Values with the same meaning have the same hash. */
export function contentOfInputs({ name, inputs: schema }: Resource, inputs: Values): string {
  const meant = fieldsOf(schema)
    .filter((field) => metaOf(field.schema).programOnly === undefined)
    .map((field) => [field.path, meaningOf(field.schema, get(inputs, field.path))]);
  return contentOf([name, ...meant]);
}
