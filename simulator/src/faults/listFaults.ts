import type { Fault, FaultRules, Kind } from "./faults.js";
import { recordFault, type ActiveCall } from "./faultInjection.js";
import type { Answer } from "../route.js";

const contentKinds: readonly Kind[] = ["empty-list", "truncated-list", "new-pages"];

/** Empties, shortens or replaces the list in an answer, if there is a list and a fault for it. */
export const injectListFault = (answer: Answer, active: ActiveCall, faults: FaultRules): Answer =>
  withList(answer, (items) => {
    const fault = faults.choose(active.call, (kind) => contentKinds.includes(kind));
    if (!fault) return items;
    recordFault(active, fault);
    if (fault.kind === "new-pages") return newPage(fault, items);
    return fault.kind === "empty-list"
      ? []
      : items.slice(0, fault.keep ?? Math.floor(items.length / 2));
  });

/** Above the ids of the platform, and below 2^53. */
let lastNewId = 2 ** 52;
const examples = new WeakMap<Fault, object>();

/** Items that no answer had before, like the first one that the fault met. Without such an item, the list stays empty. */
function newPage(fault: Fault, items: unknown[]): unknown[] {
  const [first] = items;
  if (typeof first === "object" && first !== null && !examples.has(fault)) {
    examples.set(fault, first);
  }
  const example = examples.get(fault);
  if (example === undefined) return items;
  return Array.from({ length: fault.keep ?? 1 }, () => ({ ...example, id: ++lastNewId }));
}

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
