import type { Endpoint } from "./access";
import type { ErrorCode, Failure } from "./errors";

type Names = Endpoint["names"];
type AnswerFailure = Pick<Failure, "code" | "detail" | "hint" | "status" | "traceId">;

/**
 * Reads an answer of any form (JSON, a plain string, HTML, nothing) as a body or as a failure. A secret is
 * blanked out before a text is shortened, as a part of it could not be found any more.
 */
export function explainAnswer(
  answer: { status: number; contentType: string; text: string; location: string },
  redact: (text: string) => string,
  names: Names,
): { body: unknown } | { failure: AnswerFailure } {
  const { status, contentType, text, location } = answer;
  const isHtml = contentType.includes("html") || /^\s*<(!doctype|html)/i.test(text);
  const body = isHtml ? undefined : parse(text);

  if (status >= 200 && status < 300) {
    if (!isHtml && body !== unparsable) return { body };
    return {
      failure: {
        code: "unexpected_answer",
        status,
        detail: `answered ${status} with ${isHtml ? "an HTML page" : "something that is not JSON"} (${excerpt(redact(text))})`,
        hint: notTheInstance(names),
      },
    };
  }

  const spoken = isHtml ? `an HTML page (${excerpt(redact(text))})` : message(body, redact(text));
  const target = status >= 300 && status < 400 && location !== "" ? ` to ${hostOf(location)}` : "";
  const traceId =
    typeof body === "object" && body !== null ? (body as { toe?: unknown }).toe : undefined;
  // Only the platform itself says in JSON that something is not there; a proxy's 404 proves nothing.
  const { code, hint } =
    status === 404 && (isHtml || body === unparsable || body === undefined)
      ? { code: "unexpected_answer" as const, hint: notTheInstance(names) }
      : meaning(status, names);
  return {
    failure: {
      code,
      status,
      detail: `answered ${status}${target}${spoken === "" ? "" : `: ${spoken}`}`,
      hint,
      traceId: typeof traceId === "string" ? redact(traceId) : undefined,
    },
  };
}

const unparsable = Symbol("unparsable");
const notTheInstance = ({ address }: Names) =>
  `Check that ${address} is the address of the API itself, and that no proxy or sign-in page stands before it.`;

function parse(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return unparsable;
  }
}

/** The platform's own words, from any of the error bodies that it is seen to send. */
function message(body: unknown, text: string): string {
  if (typeof body === "string") return body;
  if (typeof body === "object" && body !== null) {
    const { message, statusReason } = body as { message?: unknown; statusReason?: unknown };
    if (typeof message === "string" && message !== "") return message;
    if (typeof statusReason === "string") return statusReason;
  }
  return excerpt(text);
}

function excerpt(text: string): string {
  const words = text
    .replace(/<(script|style)[^]*?<\/\1>/gi, " ")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return words.length > 200 ? `${words.slice(0, 200)}…` : words;
}

function hostOf(location: string): string {
  return URL.canParse(location) ? new URL(location).host : location.replace(/\?.*/s, "");
}

function meaning(status: number, { address, secret }: Names): { code: ErrorCode; hint?: string } {
  if (status === 401) {
    return {
      code: "unauthorized",
      hint: `The token is missing, wrong or expired: set ${secret} to a valid one.`,
    };
  }
  if (status === 403) {
    return {
      code: "forbidden",
      hint: `Give the token's user the grant that this needs, or use another user's token, and check that ${address} is the right one.`,
    };
  }
  if (status === 404) {
    return {
      code: "not_found",
      hint: "It does not exist there, or the token's user cannot see it.",
    };
  }
  if (status === 409) return { code: "conflict" };
  if (status === 429) {
    return { code: "rate_limited", hint: "Wait a while, or run with a smaller --parallel." };
  }
  if (status >= 500) {
    return { code: "server_error", hint: "Run again when the instance is well." };
  }
  if (status >= 300 && status < 400) {
    return {
      code: "redirected",
      hint: `Redirects are not followed. A platform also redirects callers whose address is not on its allow-list: check that, and that ${address} is right.`,
    };
  }
  return { code: "rejected" };
}
