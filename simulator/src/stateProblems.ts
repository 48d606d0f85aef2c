import { otherInstance, seed } from "./seed.js";

/** A bigint is a number of JSON. */
const typeName = (value: unknown) =>
  Array.isArray(value) ? "array" : typeof value === "bigint" ? "number" : typeof value;

/** What is wrong with an object of a collection; undefined if nothing. */
export function itemProblem(item: unknown, collection: string, id: string): string | undefined {
  const [, examples] = Object.entries(otherInstance()).find(([name]) => name === collection) ?? [];
  return deepProblem(item, (examples as unknown[] | undefined)?.[0], `${collection}/${id}`);
}

/** Compares a value with an example. A value of another type would make later calls fail. */
function deepProblem(value: unknown, example: unknown, path: string): string | undefined {
  if (example === null || example === undefined) return undefined;
  // A string, number or boolean may be null.
  if (value === null && typeof example !== "object") return undefined;
  if (value === null || typeName(value) !== typeName(example)) {
    return `${path} must be of type ${typeName(example)}`;
  }
  if (typeof example !== "object") return undefined;
  const below = Array.isArray(example)
    ? (value as unknown[]).map((item, n) => deepProblem(item, example[0], `${path}[${n}]`))
    : Object.entries(example)
        // A field that the file leaves out has the value of a new instance.
        .filter(([name]) => path !== "" || Object.hasOwn(value as object, name))
        .map(([name, inner]) =>
          deepProblem(
            (value as Record<string, unknown>)[name] ?? null,
            inner,
            path === "" ? name : `${path}.${name}`,
          ),
        );
  return below.find((problem) => problem !== undefined);
}

/** What is wrong with a state: an unknown field, or a value of the wrong type. Undefined if nothing. */
export function stateProblem(candidate: unknown): string | undefined {
  if (typeof candidate !== "object" || candidate === null || Array.isArray(candidate)) {
    return "it must be an object";
  }
  const known = new Map<string, unknown>(Object.entries(seed()));
  for (const [name, value] of Object.entries(candidate)) {
    if (!known.has(name)) return `${name} is not a known field`;
    const wanted = typeName(known.get(name));
    if (value === null || typeName(value) !== wanted) return `${name} must be of type ${wanted}`;
  }
  return deepProblem(candidate, otherInstance(), "");
}
