import { z } from "zod";
import { suggest } from "../fields";
import { withoutAddresses } from "../wire/redact";
import { metaOf, unwrap } from "./compare";
import { at, unknown } from "./unknowns";

/** Something wrong with an input: where, and what is allowed. */
export interface Problem {
  property: string;
  reason: string;
}

/** Everything that is wrong with the inputs, by property path; what is not known yet passes. */
export function problemsOf(schema: z.ZodObject, inputs: unknown): Problem[] {
  let checked: ReturnType<typeof schema.safeParse>;
  try {
    checked = schema.safeParse(inputs, { reportInput: true });
  } catch {
    return misfitsOf(schema, inputs);
  }
  if (checked.success) return [];
  return checked.error.issues
    .filter((issue) => at(inputs, issue.path) !== unknown)
    .flatMap((issue) => explain(schema, issue));
}

/** The fields that hold an object which only looks like a text or a list: it trips the checks of those. */
function misfitsOf(schema: z.ZodObject, inputs: unknown): Problem[] {
  return Object.entries(schema.shape).flatMap(([property, field]) => {
    try {
      (field as z.ZodType).safeParse(at(inputs, [property]));
      return [];
    } catch {
      return [{ property, reason: "is not of a kind that is allowed here" }];
    }
  });
}

/** Values that pass but that nobody has seen the platform accept. */
export function doubtsOf(schema: z.ZodType, value: unknown, path = ""): string[] {
  const bare = unwrap(schema);
  if (bare instanceof z.ZodObject && typeof value === "object" && value !== null) {
    return Object.entries(bare.shape).flatMap(([name, inner]) =>
      doubtsOf(
        inner as z.ZodType,
        (value as Record<string, unknown>)[name],
        path === "" ? name : `${path}.${name}`,
      ),
    );
  }
  if (bare instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, index) =>
      doubtsOf(bare.element as z.ZodType, item, `${path}[${index}]`),
    );
  }
  const { known } = metaOf(schema);
  return typeof value === "string" && known !== undefined && !known.includes(value)
    ? [`${path}: "${value}" is none of the known values ${known.join(", ")}; it is sent as it is`]
    : [];
}

type Issue = z.core.$ZodIssue;

function explain(schema: z.ZodObject, issue: Issue): Problem[] {
  const property = spell(issue.path);
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, issue.path);
    return issue.keys.map((key) => {
      const meant = suggest(key, known);
      return {
        property: spell([...issue.path, key]),
        reason: `is no property here: ${meant ? `did you mean "${meant}"?` : `use ${known.join(", ")}`}`,
      };
    });
  }
  return [{ property, reason: reasonOf(issue) }];
}

function reasonOf(issue: Issue): string {
  const got = issue.input === undefined ? "" : `, not ${show(issue.input)}`;
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `is missing: it must be ${kind(issue.expected)}`
        : `must be ${kind(issue.expected)}${got}`;
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? "must not be empty"
        : `must be at least ${issue.minimum}${got}`;
    case "too_big":
      return `must be at most ${issue.maximum}${got}`;
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}${got}`;
    case "custom":
      return typeof issue.input === "string" && issue.input !== ""
        ? `${show(issue.input)} ${issue.message}`
        : issue.message;
    default:
      return `${issue.message}${got}`;
  }
}

function kind(expected: string): string {
  if (expected === "int") return "a whole number";
  return `${/^[aeiou]/.test(expected) ? "an" : "a"} ${expected}`;
}

function show(value: unknown): string {
  if (typeof value === "symbol") return "an unknown value";
  const text = withoutAddresses(JSON.stringify(value));
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

/** A path as Pulumi spells it: `schedule.additionalRecipients[0].value`. */
function spell(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => {
      if (typeof key === "number") return `[${key}]`;
      // A key that would read as a path of its own stands in quotes.
      if (/[.[\]"]/.test(String(key))) return `[${JSON.stringify(String(key))}]`;
      return `${index === 0 ? "" : "."}${String(key)}`;
    })
    .join("");
}

function keysAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  let inner = unwrap(schema);
  for (const key of path) {
    if (inner instanceof z.ZodObject) inner = unwrap(inner.shape[String(key)] as z.ZodType);
    else if (inner instanceof z.ZodArray) inner = unwrap(inner.element as z.ZodType);
  }
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : [];
}
