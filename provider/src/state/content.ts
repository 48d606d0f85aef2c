import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { metaOf } from "../definition/meta";
import { get } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import { meaningOf } from "./compare";
import { contentOf } from "./contentHash";

/** A hash of what the program asks for, without how it comes to be; values that mean the same are the same. */
export function contentOfInputs({ name, inputs: schema }: Resource, inputs: Values): string {
  const meant = fieldsOf(schema)
    .filter((field) => metaOf(field.schema).programOnly === undefined)
    .map((field) => [field.path, meaningOf(field.schema, get(inputs, field.path))]);
  return contentOf([name, ...meant]);
}
