import type { FaultRules } from "./faults.js";
import { recordFault, type ActiveCall } from "./faultInjection.js";
import type { Answer } from "./route.js";

/** Empties or shortens the list in an answer, if there is a list and a fault for it. */
export function injectListFault(answer: Answer, active: ActiveCall, faults: FaultRules): Answer {
  const name = listField(answer.body);
  if (name === undefined) return answer;
  const fault = faults.choose(
    active.call,
    (kind) => kind === "empty-list" || kind === "truncated-list",
  );
  if (!fault) return answer;
  recordFault(active, fault);
  const shorten = (items: unknown[]): unknown[] =>
    fault.kind === "empty-list" ? [] : items.slice(0, fault.keep ?? Math.floor(items.length / 2));
  if (Array.isArray(answer.body)) return { ...answer, body: shorten(answer.body) };
  const body = answer.body as Record<string, unknown[]>;
  return { ...answer, body: { ...body, [name]: shorten(body[name] ?? []) } };
}

/** The field that holds the list; "" if the body is the list. An object with an id holds none. */
export function listField(body: unknown): string | undefined {
  if (Array.isArray(body)) return "";
  if (typeof body !== "object" || body === null || "id" in body) return undefined;
  return Object.entries(body).find(([, value]) => Array.isArray(value))?.[0];
}
