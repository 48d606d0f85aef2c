import { fieldsOf, mailChange, mailEffect } from "pulumi-platform-provider/contract";
import type { Holder, MailTime, Values } from "pulumi-platform-provider/contract";
import { holdersOf } from "./holdings.js";
import { membersOf } from "./reach.js";
import type { Change } from "./types.js";
import { holdsSecret, valueAt, withoutSecrets } from "../stack/values.js";

/** E-mail that a change causes. */
export interface Mailing {
  change: Change;
  /** The names of the recipients; undefined if they are not known. */
  people?: readonly string[];
  /** The recipients are not known because they are secret. */
  isSecret: boolean;
  /** Recipients without a name: `subscribers`. */
  also?: string;
  /** Further recipients already get the e-mail. */
  areMore: boolean;
  /** `on every run`. */
  when: string;
  /** The expected time of the first e-mail. */
  run?: MailTime;
  /** The expected time of the e-mail that is not sent then any more. */
  insteadOfRun?: MailTime;
  /** The number of recipients in the program, if another address gets their e-mail. */
  insteadOf?: number;
  /** What changes of the e-mail that they got before: `pageId`. */
  changed?: readonly string[];
  /** The group through which the recipients get the e-mail: `group 7`. */
  through?: string;
  /** Those who leave a group in the same run, before or after it gets this e-mail. */
  leaving?: readonly string[];
}

/** The e-mails that these changes cause. */
export function mailings(changes: readonly Change[], now: number): Mailing[] {
  const left = changes.flatMap((change) =>
    membersOf(change).map((members) => ({ ...members, baseUrl: change.instance?.baseUrl })),
  );
  // The engine decides whether somebody leaves a group before it gets an e-mail of this run.
  const withLeaving = (mailing: Mailing): Mailing => {
    const { change, people = [] } = mailing;
    if (change.resource?.mail?.sent === undefined) return mailing;
    const leaving = left.flatMap(({ group, leaves, baseUrl }) =>
      people.includes(group) && baseUrl === change.instance?.baseUrl ? leaves : [],
    );
    return leaving.length === 0 ? mailing : { ...mailing, leaving };
  };
  return changes.flatMap((change) => [
    ...ownMailings(change, now).map(withLeaving),
    ...reachedMailings(change),
  ]);
}

/** The e-mail that those get who join a group. */
const reachedMailings = (change: Change): Mailing[] =>
  (change.reached ?? []).flatMap(({ about, group, joins, when }) =>
    when === undefined || joins.length === 0
      ? []
      : {
          change: { ...change, ...about },
          ...{ people: joins, isSecret: false, areMore: true, when, through: group },
        },
  );

function ownMailings(change: Change, now: number): Mailing[] {
  const { resource, op, fields, instance, after } = change;
  if (resource === undefined || after === undefined) return [];
  const isNew = op === "create" || op === "replace";
  if (!isNew && (op !== "update" || fields.length === 0)) return [];
  // What e-mails only once has done so.
  if (change.earlier?.has === "request") return [];
  const { inputs, old } = comparable(change, isNew);
  const { mail: setting = "live", operations = "documented" } = instance ?? {};
  const effect = mailEffect(resource, inputs, old, { mail: setting, operations }, now);
  const changed = old && mailChange(resource, inputs, old, { mail: setting }, now);
  const others = changed ? [changedMailing(change, changed)] : [];
  if (effect === undefined || effect === "off" || effect === "nobody") return others;
  const { isRedirected, named, areMore, also, when, run } = effect;
  const has = namesThatHave(change, inputs);
  const people = effect.people?.filter(({ name }) => !has.includes(name));
  if (people?.length === 0 && has.length > 0) return others;
  const mailing = {
    change,
    ...(people && { people: people.map(({ name }) => name) }),
    isSecret: people === undefined && holdsSecret(after),
    ...(also !== undefined && { also }),
    areMore,
    when,
    ...(run && { run }),
    ...(isRedirected && named && { insteadOf: named.length }),
  };
  return [mailing, ...others];
}

/** Who has already what the object gives, and gets no e-mail about it. Extended operations show that. */
function namesThatHave(change: Change, inputs: Values): string[] {
  const { resource, held = [], otherHolders, instance } = change;
  if (resource === undefined || instance?.operations !== "extended") return [];
  const there = [...held, ...(otherHolders?.before ?? [])];
  const hasAlready = ({ key, level }: Holder) =>
    there.some((one) => one.key === key && one.level === level);
  return (holdersOf(resource, inputs).holders ?? []).filter(hasAlready).map(({ name }) => name);
}

/** Those who got e-mail get something else, or at other times. */
const changedMailing = (
  change: Change,
  { people, also, paths, next }: NonNullable<ReturnType<typeof mailChange>>,
): Mailing => ({
  change,
  people: people.map(({ name }) => name),
  ...(also !== undefined && { also }),
  ...{ isSecret: false, areMore: false, when: "", changed: paths },
  ...(next && { run: next.run, insteadOfRun: next.insteadOf }),
});

/** Inputs for definitions, without the fields that are secret on a side. */
function comparable({ resource, fields, before, after = {} }: Change, isNew: boolean) {
  const inputs = withoutSecrets(after);
  if (isNew || before === undefined) return { inputs, old: undefined };
  const old = withoutSecrets(before);
  const changed = fields.map(({ path }) => path);
  for (const { path } of resource === undefined ? [] : fieldsOf(resource.inputs)) {
    if (typeof valueAt(old, path) !== "symbol" && !holdsSecret(valueAt(before, path))) continue;
    remove(old, path);
    // Unchanged fields cause no new e-mail.
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
