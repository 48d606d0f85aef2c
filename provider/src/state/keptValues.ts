import type { Resource } from "../definition/resource";
import { fieldsOf } from "../definition/schema";
import { get } from "../definition/paths";
import type { Values } from "../definition/values";
import { keptValuesKey } from "./bookkeeping";
import { differingPaths, meantAt } from "./compare";
import { contentOf } from "./contentHash";

/** By property path. The written value counts as current, and the kept one is no manual change. */
type KeptValues = Readonly<Record<string, { written: string; kept: string }>>;

const keptIn = (state: Values) => (state[keptValuesKey] ?? {}) as KeptValues;

type Schema = Pick<Resource, "inputs">;

const hashAt = ({ inputs: schema }: Schema, path: string, values: Values): string =>
  contentOf(meantAt(schema, path, values) ?? null);

/** Notes what the instance keeps instead. What it does not show stays as noted. `news` has the paths new to people. */
export function noteOverrides(
  resource: Schema,
  written: Values,
  live: Values,
  before: Values = {},
): { note: Values; news: string[] } {
  const known = keptIn(before);
  const differing = differingPaths(resource.inputs, written, live);
  const entries = fieldsOf(resource.inputs).flatMap(({ path }) => {
    const hash = (values: Values) => hashAt(resource, path, values);
    if (differing.includes(path))
      return [[path, { written: hash(written), kept: hash(live) }] as const];
    const still = known[path];
    if (still === undefined || get(live, path) !== undefined) return [];
    return still.written === hash(written) ? [[path, still] as const] : [];
  });
  const isNews = ([path, { written, kept }]: (typeof entries)[number]) =>
    known[path]?.kept !== kept || known[path].written !== written;
  return {
    note: entries.length === 0 ? {} : { [keptValuesKey]: Object.fromEntries(entries) },
    news: entries.filter(isNews).map(([path]) => path),
  };
}

/** The note after a read: what the instance still keeps, and what it does not show. */
export function keptSince(resource: Schema, state: Values, live: Values): Values {
  const still = Object.entries(keptIn(state)).filter(
    ([path]) => get(live, path) === undefined || isKept(resource, state, path, live),
  );
  return still.length === 0 ? {} : { [keptValuesKey]: Object.fromEntries(still) };
}

/** Whether the instance keeps this value at a path, although Pulumi wrote the value of the state. */
export function isKept(resource: Schema, state: Values, path: string, value: Values): boolean {
  const known = keptIn(state)[path];
  return (
    known !== undefined &&
    known.written === hashAt(resource, path, state) &&
    known.kept === hashAt(resource, path, value)
  );
}

/** The paths at which the program now says what the instance keeps. They need no call. */
export const acceptedPaths = (resource: Schema, old: Values, next: Values): string[] =>
  Object.keys(keptIn(old)).filter((path) => isKept(resource, old, path, next));
