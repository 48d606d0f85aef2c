import type { FaultRules } from "./faults.js";
import { recordFault, type ActiveCall } from "./faultInjection.js";
import type { Answer } from "./route.js";

/** Empties or shortens the list in an answer, if there is a list and a fault for it. */
export const injectListFault = (answer: Answer, active: ActiveCall, faults: FaultRules): Answer =>
  withList(answer, (items) => {
    const fault = faults.choose(
      active.call,
      (kind) => kind === "empty-list" || kind === "truncated-list",
    );
    if (!fault) return items;
    recordFault(active, fault);
    return fault.kind === "empty-list"
      ? []
      : items.slice(0, fault.keep ?? Math.floor(items.length / 2));
  });

/** Changes the list in an answer. Returns an answer without a list unchanged. */
export function withList(answer: Answer, change: (items: unknown[]) => unknown[]): Answer {
  const { body } = answer;
  if (Array.isArray(body)) return { ...answer, body: change(body) };
  // An object with an id is no list.
  if (typeof body !== "object" || body === null || "id" in body) return answer;
  const [name, items] = Object.entries(body).find(([, value]) => Array.isArray(value)) ?? [];
  if (name === undefined) return answer;
  return { ...answer, body: { ...body, [name]: change(items as unknown[]) } };
}
