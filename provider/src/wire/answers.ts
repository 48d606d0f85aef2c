import type { Endpoint } from "./access";
import type { Advice, CheckTarget, Way } from "../messages/advice";
import type { ErrorCode, ErrorParts } from "../messages/errors";
import { parseJson } from "./json";
import { saysNo, wordsIn } from "./refusal";
import { shortened } from "../messages/visible";

type Names = Endpoint["names"];
type AnswerFailure = Pick<
  ErrorParts,
  "code" | "detail" | "advice" | "status" | "traceId" | "missing"
>;

interface Answer {
  status: number;
  contentType: string;
  text: string;
  location: string;
  /** The path names an object, and every instance has the operation. */
  isOfObject: boolean;
  /** The body of the request names other objects. */
  namesOthers?: boolean;
}

/**
 * Reads an answer of any form as a body or as a failure. A body is JSON, plain words or nothing, because a successful
 * request counts in any form. Secrets are redacted before a text is shortened, because a part of a secret would not be
 * found.
 */
export function explainAnswer(
  answer: Answer,
  redact: (text: string) => string,
  names: Names,
): { body: unknown } | { failure: AnswerFailure } {
  const { status, contentType, text } = answer;
  const isSuccess = status >= 200 && status < 300;
  const json = parse(text);
  const body = json === unparsable ? text : json;
  const words = () => excerpt(redact(typeof body === "string" ? body : text));
  const fail = (failed: number, how: string, failure: Partial<AnswerFailure> = {}) => ({
    failure: {
      ...meaning(failed, names),
      status: failed,
      detail: `answered ${status}${targetOf(answer)}${how}`,
      ...failure,
    },
  });

  if (contentType.includes("html") || /^\s*<(!doctype|html)/i.test(text)) {
    const isTold = meaning(status, names).code in pageCodes;
    const code = isTold ? {} : { code: "not_the_api" as const, advice: notTheInstance(names) };
    return fail(status, ` with an HTML page${quoted(words())}`, code);
  }
  const said = () => {
    const found = wordsIn(body);
    return found === undefined ? words() : onOneLine(redact(found), longestReason);
  };
  const failed = isSuccess ? statusIn(body) : status;
  if (failed === undefined) {
    if (saysNo(body)) {
      return fail(status, ` and says that the request failed${quoted(said())}`);
    }
    if (json !== unparsable || !contentType.includes("json")) return { body };
    const [code, advice] = ["unexpected_answer" as const, notTheInstance(names)];
    return fail(status, ` with broken JSON${quoted(words())}`, { code, advice });
  }
  const { toe }: { toe?: unknown } = (typeof json === "object" && json) || {};
  const reason = said();
  const how = isSuccess ? ` and says that the request failed with ${failed}` : "";
  const isJson = json !== unparsable && json !== undefined;
  const missing = missingIn(failed, reason, isJson, answer.isOfObject);
  return fail(failed, how + quoted(reason), {
    ...(missing === "endpoint" && { code: "not_offered", advice: notTheInstance(names) }),
    ...(missing === "object" && answer.namesOthers && { advice: namedAdvice(names) }),
    missing,
    traceId: typeof toe === "string" ? onOneLine(redact(toe), longestTrace) : undefined,
  });
}

/** An answer whose bytes are not what its headers say. */
export const unreadable = (
  status: number,
  { message }: Error,
  names: Names,
): { failure: AnswerFailure } => ({
  failure: {
    ...(status >= 300
      ? meaning(status, names)
      : { code: "unexpected_answer", advice: notTheInstance(names) }),
    status,
    detail: `answered ${status} ${message}`,
  },
});

/** An answer that was not read to its end. `what` is what it has: `more than 2 MiB`. */
export const tooLarge = (names: Names, what: string) => ({
  code: "answer_too_large" as const,
  detail: `answered with ${what}, so Pulumi did not read the whole answer`,
  advice: notTheInstance(names),
});

/** The codes that stay valid if the answer is an HTML page. */
const pageCodes: Partial<Record<ErrorCode, true>> = {
  unauthorized: true,
  redirected: true,
  rate_limited: true,
  server_error: true,
};

/** The thing that the answer proves to be missing. A 404 of a proxy is not in JSON, and proves nothing. */
function missingIn(
  status: number,
  said: string,
  isJson: boolean,
  isOfObject: boolean,
): AnswerFailure["missing"] {
  if (status === 405 || status === 501) return "endpoint";
  if (status !== 404) return undefined;
  // "GET /groups/5 not found" names an object where every instance has the operation.
  const isEndpoint = endpointWords.test(said) || (!(isOfObject && isJson) && calledPath.test(said));
  return isEndpoint ? "endpoint" : isJson ? "object" : undefined;
}
/** The words of servers about an unknown endpoint. */
const endpointWords =
  /\b(no such|unknown|no) (endpoint|operation|route|handler|mapping)\b|\bcannot (GET|POST|PUT|DELETE) \//i;
const calledPath = /\b(GET|POST|PUT|DELETE)[ :]\//i;

const unparsable = Symbol("unparsable");
const notTheInstance = ({ address }: Names): Advice => [
  { steps: [{ check: ["apiAddress", "proxy"], ...address }] },
];

/** A 404 to a request that names several objects. The platform's words say which one it does not find. */
const namedAdvice = ({ address }: Names): Advice => [
  { steps: [{ check: ["named", "exists", "visible", "address"], ...address }] },
];

/** The quoted words of the platform, for the end of a sentence. */
export const quoted = (words: string) => (words === "" ? "" : `: "${words.replace(/\.$/, "")}"`);

/** Where a redirect leads. */
const targetOf = ({ status, location }: Answer) =>
  status >= 300 && status < 400 && location !== "" ? ` to ${hostOf(location)}` : "";

function parse(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return parseJson(text);
  } catch {
    return unparsable;
  }
}

/** The status in an error body. Some platforms send error bodies with a status of success. */
function statusIn(body: unknown): number | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { status, statusReason, httpMessage } = body as Readonly<Record<string, unknown>>;
  const isError = typeof statusReason === "string" || typeof httpMessage === "string";
  const code = typeof status === "object" ? NaN : Number(status);
  return isError && code >= 400 && code < 600 ? code : undefined;
}

/** How many characters of the platform's texts a message has. */
const longestReason = 1_000;
const longestExcerpt = 200;
const longestTrace = 100;
/** How many characters of a text an excerpt is looked for in. */
const longestSource = 20_000;

/** The beginning of a text, on one line and without the tags of HTML. */
export const excerpt = (text: string): string =>
  onOneLine(
    text
      .slice(0, longestSource)
      .replace(/<(script|style)[^]*?<\/\1>/gi, " ")
      .replace(/<[^>]*>/g, " "),
    longestExcerpt,
  );

const onOneLine = (text: string, longest: number): string =>
  shortened(text.replace(/\s+/g, " ").trim(), longest);

function hostOf(location: string): string {
  return URL.canParse(location) ? new URL(location).host : location.replace(/\?.*/s, "");
}

function meaning(
  status: number,
  { address, secret, header }: Names,
): { code: ErrorCode; advice?: Advice } {
  const check = (...all: CheckTarget[]): Way => ({ steps: [{ check: all, ...address }] });
  if (status === 401) {
    const inHeader: Advice = header ? [{ steps: [{ check: ["tokenHeader"], ...header }] }] : [];
    return { code: "unauthorized", advice: [{ steps: [secret] }, ...inHeader] };
  }
  if (status === 403) {
    return { code: "forbidden", advice: [{ steps: [{ ask: "grant" }] }, check("address")] };
  }
  if (status === 404) {
    return { code: "not_found", advice: [check("exists", "visible", "address")] };
  }
  if (status === 409) return { code: "conflict" };
  if (status === 429) {
    const advice: Advice = [
      { steps: [{ again: "command", after: "minutes" }] },
      { steps: [{ again: "command", with: ["--parallel"] }] },
    ];
    return { code: "rate_limited", advice };
  }
  if (status >= 500) {
    return { code: "server_error", advice: [{ steps: [{ again: "command", after: "works" }] }] };
  }
  if (status >= 300 && status < 400) {
    return {
      code: "redirected",
      advice: [{ ...check("address", "ipAddress"), note: "Redirects are never followed." }],
    };
  }
  return { code: "rejected" };
}
