/**
 * The vocabulary of the contract: what the platform's API is known to do, as data. The facts are
 * written from the specification and know neither the provider nor the simulator.
 */
export type Profile = "documented" | "extended";
export type Source = "SPEC" | "EXT-D" | "EXT-O" | "EXT-C" | "GUESS";

type Word =
  | "string"
  | "integer"
  | "number"
  | "boolean"
  | "uuid"
  | "date-time"
  | "object"
  | "list"
  | "any";

/** A word, with `?` where the value may be null; one item for a list; an object by its fields. */
export type Shape = Word | `${Word}?` | readonly [Shape] | { readonly [field: string]: Shape };

/** A path parameter: its value, or the field of the answer of another operation that gives it. */
export type Param = string | { readonly of: Fact; readonly field: string };

export interface ErrorCase {
  /** A clause that continues "refuses …". */
  readonly when: string;
  /** Where it is known from that the platform refuses this. */
  readonly source: Source;
  readonly status: number;
  /** The source of the status and of the form of the body, where it differs from `source`. */
  readonly parts?: Readonly<Partial<Record<"status" | "body", Source>>>;
  /** Sent instead of the sample request. */
  readonly request?: unknown;
  /** Sent as it stands instead of the sample request. */
  readonly rawRequest?: string;
  readonly contentType?: string;
  readonly params?: Readonly<Record<string, Param>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly token?: "missing" | "wrong";
  /** Sent after a create with the same body. */
  readonly isUsed?: true;
  /** What the message names, as the field that is wrong. */
  readonly names?: string;
  /** `platform`: the usual error object; `message`: at least a message; `text`: a plain string. */
  readonly body?: "platform" | "message" | "text";
}

export interface Fact {
  readonly name: string;
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** Where the operation is known from, and its parts unless `parts` says otherwise. */
  readonly source: Source;
  /**
   * Parts with another source: `path`, `query`, `request`, `status` or `answer`, or a path in one of
   * them. A path with `?` is the null that the field can have.
   */
  readonly parts?: Readonly<Record<string, Source>>;
  readonly profile: Profile;
  /** The developer token unless it says bearer. */
  readonly auth?: "bearer";
  readonly params?: Readonly<Record<string, Param>>;
  readonly query?: Readonly<Record<string, string>>;
  /** Every field that the operation takes, in depth. */
  readonly requestFields?: Shape;
  readonly sampleRequest?: unknown;
  /** The success statuses that were seen. Clients take any 2xx. */
  readonly statuses: readonly number[];
  /** Every field of a successful answer. Not given where it is not known. */
  readonly responseFields?: Shape;
  readonly errors: readonly ErrorCase[];
}

/** What is true of every operation. */
export const everywhere: readonly ErrorCase[] = [
  { when: "a call without a token", source: "SPEC", status: 401, token: "missing" },
  { when: "a call with a wrong token", source: "SPEC", status: 401, token: "wrong" },
];

/** What is true of every operation with a body. */
export const withBody: readonly ErrorCase[] = [
  {
    when: "a body that is not JSON",
    source: "SPEC",
    parts: { status: "GUESS" },
    status: 400,
    rawRequest: "{",
  },
  { when: "an empty body", source: "GUESS", status: 400, rawRequest: "" },
  {
    when: "a body of another content type",
    source: "SPEC",
    parts: { status: "GUESS" },
    status: 415,
    rawRequest: "{}",
    contentType: "text/plain",
  },
];

/** A copy of an object with changes, in one line: an undefined value takes a field away. */
export function but(sample: object, change: Record<string, unknown>): unknown {
  return JSON.parse(JSON.stringify({ ...sample, ...change }));
}

/** The differences between a value and a shape; an empty list where it fits, field for field. */
export function misfits(shape: Shape, value: unknown, at = "body"): string[] {
  if (typeof shape === "string") return fits(shape, value) ? [] : [`${at} is not ${shape}`];
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${at} is not a list`];
    return value.flatMap((item, i) => misfits(shape[0], item, `${at}[${i}]`));
  }
  if (typeof value !== "object" || value === null) return [`${at} is not an object`];
  const fields = new Map<string, unknown>(Object.entries(value));
  const missing = Object.entries(shape).flatMap(([name, inner]) =>
    fields.has(name)
      ? misfits(inner, fields.get(name), `${at}.${name}`)
      : [`${at}.${name} is missing`],
  );
  const extra = [...fields.keys()].filter((name) => !(name in shape));
  return [...missing, ...extra.map((name) => `${at}.${name} is not part of the shape`)];
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

function fits(word: string, value: unknown): boolean {
  if (word.endsWith("?")) return value === null || fits(word.slice(0, -1), value);
  switch (word) {
    case "integer":
      return Number.isSafeInteger(value);
    case "uuid":
      return (
        typeof value === "string" && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
      );
    case "date-time":
      return typeof value === "string" && !Number.isNaN(Date.parse(value));
    case "list":
      return Array.isArray(value);
    case "any":
      return true;
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    default:
      return typeof value === word;
  }
}
