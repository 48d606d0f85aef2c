import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../lifecycle/tables/row";
import { withoutSecrets } from "../sessions/wire";
import { holdsUnknown } from "../sessions/values";

/** Inputs before and after. */
export interface Change {
  olds: Values | undefined;
  news: Values;
}

/** How a plan expects the inputs of a resource to change. */
export interface InputChanges {
  adds: Values;
  updates: Values;
  deletes: string[];
}

export function changesOf(change: Change | undefined): InputChanges {
  const changes: InputChanges = { adds: {}, updates: {}, deletes: [] };
  if (change === undefined) return changes;
  const { olds = {}, news } = change;
  for (const [key, value] of Object.entries(news)) {
    if (!(key in olds)) changes.adds[key] = value;
    else if (!isSame(olds[key], value)) changes.updates[key] = value;
  }
  changes.deletes = Object.keys(olds).filter((key) => !(key in news));
  return changes;
}

/** The inputs that change in a way that the plan does not expect: `checkDiff` of the engine. */
export function violations({ olds = {}, news }: Change, expected: InputChanges): string[] {
  const keys = new Set([
    ...Object.keys(olds),
    ...Object.keys(news),
    ...Object.keys(expected.adds),
    ...Object.keys(expected.updates),
    ...expected.deletes,
  ]);
  return [...keys].filter((key) => isViolated(key, { olds, news }, expected)).sort();
}

function isViolated(key: string, change: Change, expected: InputChanges): boolean {
  const { adds, updates, deletes } = changesOf(change);
  const planned = key in expected.updates ? expected.updates[key] : expected.adds[key];
  const isPlanned = key in expected.updates || key in expected.adds;
  // A value that is not known yet may turn out to be any, or none.
  const fits = (value: unknown) => holdsUnknown(planned) || isSame(planned, value);
  if (key in adds) return !(key in expected.adds) || !fits(adds[key]);
  if (key in updates) return !isPlanned || !fits(updates[key]);
  if (deletes.includes(key)) {
    return !expected.deletes.includes(key) && !(key in expected.updates && holdsUnknown(planned));
  }
  if (isPlanned) return key in change.news ? !fits(change.news[key]) : !holdsUnknown(planned);
  return expected.deletes.includes(key) && key in change.news;
}

const isSame = (one: unknown, other: unknown) =>
  isDeepStrictEqual(withoutSecrets(one), withoutSecrets(other));
