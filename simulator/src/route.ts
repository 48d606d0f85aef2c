import type { Mail } from "./calls.js";
import { idOf, type Id } from "./ids.js";
import type { Schema } from "./schema.js";
import type { State } from "./state.js";

export type Profile = "documented" | "extended";

/**
 * The source of a route. SPEC: the specification. EXT-D: vendor documentation. EXT-O: example answers
 * captured from live instances. EXT-C: client code that runs against live instances.
 */
export type Source = "SPEC" | "EXT-D" | "EXT-O" | "EXT-C";

/** What a handler receives: the validated request and the instance. */
export interface Context {
  state: State;
  profile: Profile;
  params: Record<string, string>;
  query: Record<string, string>;
  /** The server has already checked the body with the schema of the route. */
  body: unknown;
  /** The user that the caller's token acts for. */
  user: Id;
  now: number;
  /** A new trace id. */
  toe: string;
  /** The id of the n-th object of a counter. */
  idOfCount(n: number): Id;
  mail(mail: Omit<Mail, "at">): void;
  /** Every handler passes its list through this function before paging. A fault can shuffle an unordered list. */
  list<T>(items: T[], explicitOrder?: boolean): T[];
  /** One page of a list. Without a limit it is the rest of the list, but never more than `pageCap`. */
  page<T>(items: T[], skip: number, limit: number | undefined): T[];
}

export interface Answer {
  status: number;
  /** A string is sent as plain text, anything else as JSON; undefined is an empty body. */
  body?: unknown;
}

/** An operation, as a file of `api/` declares it. */
export interface RouteDeclaration {
  method: "GET" | "POST" | "PUT" | "DELETE" | "PATCH";
  /** Has parameters in braces. */
  path: string;
  source: Source;
  summary: string;
  /** The header that authenticates the call. The default is the developer token. */
  auth?: "developer" | "bearer";
  /** JSON schema of the body. Without a schema, a body is refused. */
  bodySchema?: Schema;
  /** The body in the extended profile, if it differs. */
  extendedBodySchema?: Schema;
  /** Runs before validation in the extended profile. Converts values that live instances accept in more than one form. */
  extendedCoerce?: (body: unknown) => void;
  handler: (context: Context) => Answer;
}

export interface Route extends RouteDeclaration {
  /** The smallest profile that has the route; `extended` includes `documented`. */
  profile: Profile;
}

/** Thrown by a handler to answer with an error. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    message: string,
    /** `platform`: the usual error object; `message`: only `{ message }`; `text`: a plain string; or the body itself. */
    readonly shape: "platform" | "message" | "text" | { body: unknown } = "platform",
  ) {
    super(message);
  }
}

export const ok = (body?: unknown): Answer => ({ status: 200, body });

/** The next id of a counter of the state. */
export function newId(context: Context, counter: string): Id {
  const { lastIds } = context.state;
  const count = (lastIds[counter] ?? 0) + 1;
  lastIds[counter] = count;
  return context.idOfCount(count);
}

/** The value of a numeric path parameter. Any other text names no object. */
export function numericId(context: Context, name: string): Id {
  const text = context.params[name] ?? "";
  if (!/^\d+$/.test(text)) throw new HttpError(404, `${name} ${text} does not exist`);
  return idOf(text);
}

/** The value of a required query parameter that is an id. */
export function idQuery(context: Context, name: string): Id {
  const text = context.query[name];
  if (!text) throw new HttpError(400, `query parameter ${name} is required`);
  if (!/^\d+$/.test(text))
    throw new HttpError(400, `query parameter ${name} must be a whole number, not "${text}"`);
  return idOf(text);
}

export function integerQuery(context: Context, name: string, fallback: number): number {
  const text = context.query[name];
  if (text === undefined || text === "") return fallback;
  if (!/^\d+$/.test(text))
    throw new HttpError(400, `query parameter ${name} must be a whole number, not "${text}"`);
  return Number(text);
}

/** The page that the query asks for. A parameter that is left out has its default. */
export const pageOf = <T>(context: Context, items: T[], limit: number, skip = "offset"): T[] =>
  context.page(items, integerQuery(context, skip, 0), integerQuery(context, "limit", limit));

export function booleanQuery(context: Context, name: string, fallback: boolean): boolean {
  const text = context.query[name];
  if (text === undefined || text === "") return fallback;
  if (text !== "true" && text !== "false") {
    throw new HttpError(400, `query parameter ${name} must be true or false, not "${text}"`);
  }
  return text === "true";
}

export function oneOfQuery<T extends string>(
  context: Context,
  name: string,
  allowed: readonly T[],
): T | undefined {
  const text = context.query[name];
  if (text === undefined || text === "") return undefined;
  const value = allowed.find((candidate) => candidate === text);
  if (!value) {
    throw new HttpError(
      400,
      `query parameter ${name} must be one of ${allowed.join(", ")}, not "${text}"`,
    );
  }
  return value;
}
