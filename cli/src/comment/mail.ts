import { fieldsOf, mailEffect, unknown } from "pulumi-platform-provider/contract";
import type { Run, Values } from "pulumi-platform-provider/contract";
import type { Change } from "../preview/types.js";
import { holdsSecret, valueAt, withInstead } from "../stack/values.js";

/** E-mail that a change causes. */
export interface Mailing {
  change: Change;
  /** The names of those who get it; undefined where they are not known. */
  people?: readonly string[];
  /** Those who are not known are secret. */
  isSecret: boolean;
  /** Who gets it too, without a name: `subscribers`. */
  also?: string;
  /** Others get it already. */
  areMore: boolean;
  /** `on every run`. */
  when: string;
  /** The first time, as far as it can be expected. */
  run?: Run;
  /** How many people the program names, where another address gets their mail. */
  insteadOf?: number;
}

/** Who will get e-mail because of these changes. */
export const mailings = (changes: readonly Change[], now: number): Mailing[] =>
  changes.flatMap((change) => mailing(change, now) ?? []);

function mailing(change: Change, now: number): Mailing | undefined {
  const { resource, op, fields, instance, after } = change;
  if (resource === undefined || after === undefined) return undefined;
  const isNew = op === "create" || op === "replace";
  if (!isNew && (op !== "update" || fields.length === 0)) return undefined;
  const { inputs, old } = comparable(change, isNew);
  const { mail: setting = "live", operations = "documented" } = instance ?? {};
  const effect = mailEffect(resource, inputs, old, { mail: setting, operations }, now);
  if (effect === undefined || effect === "off" || effect === "nobody") return undefined;
  const { people, isRedirected, named, areMore, also, when, run } = effect;
  return {
    change,
    ...(people && { people: people.map(({ name }) => name) }),
    isSecret: people === undefined && holdsSecret(after),
    ...(also !== undefined && { also }),
    areMore,
    when,
    ...(run && { run }),
    ...(isRedirected && named && { insteadOf: named.length }),
  };
}

/** Inputs as definitions know them: they know values that are not known yet, and no secrets. */
function comparable({ resource, fields, before, after }: Change, isNew: boolean) {
  const inputs = withInstead(after, () => unknown) as Values;
  if (isNew || before === undefined) return { inputs, old: undefined };
  const old = withInstead(before, () => unknown) as Values;
  const changed = fields.map(({ path }) => path);
  for (const { path } of resource === undefined ? [] : fieldsOf(resource.inputs)) {
    if (typeof valueAt(old, path) !== "symbol" && !holdsSecret(valueAt(before, path))) continue;
    remove(old, path);
    // What stays as it is mails nobody new.
    if (!changed.includes(path)) remove(inputs, path);
  }
  return { inputs, old };
}

/** Removes a field. An object that is secret as a whole becomes an object without fields. */
function remove(values: Values, path: string): void {
  const [key = "", ...rest] = path.split(".");
  if (rest.length === 0) {
    Reflect.deleteProperty(values, key);
    return;
  }
  if (typeof values[key] === "symbol") values[key] = {};
  if (typeof values[key] === "object" && values[key] !== null) {
    remove(values[key] as Values, rest.join("."));
  }
}
