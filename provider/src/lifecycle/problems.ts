import type { z } from "zod";
import { suggest } from "../definition/fields";
import { sentence } from "../wire/errors";
import type { Failure } from "./results";
import { withoutAddresses } from "../wire/redact";
import { metaOf } from "../definition/meta";
import { objectFor, partFor } from "../definition/schema";
import { at, unknown } from "../definition/unknowns";

/** Everything that is wrong with the inputs; values that are not known yet pass. */
export function problemsOf(schema: z.ZodObject, inputs: unknown): Failure[] {
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

/** The fields with an object that only looks like a string or a list, and breaks the checks of those. */
function misfitsOf(schema: z.ZodObject, inputs: unknown): Failure[] {
  return Object.entries(schema.shape).flatMap(([property, field]) => {
    try {
      (field as z.ZodType).safeParse(at(inputs, [property]));
      return [];
    } catch {
      return [invalid(property, `${property} has a type that is not allowed here`)];
    }
  });
}

/** A value that passes, although the platform may not accept it. */
export interface OpenValue {
  /** Property path without the numbers of list items. */
  path: string;
  value: string;
  /** `schedule.frequency "HOURLY" is not a known value (DAILY, WEEKLY, MONTHLY)` */
  sentence: string;
}

/** The values that pass, although the platform may not accept them. */
export function openValuesOf(
  schema: z.ZodType,
  value: unknown,
  path: readonly PropertyKey[] = [],
): OpenValue[] {
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([name, inner]) => {
      const key = Array.isArray(value) ? Number(name) : name;
      const part = partFor(schema, value, key);
      return part ? openValuesOf(part, inner, [...path, key]) : [];
    });
  }
  const { known } = metaOf(schema);
  return typeof value === "string" && known !== undefined && !known.includes(value)
    ? [
        {
          path: spell(path.filter((key) => typeof key !== "number")),
          value,
          sentence: `${spell(path)} "${value}" is not a known value (${known.join(", ")})`,
        },
      ]
    : [];
}

type Issue = z.core.$ZodIssue;

function explain(schema: z.ZodObject, inputs: unknown, issue: Issue): Failure[] {
  const property = spell(issue.path);
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, inputs, issue.path);
    return issue.keys.map((key) => {
      const meant = suggest(key, known);
      const unknownKey = spell([...issue.path, key]);
      const instead = meant
        ? `Did you mean ${spell([...issue.path, meant])}?`
        : `Known properties: ${known.join(", ")}`;
      return invalid(unknownKey, `Unknown property ${unknownKey}. ${instead}`);
    });
  }
  return [invalid(property, `${property} ${reasonOf(issue)}`.trim())];
}

const invalid = (property: string, reason: string): Failure => ({
  property,
  reason: sentence(reason),
  code: "invalid_input",
});

function reasonOf(issue: Issue): string {
  const got = issue.input === undefined ? "" : `, not ${show(issue.input)}`;
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `is required. It must be ${kind(issue.expected)}`
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
  if (input === undefined) return `is required. It must be ${allowed}`;
  const meant = typeof input === "string" ? suggest(input, words) : undefined;
  return `must be ${allowed}, not ${show(input)}${meant ? `. Did you mean "${meant}"?` : ""}`;
}

/** The kinds of value that a union allows. */
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
      // A key that would read as a path is quoted.
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
