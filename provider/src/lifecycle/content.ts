import { createHash } from "node:crypto";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { metaOf } from "../definition/meta";
import { get } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import { meaningOf } from "./compare";

/** A hash of what the program asks for, without how it comes to be; values that mean the same are the same. */
export function contentOfInputs({ name, inputs: schema }: Resource, inputs: Values): string {
  const meant = fieldsOf(schema)
    .filter((field) => metaOf(field.schema).programOnly !== true)
    .map((field) => [field.path, meaningOf(field.schema, get(inputs, field.path))]);
  return contentOf([name, ...meant]);
}

/** A hash of any value, whatever the order of its keys. */
export function contentOf(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("hex")
    .slice(0, 16);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => [key, sorted(inner)]);
}
