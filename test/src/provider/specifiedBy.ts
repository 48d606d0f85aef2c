import fs from "node:fs";
import { join } from "node:path";
import { functions, resources } from "../../../provider/dist/catalog";
import { routesOf } from "../../../provider/dist/definition/calls";
import type { Route } from "../../../provider/dist/wire/route";
import { specified, type Specified } from "../contract/specified.js";
import { root } from "../engine/stacks/stack";

/** The routes of each resource and function, by its name. */
export const routesByName = new Map<string, readonly Route[]>([
  ...resources.map((one) => [one.name, routesOf(one)] as const),
  ...functions.map(({ name, calls }) => [name, calls.map(({ route }) => route)] as const),
]);

/** What the specification says of the operations of a resource or function. */
export const operationsOf = (name: string): Specified[] =>
  [...new Set(routesByName.get(name))].flatMap(
    ({ method, path }) => specified[`${method} ${path}`] ?? [],
  );

interface SchemaType {
  inputs?: SchemaType;
  inputProperties?: object;
  properties?: object;
  requiredInputs?: readonly string[];
  required?: readonly string[];
}
type SchemaTypes = Readonly<Record<string, SchemaType>>;

const schema = JSON.parse(fs.readFileSync(join(root, "provider/schema.json"), "utf8")) as Readonly<
  Record<"resources" | "functions" | "types", SchemaTypes>
>;

/** The required arguments of a resource or function, in depth. */
export function requiredInputs(name: string): string[] {
  const token = `platform:index:${name}`;
  return [...requiredIn(schema.resources[token] ?? schema.functions[token]?.inputs)];
}

function requiredIn(type: SchemaType = {}, seen = new Set<string>()): Set<string> {
  const text = JSON.stringify(type.inputProperties ?? type.properties ?? {});
  const found = new Set(type.requiredInputs ?? type.required);
  for (const [, token = ""] of text.matchAll(/#\/types\/([\w:]+)/g)) {
    if (seen.has(token)) continue;
    seen.add(token);
    for (const field of requiredIn(schema.types[token], seen)) found.add(field);
  }
  return found;
}
