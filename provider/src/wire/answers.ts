import type { ErrorCode, ErrorParts } from "../messages/errors";
import { parseJson } from "./json";
import { isErrorBody, errorText } from "./refusal";
import { shortened } from "../messages/visible";

export type AnswerFailure = Pick<ErrorParts, "code" | "detail" | "status" | "traceId" | "missing">;

interface Answer {
  status: number;
  contentType: string;
  text: string;
  location: string;
  /** The path names an object, and every instance has the operation. */
  isOfObject: boolean;
}

/**
 * Reads an answer of any form as a body or as a failure. A body is JSON, plain words or nothing, because a successful
 * request counts in any form. Secrets are redacted before a text is shortened, because a part of a secret would not be
 * found.
 */
export function explainAnswer(
  answer: Answer,
  redact: (text: string) => string,
): { body: unknown } | { failure: AnswerFailure } {
  const { status, contentType, text } = answer;
  const isSuccess = status >= 200 && status < 300;
  const json = parse(text);
  const body = json === unparsable ? text : json;
  const words = () => excerpt(redact(typeof body === "string" ? body : text));
  const fail = (failed: number, how: string, failure: Partial<AnswerFailure> = {}) => ({
    failure: {
      code: codeOf(failed),
      status: failed,
      detail: `answered ${status}${targetOf(answer)}${how}`,
      ...failure,
    },
  });

  if (contentType.includes("html") || /^\s*<(!doctype|html)/i.test(text)) {
    const told = codeOf(status);
    const code = pageCodes.includes(told) ? told : "not_the_api";
    return fail(status, ` with an HTML page${quoted(words())}`, { code });
  }
  const said = () => {
    const found = errorText(body);
    return found === undefined ? words() : withoutBreaks(redact(found), longestReason);
  };
  const failed = isSuccess ? statusIn(body) : status;
  if (failed === undefined) {
    if (isErrorBody(body)) {
      return fail(status, ` and says that the request failed${quoted(said())}`);
    }
    if (json !== unparsable || !contentType.includes("json")) return { body };
    return fail(status, ` with broken JSON${quoted(words())}`, { code: "unexpected_answer" });
  }
  const { toe }: { toe?: unknown } = (typeof json === "object" && json) || {};
  const reason = said();
  const how = isSuccess ? ` and says that the request failed with ${failed}` : "";
  const isJson = json !== unparsable && json !== undefined;
  const missing = missingIn(failed, reason, isJson, answer.isOfObject);
  return fail(failed, how + quoted(reason), {
    ...(missing === "endpoint" && { code: "not_offered" }),
    missing,
    traceId: typeof toe === "string" ? withoutBreaks(redact(toe), longestTrace) : undefined,
  });
}

/** An answer whose bytes are not what its headers say. */
export const unreadable = (status: number, { message }: Error): AnswerFailure => ({
  code: status >= 300 ? codeOf(status) : "unexpected_answer",
  status,
  detail: `answered ${status} ${message}`,
});

/** An answer that was not read to its end. `what` is what it has: `more than 2 MiB`. */
export const tooLarge = (what: string): AnswerFailure => ({
  code: "answer_too_large",
  detail: `answered with ${what}, so Pulumi did not read the whole answer`,
});

/** The codes that stay valid if the answer is an HTML page. */
const pageCodes: readonly ErrorCode[] = [
  "unauthorized",
  "redirected",
  "rate_limited",
  "server_error",
];

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
  withoutBreaks(
    text
      .slice(0, longestSource)
      .replace(/<(script|style)[^]*?<\/\1>/gi, " ")
      .replace(/<[^>]*>/g, " "),
    longestExcerpt,
  );

const withoutBreaks = (text: string, longest: number): string =>
  shortened(text.replace(/\s+/g, " ").trim(), longest);

function hostOf(location: string): string {
  return URL.canParse(location) ? new URL(location).host : location.replace(/\?.*/s, "");
}

function codeOf(status: number): ErrorCode {
  if (status >= 500) return "server_error";
  if (status >= 300 && status < 400) return "redirected";
  return codes[status] ?? "rejected";
}

const codes: Readonly<Partial<Record<number, ErrorCode>>> = {
  401: "unauthorized",
  403: "forbidden",
  404: "not_found",
  409: "conflict",
  429: "rate_limited",
};
