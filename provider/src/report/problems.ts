import { isDeepStrictEqual } from "node:util";
import { placeOf } from "../messages/settingPlaces";
import type { z } from "zod";
import { suggest } from "../definition/ids/nearest";
import type { OpenIssue } from "../definition/fields";
import type { Step } from "../messages/advice";
import { sentence } from "../messages/adviceText";
import type { Failure } from "./diagnostics";
import { objectFor, partFor } from "../definition/schema";
import { get } from "../definition/paths";
import { notKnownYet } from "../definition/unknowns";
import { show } from "./messages/messageParts";

/** How many characters of an input a message has. */
const longestInput = 80;

interface Problems {
  failures: Failure[];
  /** Values that the platform may not accept, but that are sent. */
  openValues: OpenValue[];
}

/**
 * All problems of the inputs, but for those of values that the state has. Values that are not known yet have none.
 * `allowsNearMisses` is called only for a near miss of a known value.
 */
export function problemsOf(
  schema: z.ZodObject,
  inputs: unknown,
  allowsNearMisses: () => boolean,
  stored?: unknown,
): Problems {
  let checked: ReturnType<typeof schema.safeParse>;
  try {
    checked = schema.safeParse(inputs, { reportInput: true });
  } catch {
    return { failures: misfitsOf(schema, inputs), openValues: [] };
  }
  const problems: Problems = {
    failures: mistakenTextsIn(inputs, allowsNearMisses),
    openValues: [],
  };
  const issues = checked.error?.issues ?? [];
  const storedIssues =
    issues.length > 0 && stored !== undefined ? schema.safeParse(stored).error?.issues : [];
  // The instance has accepted or shown what the state has, and `ignoreChanges` puts it in place of the program's value.
  const isStored = ({ path, message }: Issue) =>
    get(inputs, path) !== undefined &&
    isDeepStrictEqual(get(inputs, path), get(stored, path)) &&
    storedIssues?.some((one) => one.message === message && isDeepStrictEqual(one.path, path));
  for (const issue of issues) {
    if (get(inputs, issue.path) === notKnownYet || isStored(issue)) continue;
    const open = openIn(issue);
    if (open === undefined || (isMistake(open) && !allowsNearMisses())) {
      problems.failures.push(...explain(schema, inputs, issue));
    } else {
      problems.openValues.push(openValue(issue, open));
    }
  }
  return problems;
}

/** What Pulumi's SDKs make of an output within a text. No known value is in it. */
const outputText =
  /Calling (?:__str__ on an Output\[T\]|\[toString\] on an \[Output<T>\]) is not supported/;

/** What Pulumi's YAML language makes of a number from 1,000,000 on within a text. */
const exponentForm = /(?<![\d.])\d(?:\.\d+)?e\+(?:0[6-9]|[1-9]\d\d?)(?!\d)/;

/** The form in which YAML keeps all digits of a number. */
const digitsInYaml = '{ fn::toJSON: "${name}" }';

/** The texts into which a program wrote an output as if it were known, or a number that became another text. */
function mistakenTextsIn(
  value: unknown,
  allowsNearMisses: () => boolean,
  path: readonly PropertyKey[] = [],
): Failure[] {
  if (typeof value === "string") {
    const property = spell(path);
    const change = [{ program: "change" as const, path: property }];
    if (outputText.test(value)) {
      const instead =
        "Use the output itself, or pulumi.interpolate (in Python pulumi.Output.concat)";
      return [invalid(property, `${property} contains an output as text. ${instead}`, change)];
    }
    const [number] = exponentForm.exec(value) ?? [];
    if (number === undefined || allowsNearMisses()) return [];
    const why = `${property} contains ${number}, which YAML programs make of a long number in a text`;
    const instead = `Declare a variable ${digitsInYaml}, and use it instead of the number`;
    return [invalid(property, `${why}. ${instead}. ${toSendUnchanged()}`, change)];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    mistakenTextsIn(inner, allowsNearMisses, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

const toSendUnchanged = () => `To send it unchanged, set ${placeOf("allowUnknownValues")} to true`;

function openIn(issue: Issue): OpenIssue | undefined {
  const params = issue.code === "custom" ? (issue.params as Partial<OpenIssue>) : undefined;
  return params?.known && { ...params, known: params.known, meant: params.meant ?? [] };
}

/** Whether an open value is refused unless a setting allows it. */
const isMistake = ({ meant, isImplausible = false }: OpenIssue): boolean =>
  meant.length > 0 || isImplausible;

/** Whether a value with this issue is sent all the same, with a warning. */
export function isSentAnyway(issue: z.core.$ZodIssue): boolean {
  const open = openIn(issue);
  return open !== undefined && !isMistake(open);
}

/** The fields with an object that imitates a string or a list, and crashes the checks of these types. */
function misfitsOf(schema: z.ZodObject, inputs: unknown): Failure[] {
  return Object.entries(schema.shape).flatMap(([property, field]) => {
    try {
      (field as z.ZodType).safeParse(get(inputs, [property]));
      return [];
    } catch {
      return [invalid(property, `${property} has a type that is not allowed here`)];
    }
  });
}

/** A value that the platform may not accept, but that is sent. */
export interface OpenValue {
  path: readonly PropertyKey[];
  /** The key for counting: the property, and its value if the property has few known values. */
  kind: string;
  /** `schedule.frequency "HOURLY" is not a known value (DAILY, WEEKLY, MONTHLY)` */
  sentence: string;
  /** The same for several resources. */
  several: string;
}

function openValue({ path, input, message }: Issue, { known }: OpenIssue): OpenValue {
  const property = spell(path.filter((key) => typeof key !== "number"));
  const named = `${spell(path)} "${String(input)}"`;
  if (known.length === 0) {
    const several = `${property} ${message}`;
    return { path, kind: property, sentence: `${named} ${message}`, several };
  }
  const sentence = `${named} ${message} (${known.join(", ")})`;
  return { path, kind: `${property} ${String(input)}`, sentence, several: sentence };
}

type Issue = z.core.$ZodIssue;

function explain(schema: z.ZodObject, inputs: unknown, issue: Issue): Failure[] {
  const property = spell(issue.path);
  if (issue.code === "unrecognized_keys") {
    const known = keysAt(schema, inputs, issue.path);
    return issue.keys.map((key) => {
      // Python has `hour_of_day` for `hourOfDay`.
      const meant = suggest(key.replaceAll("_", ""), known);
      const unknownKey = spell([...issue.path, key]);
      const instead = meant
        ? `Did you mean ${spell([...issue.path, meant])}?`
        : `Known properties: ${known.join(", ")}`;
      const path = meant && spell([...issue.path, meant]);
      return invalid(unknownKey, `Unknown property ${unknownKey}. ${instead}`, [
        { program: "unset", path: unknownKey },
        ...(path ? [{ program: "set" as const, path }] : []),
      ]);
    });
  }
  return [invalid(property, `${property} ${reasonOf(issue)}`.trim(), mendingOf(property, issue))];
}

/** `mending` has the steps that the reason already contains in words. */
const invalid = (property: string, reason: string, mending: readonly Step[] = []): Failure => ({
  property,
  reason: sentence(reason),
  code: "invalid_input",
  ...(mending.length > 0 && { advice: [{ steps: mending }], isAdviceInText: true }),
});

/** Sets the suggested value, or any other value if there is no suggestion. */
function mendingOf(path: string, issue: Issue): Step[] {
  if (path === "") return [];
  const values = issue.code === "invalid_value" ? issue.values.map(String) : [];
  const word = typeof issue.input === "string" ? suggest(issue.input, values) : undefined;
  const [meant = word] = openIn(issue)?.meant ?? [];
  if (meant !== undefined) return [{ program: "set", path, value: meant }];
  return [{ program: issue.input === undefined ? "set" : "change", path }];
}

function reasonOf(issue: Issue): string {
  const got = issue.input === undefined ? "" : `, not ${show(issue.input, longestInput)}`;
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `is required. It must be ${kind(issue.expected)}`
        : `must be ${kind(issue.expected)}${got}${inQuotes(issue)}`;
    case "too_small":
      return issue.origin === "string" || issue.origin === "array"
        ? "must not be empty"
        : `must be ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}${got}`;
    case "too_big":
      if (issue.origin === "string")
        return `must have at most ${issue.maximum} characters, not ${String(issue.input).length}`;
      return `must be at most ${issue.maximum}${got}`;
    case "invalid_value":
      return oneOf(issue.values, issue.input);
    case "invalid_union": {
      const { discriminator, options = [] } = issue as { discriminator?: string; options?: [] };
      if (discriminator !== undefined) return oneOf(options, get(issue.input, [discriminator]));
      const allowed = issue.message === "Invalid input" ? kindsOf(issue) : issue.message;
      return `${issue.input === undefined ? "is required. It must be" : "must be"} ${allowed}${got}`;
    }
    case "custom": {
      const open = openIn(issue);
      if (open !== undefined && isMistake(open)) {
        const meant = anyOf(open.meant.map((one) => `"${one}"`));
        const why = meant === "" ? ` (${open.known.join(", ")}).` : `: did you mean ${meant}?`;
        return `${show(issue.input, longestInput)} ${issue.message}${why} ${toSendUnchanged()}`;
      }
      return typeof issue.input === "string" && issue.input !== ""
        ? `${show(issue.input, longestInput)} ${issue.message}`
        : issue.message;
    }
    default:
      return `${issue.message}${got}`;
  }
}

/** YAML reads an id without quotes as a number, and so does a value of the configuration, whatever its quotes and type. */
function inQuotes({ expected, input }: Extract<Issue, { code: "invalid_type" }>): string {
  if (expected !== "string" || !Number.isInteger(input)) return "";
  return Number.isSafeInteger(input)
    ? `. Write it in quotes: "${input}". In YAML, write "\${name}" as ${digitsInYaml}`
    : ". Write all its digits in quotes, because numbers from 2^53 on lose digits";
}

function oneOf(values: readonly unknown[], input: unknown): string {
  const words = values.map(String);
  const allowed = words.length === 1 ? `${words[0]}` : `one of ${words.join(", ")}`;
  if (input === undefined) return `is required. It must be ${allowed}`;
  const meant = typeof input === "string" ? suggest(input, words) : undefined;
  return `must be ${allowed}, not ${show(input, longestInput)}${meant ? `. Did you mean "${meant}"?` : ""}`;
}

/** The kinds of value that a union allows. */
function kindsOf({ errors }: Extract<Issue, { code: "invalid_union" }>): string {
  const kinds = errors.map(([first]) =>
    first?.code === "invalid_type" ? kind(first.expected) : (first?.message ?? "another value"),
  );
  return anyOf(kinds);
}

const anyOf = (words: readonly string[]) =>
  new Intl.ListFormat("en-GB", { type: "disjunction" }).format(words);

function kind(expected: string): string {
  if (expected === "int") return "a whole number";
  if (expected === "null") return expected;
  if (expected === "record") return "an object";
  return `${/^[aeiou]/.test(expected) ? "an" : "a"} ${expected}`;
}

/** A path as Pulumi spells it: `schedule.additionalRecipients[0].value`. */
function spell(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => {
      if (typeof key === "number") return `[${key}]`;
      // Quotes a key that looks like a path.
      if (/[.[\]"]/.test(String(key))) return `[${JSON.stringify(String(key))}]`;
      return `${index === 0 ? "" : "."}${String(key)}`;
    })
    .join("");
}

function keysAt(schema: z.ZodType, inputs: unknown, path: readonly PropertyKey[]): string[] {
  let [inner, value]: [z.ZodType | undefined, unknown] = [schema, inputs];
  for (const key of path) {
    inner = inner && partFor(inner, value, key);
    value = get(value, [key]);
  }
  return Object.keys((inner && objectFor(inner, value)?.shape) ?? {});
}
