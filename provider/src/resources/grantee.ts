import { eachOnce, openIssue } from "../definition/fields";
import type { IdKind } from "../definition/ids/idKinds";
import { digits } from "../definition/ids/numericIds";
import type { Values } from "../definition/values";

/** A user or a group. */
export interface Grantee {
  type: string;
  id: string;
}

/** The grantee in messages. */
export const granteeName = ({ type, id }: Grantee) => `${type.toLowerCase()} ${id}`;

/** The key of a grantee. Platforms write the type in capitals or in small letters. */
export const granteeKey = ({ type, id }: Grantee) => JSON.stringify([type.toUpperCase(), id]);

/** Refuses a grantee who is in the list of this name twice. */
export const eachGranteeOnce = (list: string) =>
  eachOnce(
    granteeKey,
    (one, first) =>
      `repeats ${granteeName(one)} of ${list}[${first}]: name each user or group once`,
  );

/** The grantees of a list that the other list lacks. */
export function granteesNotIn<One extends Grantee>(
  others: readonly Grantee[] = [],
  all: readonly One[] = [],
): One[] {
  const keys = new Set(others.map(granteeKey));
  return all.filter((one) => !keys.has(granteeKey(one)));
}

/** The kind of the id of a user or group. */
export const kindOfGrantee = ({ type }: Values): IdKind | undefined =>
  type === "USER" ? "user" : type === "GROUP" ? "group" : undefined;

/** The issue for the name of a user or group where the id belongs. All observed ids are whole numbers. */
export const oddGranteeId = ({ type, id }: { type: string; id: string }, path: string[]) => {
  const kind = kindOfGrantee({ type });
  if (kind === undefined || id === "" || digits.test(id)) return [];
  const message = `does not look like the id of a ${kind} (a whole number). \`pulumi-platform find\` finds ids by name`;
  return [openIssue(id, { known: [], meant: [] }, path, message)];
};
