import { hashOf, instanceKey, nameIn, typeIn } from "pulumi-platform-provider/contract";
import type { Values } from "pulumi-platform-provider/contract";
import type { StepState, Step as EngineStep } from "../stack/events.js";
import { isMap, propertiesOf } from "../stack/values.js";

/** The change of one resource in a plan. */
interface Step {
  op: string;
  /** A hash of the values before and after. */
  hash: string;
  /** The names of the fields that differ before and after. */
  fields: string[];
}

/** The changes of a plan, by URN. */
export type Steps = Record<string, Step>;

/**
 * The steps of a preview by URN. With a refresh, the old values are the live values. Without the key, nobody can guess
 * a value from its hash.
 */
export function stepsOf(steps: readonly EngineStep[], key: string): Steps {
  const result: Steps = {};
  for (const { op, urn, old, new: next } of steps) {
    if (op === "same") continue;
    const [before, after] = [shownOf(old), shownOf(next)];
    const part = hashOf([key, op, before, after]);
    const fields = old && next ? differing(before, after) : [];
    const earlier = result[urn];
    // A replacement has several steps.
    result[urn] =
      earlier === undefined
        ? { op, hash: part, fields }
        : { ...earlier, op: `${earlier.op}, ${op}`, hash: hashOf([earlier.hash, part]) };
  }
  return result;
}

/** The values that people review. A plan must also notice another `instance`. */
function shownOf(state: StepState | null | undefined): Values {
  const inputs = (state?.inputs ?? {}) as Values;
  return {
    ...propertiesOf(inputs),
    ...(instanceKey in inputs && { [instanceKey]: inputs[instanceKey] }),
  };
}

/** The paths at which two values differ; a list is one value. */
function differing(one: unknown, other: unknown, path = ""): string[] {
  if (!isMap(one) || !isMap(other)) return hashOf([one]) === hashOf([other]) ? [] : [path];
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  return keys.flatMap((key) =>
    differing(one[key], other[key], path === "" ? key : `${path}.${key}`),
  );
}

/** The number of resources for each operation. The engine also counts the stack and the providers. */
export function countsOf(steps: Steps): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [urn, { op }] of Object.entries(steps)) {
    if (typeIn(urn).startsWith("pulumi:p")) continue;
    const name = op.includes("replace") ? "replace" : op;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** The resources with different changes in two previews, in words. */
export function movedResources(before: Steps, now: Steps): string[] {
  const urns = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort();
  return urns.flatMap((urn) => {
    const [one, other] = [before[urn], now[urn]];
    if (one?.hash === other?.hash) return [];
    const ops = [one?.op ?? "nothing", other?.op ?? "nothing"];
    const what =
      ops[0] === ops[1] ? `${ops[0]}, with other values` : `${ops[0]}, and now ${ops[1]}`;
    const fields = [...new Set([...(one?.fields ?? []), ...(other?.fields ?? [])])].sort();
    return [`${nameOf(urn)}: ${what}${fields.length > 0 ? ` (${fields.join(", ")})` : ""}`];
  });
}

const nameOf = (urn: string): string => `${typeIn(urn).split(/[:/]/).pop()} "${nameIn(urn)}"`;
