import { misfits, type ErrorCase } from "./fact.js";
import type { Specified } from "./specified.js";

type Values = Readonly<Record<string, unknown>>;

/** Whether a request breaks a rule of the specification, whatever the status of its answer. */
export function breaksRule(operation: Specified, wrong: ErrorCase): boolean {
  if (wrong.token !== undefined || wrong.contentType !== undefined) return true;
  // An empty body is no body, and most operations do not say that they need one.
  if (wrong.rawRequest !== undefined) return wrong.rawRequest !== "";
  return (
    hasOtherValue(operation.values, wrong.params) ||
    hasOtherValue({ orderBy: operation.sortFields ?? [] }, wrong.query) ||
    (wrong.request !== undefined && isWrongBody(operation, wrong.request))
  );
}

function isWrongBody(operation: Specified, body: unknown): boolean {
  const found = misfits(operation.request ?? "any", body);
  // A field that the specification does not list breaks none of its rules.
  const broken = found.filter((text) => !text.endsWith("is not part of the shape"));
  const missing = broken.filter((text) => text.endsWith("is missing"));
  if (broken.length > missing.length) return true;
  if (operation.refusesIncomplete === true && missing.length > 0) return true;
  const given = operation.required?.filter((path) => isGiven(body, path));
  const schema = at(body, "responseFormat.schema");
  return (
    given?.length !== operation.required?.length ||
    hasOtherValue(operation.values, flat(operation, body)) ||
    (schema !== undefined && !isSchema(schema, ["object"]))
  );
}

/** A field of an object that the body leaves out is not required. */
const isGiven = (body: unknown, path: string) => {
  const parent = path.split(".").slice(0, -1).join(".");
  return (parent !== "" && at(body, parent) === undefined) || at(body, path) !== undefined;
};

const flat = ({ values = {} }: Specified, body: unknown): Values =>
  Object.fromEntries(Object.keys(values).map((path) => [path, at(body, path)]));

const hasOtherValue = (values: Specified["values"] = {}, given: Values = {}): boolean =>
  Object.entries(values).some(
    ([name, known]) => given[name] !== undefined && !known.includes(given[name] as string),
  );

const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce((inner, name) => (inner as Values | undefined)?.[name], value);

const logical = ["oneOf", "allOf", "anyOf"];
const kinds = [
  ...["object", "array", "string", "number", "integer", "boolean", "null", "unknown"],
  ...logical,
];

/** Whether a node of a function parameter schema has a known type and what its type requires. */
function isSchema(node: unknown, types: readonly string[] = kinds): boolean {
  const { type, description, properties, items, ...rest } = node as Values;
  if (!types.includes(type as string)) return false;
  if ((type === "object" ? properties : description) === undefined) return false;
  const lists = logical.flatMap((name) => (rest[name] as unknown[] | undefined) ?? []);
  const named = Object.values((properties ?? {}) as Values);
  const inner = items === undefined ? named : [...named, items];
  return [...inner, ...lists].every((one) => isSchema(one));
}
