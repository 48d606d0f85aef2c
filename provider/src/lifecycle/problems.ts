import type { z } from "zod";
import { suggest } from "../definition/fields";
import { withoutAddresses } from "../wire/redact";
import { metaOf } from "../definition/meta";
import { objectFor, partFor } from "../definition/schema";
import { at, unknown } from "../definition/unknowns";

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
    .flatMap((issue) => explain(schema, inputs, issue));
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
export function doubtsOf(
  schema: z.ZodType,
  value: unknown,
  path: readonly PropertyKey[] = [],
): string[] {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => {
      const key = Array.isArray(value) ? Number(name) : name;
      const part = partFor(schema, value, key);
      return part ? doubtsOf(part, inner, [...path, key]) : [];
    });
  }
  const { known } = metaOf(schema);
  return typeof value === "string" && known !== undefined && !known.includes(value)
    ? [
        `${spell(path)}: "${value}" is none of the known values ${known.join(", ")}; it is sent as it is`,
      ]
    : [];
}

type Issue = z.core.$ZodIssue;

function explain(schema: z.ZodObject, inputs: unknown, issue: Issue): Problem[] {
  const property = spell(issue.path);
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, inputs, issue.path);
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
        : `must be ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}${got}`;
    case "too_big":
      return `must be at most ${issue.maximum}${got}`;
    case "invalid_value":
      return oneOf(issue.values, issue.input);
    case "invalid_union": {
      const { discriminator, options = [] } = issue as { discriminator?: string; options?: [] };
      return discriminator === undefined
        ? `must be ${kindsOf(issue)}${got}`
        : oneOf(options, at(issue.input, [discriminator]));
    }
    case "custom":
      return typeof issue.input === "string" && issue.input !== ""
        ? `${show(issue.input)} ${issue.message}`
        : issue.message;
    default:
      return `${issue.message}${got}`;
  }
}

function oneOf(values: readonly unknown[], input: unknown): string {
  const words = values.map(String);
  const allowed = words.length === 1 ? `${words[0]}` : `one of ${words.join(", ")}`;
  if (input === undefined) return `is missing: it must be ${allowed}`;
  const meant = typeof input === "string" ? suggest(input, words) : undefined;
  return `must be ${allowed}, not ${show(input)}${meant ? `: did you mean "${meant}"?` : ""}`;
}

/** What each of the options of a union is, where that is all that can be said. */
function kindsOf({ errors }: Extract<Issue, { code: "invalid_union" }>): string {
  const kinds = errors.map(([first]) =>
    first?.code === "invalid_type" ? kind(first.expected) : (first?.message ?? "another value"),
  );
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(kinds);
}

function kind(expected: string): string {
  if (expected === "int") return "a whole number";
  if (expected === "null") return expected;
  if (expected === "record") return "an object";
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

function keysAt(schema: z.ZodType, inputs: unknown, path: readonly PropertyKey[]): string[] {
  let [inner, value]: [z.ZodType | undefined, unknown] = [schema, inputs];
  for (const key of path) {
    inner = inner && partFor(inner, value, key);
    value = at(value, [key]);
  }
  return Object.keys((inner && objectFor(inner, value)?.shape) ?? {});
}
