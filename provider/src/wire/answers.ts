import type { Endpoint } from "./access";
import type { ErrorCode, Failure } from "./errors";

type Names = Endpoint["names"];
type AnswerFailure = Pick<Failure, "code" | "detail" | "hint" | "status" | "traceId">;

/**
 * Reads an answer of any form (JSON, a plain string, HTML, nothing) as a body or as a failure. Secrets are
 * redacted before a text is shortened, because half of a secret would not be found.
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
        detail: `answered ${status} with ${isHtml ? "an HTML page" : "text that is not JSON"}${quoted(excerpt(redact(text)))}`,
        hint: notTheInstance(names),
      },
    };
  }

  const spoken = isHtml
    ? ` with an HTML page${quoted(excerpt(redact(text)))}`
    : quoted(message(body, redact(text)));
  const target = status >= 300 && status < 400 && location !== "" ? ` to ${hostOf(location)}` : "";
  const traceId =
    typeof body === "object" && body !== null ? (body as { toe?: unknown }).toe : undefined;
  // Only the platform answers in JSON that an object does not exist; the 404 of a proxy proves nothing.
  const { code, hint } =
    status === 404 && (isHtml || body === unparsable || body === undefined)
      ? { code: "unexpected_answer" as const, hint: notTheInstance(names) }
      : meaning(status, names);
  return {
    failure: {
      code,
      status,
      detail: `answered ${status}${target}${spoken}`,
      hint,
      traceId: typeof traceId === "string" ? redact(traceId) : undefined,
    },
  };
}

const unparsable = Symbol("unparsable");
const notTheInstance = ({ address }: Names) =>
  `Check that ${address} is the address of the API, and that no proxy or sign-in page answers instead.`;

/** The words of the platform, to follow what it answered. */
const quoted = (words: string) => (words === "" ? "" : `: "${words.replace(/\.$/, "")}"`);

function parse(text: string): unknown {
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return unparsable;
  }
}

/** The platform's own words, from any of the error bodies that it is known to send. */
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
      hint: `Set ${secret} to a valid token.`,
    };
  }
  if (status === 403) {
    return {
      code: "forbidden",
      hint: `Give the user of the token the grant that this call needs, or check that ${address} is correct.`,
    };
  }
  if (status === 404) {
    return {
      code: "not_found",
      hint: "Check that the object exists and that the user of the token can see it.",
    };
  }
  if (status === 409) return { code: "conflict" };
  if (status === 429) {
    return { code: "rate_limited", hint: "Wait a few minutes, or use a smaller `--parallel`." };
  }
  if (status >= 500) {
    return { code: "server_error", hint: "Run the command again when the instance works." };
  }
  if (status >= 300 && status < 400) {
    return {
      code: "redirected",
      hint: `Check that ${address} is correct and that the platform allows your IP address: redirects are never followed.`,
    };
  }
  return { code: "rejected" };
}
