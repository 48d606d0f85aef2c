import type { FaultBook } from "./faults.js";
import { note, type Flight } from "./flight.js";
import type { Answer } from "./route.js";

/** Lets a fault empty or shorten the list in an answer. An answer without a list is left alone. */
export function shapeList(answer: Answer, flight: Flight, faults: FaultBook): Answer {
  const name = listField(answer.body);
  if (name === undefined) return answer;
  const fault = faults.strike(
    flight.call,
    (kind) => kind === "empty-list" || kind === "truncated-list",
  );
  if (!fault) return answer;
  note(flight, fault);
  const shorten = (items: unknown[]): unknown[] =>
    fault.kind === "empty-list" ? [] : items.slice(0, fault.keep ?? Math.floor(items.length / 2));
  if (Array.isArray(answer.body)) return { ...answer, body: shorten(answer.body) };
  const body = answer.body as Record<string, unknown[]>;
  return { ...answer, body: { ...body, [name]: shorten(body[name] ?? []) } };
}

/** Lists come bare, or as `list`, `users` and the like of an object; objects with an id are no lists. */
function listField(body: unknown): string | undefined {
  if (Array.isArray(body)) return "";
  if (typeof body !== "object" || body === null || "id" in body) return undefined;
  return Object.entries(body).find(([, value]) => Array.isArray(value))?.[0];
}
