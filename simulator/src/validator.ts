import compiler from "@fastify/ajv-compiler";
import type { Schema } from "./schema.js";

/** Strict: the validator converts, removes and adds nothing. */
const ajvOptions = {
  removeAdditional: false,
  coerceTypes: false,
  useDefaults: false,
  allErrors: false,
  allowUnionTypes: true,
  discriminator: true,
  verbose: true,
  keywords: [{ keyword: "exactType", validate: hasExactType, errors: false }],
};

function hasExactType(types: string[], value: unknown): boolean {
  if (typeof value === "bigint") return types.some((type) => /integer|number/.test(type));
  const isWhole = Number.isInteger(value) && types.includes("integer");
  return isWhole || types.includes(typeof value);
}

/**
 * Compiles a schema with fastify's validator. All simulated instances of a process share it, so it compiles each schema
 * once: compiling takes longer than everything else that an instance does when it starts.
 */
export const compile: ReturnType<ReturnType<typeof compiler>> = compiler()(
  {},
  { customOptions: ajvOptions },
);

/** Returns a function that returns a sentence about the first problem of a value. */
export function validator(schema: Schema, subject: string) {
  const validate = compile({ schema });
  return (value: unknown): string | undefined =>
    validate(value) ? undefined : describe(validate.errors?.[0] as Problem, subject);
}

/** The part of ajv's error object that a message needs. */
export interface Problem {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  parentSchema?: Record<string, unknown>;
  message?: string;
}

/**
 * One sentence that names the field, as in "schedule.hourOfDay must be between 0 and 23". Ajv's own
 * messages name neither an unknown field nor the values of an enumeration.
 */
export function describe(problem: Problem, whole = "the request body"): string {
  const at = fieldPath(problem.instancePath);
  const subject = at || whole;
  const { params, parentSchema = {} } = problem;
  switch (problem.keyword) {
    case "required":
      return `${join(at, String(params["missingProperty"]))} is required`;
    case "additionalProperties":
      return `${join(at, String(params["additionalProperty"]))} is not a known field`;
    case "exactType":
    case "type": {
      const types = [params["type"] ?? parentSchema["exactType"]]
        .flat()
        .map((type) => article(String(type)));
      return `${subject} must be ${types.join(" or ")}`;
    }
    case "minimum":
    case "maximum":
      return "minimum" in parentSchema && "maximum" in parentSchema
        ? `${subject} must be between ${String(parentSchema["minimum"])} and ${String(parentSchema["maximum"])}`
        : `${subject} ${problem.message ?? "is out of range"}`;
    case "enum":
      return `${subject} must be one of ${(params["allowedValues"] as string[]).join(", ")}`;
    case "format":
      return `${subject} must be a valid ${String(params["format"])}`;
    case "uniqueItems":
      return `${subject} must not repeat an item`;
    case "minLength":
    case "minItems":
      return `${subject} must not be empty`;
    default:
      return `${subject} ${problem.message ?? "is not valid"}`;
  }
}

/** Turns "/schedule/additionalRecipients/0/value" into "schedule.additionalRecipients[0].value". */
function fieldPath(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : join(path, part)), "");
}

const join = (path: string, field: string): string => (path ? `${path}.${field}` : field);

const article = (type: string): string =>
  type === "null" ? "null" : `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
