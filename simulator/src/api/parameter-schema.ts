import { Refusal } from "../route.js";

type Check = (value: unknown) => boolean;

const isString: Check = (value) => typeof value === "string";
const isBoolean: Check = (value) => typeof value === "boolean";
const isNumber: Check = (value) => typeof value === "number";
const isInt32: Check = (value) => Number.isInteger(value) && Math.abs(Number(value)) <= 2 ** 31;
const isAny: Check = () => true;
const arrayOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

const described = { type: isString, description: isString, title: isString };
const numeric = (check: Check): Record<string, Check> => ({
  ...described,
  multipleOf: check,
  minimum: check,
  exclusiveMinimum: check,
  maximum: check,
  exclusiveMaximum: check,
  enum: arrayOf(check),
  const: check,
});
const logical: Record<string, Check> = {
  ...described,
  oneOf: isAny,
  allOf: isAny,
  anyOf: isAny,
};
// Every node may carry const and enum, whatever its kind.
const free = { const: isAny, enum: arrayOf(isAny) };

/** The fields of every kind of node. Children are checked by the walk below. */
const kinds: Record<string, Record<string, Check>> = {
  object: {
    ...described,
    ...free,
    additionalProperties: isBoolean,
    required: arrayOf(isString),
    properties: isAny,
    minProperties: isInt32,
    maxProperties: isInt32,
  },
  array: {
    ...described,
    ...free,
    items: isAny,
    minItems: isInt32,
    maxItems: isInt32,
    uniqueItems: isBoolean,
  },
  boolean: { ...described, enum: arrayOf(isBoolean), const: isBoolean },
  integer: numeric(isInt32),
  number: numeric(isNumber),
  string: {
    ...described,
    enum: arrayOf(isString),
    const: isString,
    minLength: isInt32,
    maxLength: isInt32,
    pattern: isString,
    format: isString,
  },
  null: { ...described, ...free },
  unknown: { ...described, ...free },
  oneOf: { ...logical, ...free },
  allOf: { ...logical, ...free },
  anyOf: { ...logical, ...free },
};

/** Checks a function parameter schema node by node; refuses it with the path of the first bad field. */
export function checkParameterSchema(
  node: unknown,
  path: string,
  allowed: string[] = Object.keys(kinds),
): void {
  if (!isRecord(node)) throw new Refusal(400, `${path} must be an object`);
  const { type } = node;
  if (type === undefined) throw new Refusal(400, `${path}.type is required`);
  const fields = typeof type === "string" && allowed.includes(type) ? kinds[type] : undefined;
  if (!fields) throw new Refusal(400, `${path}.type must be one of ${allowed.join(", ")}`);
  const needed = type === "object" ? "properties" : "description";
  if (node[needed] === undefined) throw new Refusal(400, `${path}.${needed} is required`);
  for (const [name, value] of Object.entries(node)) {
    const check = Object.entries(fields).find(([field]) => field === name)?.[1];
    if (!check) throw new Refusal(400, `${path}.${name} is not a known field`);
    if (!check(value)) throw new Refusal(400, `${path}.${name} is not valid`);
  }
  if (
    Array.isArray(node["enum"]) &&
    new Set(node["enum"].map((v) => JSON.stringify(v))).size < node["enum"].length
  ) {
    throw new Refusal(400, `${path}.enum must not repeat an item`);
  }
  checkChildren(node, path);
}

function checkChildren(node: Record<string, unknown>, path: string): void {
  const { properties, items } = node;
  if (properties !== undefined) {
    if (!isRecord(properties)) throw new Refusal(400, `${path}.properties must be an object`);
    for (const [name, child] of Object.entries(properties)) {
      checkParameterSchema(child, `${path}.properties.${name}`);
    }
  }
  if (items !== undefined) checkParameterSchema(items, `${path}.items`);
  for (const name of ["oneOf", "allOf", "anyOf"]) {
    const branches = node[name];
    if (branches === undefined) continue;
    if (!Array.isArray(branches)) throw new Refusal(400, `${path}.${name} must be an array`);
    branches.forEach((child, i) => checkParameterSchema(child, `${path}.${name}[${i}]`));
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
