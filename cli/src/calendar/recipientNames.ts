import { PlatformError, readGroups, readUsersOf } from "pulumi-platform-provider/contract";
import type { Connection } from "../instances/connect.js";
import type { Item } from "../inventory/inventory.js";
import { printable } from "../print.js";
import { recipientsOf } from "./collect.js";
import type { ReportProgress } from "../output/progress.js";

/** No known call finds a user by id, so the calendar looks for users in groups, but not without end. */
const maxGroups = 20;
const maxUsers = 10_000;

/**
 * The names of the groups and users who get reports, by kind and id: `group 12`. Groups are in the list of groups, which
 * also names their owners. The names of other users are in the groups that they belong to; the largest are read first.
 */
export async function readNames(
  { instance }: Connection,
  items: readonly Item[],
  progress: ReportProgress,
): Promise<ReadonlyMap<string, string>> {
  const all = items.flatMap((item) => recipientsOf(item) ?? []);
  const nameless = new Set(all.filter((one) => /^(group|user) /.test(one)));
  const names = new Map<string, string>();
  const add = (kind: string, id: string, name = "") => {
    // Some answers repeat the id where there is no name.
    if (name.trim() !== "" && name !== id && nameless.delete(`${kind} ${id}`))
      names.set(`${kind} ${id}`, printable(name));
  };
  if (nameless.size === 0) return names;
  try {
    const groups = await readGroups(instance);
    for (const { groupId, name, owners = [] } of groups) {
      add("group", groupId, name);
      for (const { type, id, displayName } of owners) add(type.toLowerCase(), id, displayName);
    }
    const largest = groups
      .filter(({ memberCount }) => memberCount !== 0)
      .sort((one, other) => (other.memberCount ?? 0) - (one.memberCount ?? 0))
      .slice(0, maxGroups);
    let count = 0;
    for (const [at, group] of largest.entries()) {
      const wanted = [...nameless].flatMap((one) => /^user (.*)/.exec(one)?.[1] ?? []);
      const most = Math.min(group.memberCount ?? Infinity, maxUsers - count);
      if (wanted.length === 0 || most <= 0) break;
      progress("names of recipients", at, largest.length);
      const users = await readUsersOf(
        instance,
        group,
        (found) => found.size >= most || wanted.every((id) => found.has(id)),
      );
      for (const { id, displayName } of users) add("user", id, displayName);
      count += users.length;
    }
  } catch (error) {
    // The calendar shows the ids of recipients whose names the instance does not tell.
    if (!(error instanceof PlatformError)) throw error;
  }
  return names;
}
