import { z } from "zod";
import { anyId, anyNumber, anyText, listIn, listOf, maybe } from "../definition/answers";
import type { Instance } from "../platform/instance";
import { readQueried } from "../platform/lists";
import { routes } from "../platform/routes";
import type { Enough } from "../wire/pages";
import type { Route } from "../wire/route";

/** Only a command calls this operation: no resource manages the users of a group. */
const listUsers = {
  title: "List the users of a group",
  method: "GET",
  path: "/api/content/v2/groups/users",
  source: "extended",
} as const satisfies Route;

const grantee = z.object({ type: anyText, id: anyId, displayName: maybe(anyText) });
const listedGroup = z.object({
  groupId: anyId,
  name: maybe(anyText),
  memberCount: maybe(anyNumber),
  owners: maybe(listIn(grantee)),
});
const listedUser = z.object({ id: anyId, displayName: maybe(anyText) });

type ListedGroup = z.infer<typeof listedGroup>;
type ListedUser = z.infer<typeof listedUser>;

/** The groups of an instance, with the number of their users and with their owners. */
export async function readGroups(instance: Instance): Promise<ListedGroup[]> {
  const { items } = await instance.list("groups with their owners", () =>
    readQueried(instance, ({ groupId }: ListedGroup) => groupId, {
      operation: "list groups",
      ...{ route: routes.listGroups, answer: listOf(listedGroup), skip: "offset" },
      ...{ order: { sort: "name", ascending: true }, size: () => ({ limit: 100 }) },
    }),
  );
  return [...items.values()];
}

/** The users of a group, or those that are enough. */
export async function readUsersOf(
  instance: Instance,
  { groupId }: Pick<ListedGroup, "groupId">,
  enough?: Enough<ListedUser>,
): Promise<ListedUser[]> {
  const { items } = await readQueried(
    instance,
    ({ id }: ListedUser) => id,
    {
      operation: `list the users of group ${groupId}`,
      ...{ route: listUsers, answer: listOf(listedUser), skip: "offset" },
      ...{ asked: { group: groupId }, order: {}, size: () => ({ limit: 500 }) },
    },
    enough,
  );
  return [...items.values()];
}
