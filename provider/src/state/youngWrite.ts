import type { Resource } from "../definition/resource";
import { fieldsOf } from "../definition/schema";
import type { Values } from "../definition/values";
import type { Settings } from "../settings/index";
import { youngWriteKey } from "./bookkeeping";
import { meantAt } from "./compare";
import { hasHash, withHashes } from "./contentHash";
import type { ValueHashes } from "./contentHash";

/** A write that no read has shown since. */
interface YoungWrite {
  /** Epoch milliseconds. */
  at: number;
  /** The values before each unseen update; undefined after a create. */
  before?: ValueHashes;
}

/** How late an instance can be. */
export type Delays = Pick<Settings, "visibilityDelaySeconds" | "writeDeadlineSeconds">;

const writeIn = (state: Values) => (state[youngWriteKey] ?? {}) as Partial<YoungWrite>;

/** When Pulumi wrote what the state has, if no read has shown it since; in epoch milliseconds. */
export const writtenAt = (state: Values): number | undefined => writeIn(state).at;

/** Notes a write in the state. `old` is the state before an update of these paths. */
export function noteWrite(
  resource: Resource,
  old: Values = {},
  changed: readonly string[] = [],
): Values {
  const earlier = writeIn(old);
  const meant = (path: string) => meantAt(resource.inputs, path, old);
  // An unseen create can still show a part of each list.
  const isNew = changed.length > 0 && earlier.at !== undefined && earlier.before === undefined;
  const all = isNew ? fieldsOf(resource.inputs).map(({ path }) => path) : [];
  const lists = all.filter((path) => isList(meant(path)));
  const values = [...new Set([...changed, ...lists])].map((path) => [path, meant(path)] as const);
  const before = withHashes(earlier.before ?? {}, Object.fromEntries(values));
  const isUpdate = Object.keys(before).length > 0;
  const write: YoungWrite = { at: Date.now(), ...(isUpdate && { before }) };
  return { [youngWriteKey]: write };
}

/** Whether the instance may not show yet what Pulumi did at this time. A time far in the future is wrong. */
export const isYoungAt = (at: number, delays: Delays, now = Date.now()): boolean =>
  Math.abs(now - at) < delays.visibilityDelaySeconds * 1000;

/** The latest time at which a request may be carried out. If the clock was set back, it counts as sent now. */
export const latestEffect = (sentAt: number, delays: Delays, now = Date.now()): number =>
  Math.min(sentAt, now) + delays.writeDeadlineSeconds * 1000;

/**
 * How old the unseen write of a state is; undefined if a read has shown it, or the instance must show it by now. A
 * write from before this command is as old as it was at the start, or an `up` would do what its preview excluded.
 */
export function youngAgeMs(
  state: Values,
  delays: Delays,
  commandStart = Number.POSITIVE_INFINITY,
): number | undefined {
  const { at } = writeIn(state);
  if (at === undefined) return undefined;
  const now = at < commandStart ? Math.min(commandStart, Date.now()) : Date.now();
  // The clocks of two machines differ.
  return isYoungAt(at, delays, now) ? Math.max(0, now - at) : undefined;
}

/** Whether the instance still shows the value from before an unseen write, or a part of a list that it wrote. */
export function isFromBefore(
  resource: Resource,
  state: Values,
  path: string,
  live: Values,
): boolean {
  const [wanted, shown] = [state, live].map((one) => meantAt(resource.inputs, path, one));
  const { before } = writeIn(state);
  if (hasHash(before ?? {}, path, shown)) return true;
  const isWritten = before === undefined || path in before;
  return (
    isWritten && isList(wanted) && isList(shown) && shown.every((item) => wanted.includes(item))
  );
}

const isList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");
