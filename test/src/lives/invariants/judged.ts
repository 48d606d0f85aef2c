import type { Declared } from "../../engine/stacks/pulumiStack";
import type { Values } from "../../lifecycle/tables/row";
import { parentsIn } from "../history";
import type { History } from "../history";
import type { ExceptionName } from "../judging/exceptions";
import type { Held, ObjectKey } from "../judging/objects";
import type { Message, Observed } from "../judging/observed";

/** What an invariant may look at, besides the command. */
export interface Judged {
  observed: Observed;
  history: History;
  /** What the program declares for the stack. */
  declared: readonly Declared[];
  stackName: string;
  mail: string;
  operations: string;
  visibilityDelaySeconds: number;
  /** The names of the resources whose replacement somebody asked for. */
  replaced: ReadonlySet<string>;
  /** The types of the parents of each resource that the program declares. */
  parents: ReadonlyMap<string, string>;
}

/** Something that an invariant forbids, unless an exception allows it. */
export interface Breach {
  what: string;
  /** The object that it is about. */
  key?: ObjectKey;
  declared?: Declared;
  /** The failure that it is about. */
  message?: Message;
}

export interface Invariant {
  name: string;
  /** Those that can allow a breach of it. */
  exceptions: readonly ExceptionName[];
  breaches: (judged: Judged) => Breach[];
}

/** What mails when it is created or updated. */
export const senders = ["ReportSend", "ReportNotification"];
export const unique = ["ReportSchedule", "Group"];
export const isSuccess = ({ told, cut }: Observed) => told.code === 0 && cut === undefined;
/** After such a run, the program is what there is. */
export const isDone = (one: Observed) => one.name === "up" && isSuccess(one);

/** The former names of a resource. */
export const aliasesOf = ({ opts }: Declared): string[] =>
  ((opts?.aliases ?? []) as { name: string }[]).map(({ name }) => name);

export const live = (held: readonly Held[] = []) => held.filter(({ isOld }) => !isOld);
/** Whether the program declares it under a parent of the same type: else it is another resource. */
export const isUnderItsParent = (
  { urn, name }: Pick<Held, "urn" | "name">,
  { parents }: Pick<Judged, "parents">,
): boolean => parentsIn(urn) === (parents.get(name) ?? "");
/** Resources by type and name. */
export const nameOf = ({ type, name }: { type: string; name: string }) => `${type} ${name}`;
export const declaredNames = (declared: readonly Declared[]) => new Set(declared.map(nameOf));

/** The same with the names that they had. */
export const namesEver = (declared: readonly Declared[]) =>
  new Set(
    declared.flatMap((one) =>
      [one.name, ...aliasesOf(one)].map((name) => nameOf({ type: one.type, name })),
    ),
  );

/** By what people tell an object from others of its type. */
export const naturalKey = ({ title, name }: Values): string => JSON.stringify(title ?? name);

/** Whether the program asks for another object like this one. */
export const mayBeTwice = (
  declared: readonly Declared[],
  key: ObjectKey,
  values: Values = {},
): boolean =>
  declared.some(
    ({ args, type }) =>
      args.allowDuplicate === true &&
      key.includes(` ${type}/`) &&
      naturalKey(args) === naturalKey(values),
  );

/** The object that a message is about. */
export const keyOfMessage = (
  { id, urn }: Message,
  { before: { objects, held }, stack }: Observed,
): ObjectKey | undefined => {
  if (id === undefined) return undefined;
  const keysOf = (some: readonly Held[]) => some.flatMap(({ keys }) => keys);
  // Only its resource tells a share from others of the dataset.
  const [own] = keysOf((held.get(stack) ?? []).filter((one) => one.urn === urn && one.id === id));
  const all = [...objects.keys(), ...keysOf([...held.values()].flat())];
  return own ?? all.find((key) => key.endsWith(`/${id}`));
};
