import { printable } from "../print.js";
import type { Access, Call } from "./call.js";

/** How much of an answer goes into a message. */
const longestAnswer = 300;

/** The forge's words, in quotes. */
export function answerOf(text: string): string {
  const words = wordsOf(text).trim();
  return words === "" ? "" : ` "${printable(words, longestAnswer)}"`;
}

function wordsOf(text: string): string {
  try {
    const { message, error, errors } = JSON.parse(text) as Record<string, unknown>;
    return [message ?? error, errors].flatMap(told).join(" ");
  } catch {
    // An HTML page has no useful message.
    return /^\s*</.test(text) ? "" : text;
  }
}

function told(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(told);
  const { message } = value as { message?: unknown };
  return [typeof message === "string" ? message : JSON.stringify(value)];
}

/** How long a forge that limits requests asks us to wait. Such an answer means that the forge did nothing. */
export function secondsToWait({ status, headers }: Response): number | undefined {
  const after = headers.get("retry-after");
  const isLimited = headers.get("x-ratelimit-remaining") === "0";
  if (status !== 429 && !(status === 403 && (after !== null || isLimited))) return undefined;
  if (after !== null) {
    const seconds = /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000;
    if (Number.isFinite(seconds)) return Math.max(0, seconds);
  }
  const reset = Number(headers.get("x-ratelimit-reset") ?? headers.get("ratelimit-reset") ?? NaN);
  return Number.isFinite(reset) ? Math.max(0, reset - Date.now() / 1000) : 60;
}

/** The advice for a failed answer. */
export function advice(response: Response, { permission }: Call, access: Access): string {
  const { forge, url, urlVariable, tokenVariable } = access;
  const { status, headers } = response;
  const seconds = secondsToWait(response);
  if (seconds !== undefined) {
    return `The token has made too many requests: run the command again in ${Math.ceil(seconds / 60)} min.`;
  }
  if (status === 401) return `Check ${tokenVariable}: the token is wrong, expired or revoked.`;
  if (status === 403) return `Give the token in ${tokenVariable} this right: ${permission}.`;
  if (status === 404) {
    return `Check that it exists, and give the token in ${tokenVariable} this right: ${permission}. ${forge} also answers 404 where a token may not read.`;
  }
  if (status >= 300 && status < 400) {
    const to = originOf(headers.get("location"), url);
    return `This is a redirect${to}, and the token is not sent there. Correct ${urlVariable}, or the name of the repository if it was renamed.`;
  }
  if (status >= 500) return "Run the command again later.";
  return "Correct what the answer names, then run the command again.";
}

function originOf(location: string | null, base: string): string {
  return location !== null && URL.canParse(location, base)
    ? ` to ${new URL(location, base).origin}`
    : "";
}
