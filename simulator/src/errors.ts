import { randomBytes } from "node:crypto";
import { STATUS_CODES } from "node:http";

/** A new trace id in the platform's form, as in "7Q2M4XK9TB-LH3ZD-0VW5R". */
export function traceId(): string {
  const alphabet = "0123456789ABCDEFGHJKLMNPQRSTVWXYZ";
  const letters = Array.from(randomBytes(20), (byte) => alphabet[byte % alphabet.length]).join("");
  return `${letters.slice(0, 10)}-${letters.slice(10, 15)}-${letters.slice(15)}`;
}

/** The platform's usual error body. */
export function errorBody(status: number, message: string) {
  return { status, statusReason: STATUS_CODES[status] ?? "Error", message, toe: traceId() };
}
