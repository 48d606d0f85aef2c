import { z } from "zod";
import { anyId, anyNumber, anyText, listIn, listOf, maybe } from "../../definition/answers";
import type { Instance } from "../../platform/instance";
import { idOf, readQueried } from "../../platform/lists";
import { routes } from "../../platform/routes";
import type { Enough, Listing } from "../../wire/pages";

const grantee = z.object({ type: anyText, id: anyId, displayName: maybe(anyText) });
const listedGroup = z.object({
  groupId: anyId,
  name: maybe(anyText),
  memberCount: maybe(anyNumber),
  owners: maybe(listIn(grantee)),
});
/** No document shows the name of the id in a row of the list of users. */
const listedUser = z.preprocess(
  (row) =>
    typeof row === "object" && row !== null && "userId" in row ? { id: row.userId, ...row } : row,
  z.object({ id: anyId, displayName: maybe(anyText) }),
);
const users = listOf(listedUser);
/** The list in its known wrapper can be complete. In any other wrapper it proves nothing. */
const listedUsers = z.union([
  z.object({ groupUserList: users }).transform(({ groupUserList }) => groupUserList),
  users,
]);

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

/** Lists the users of a group, or those that are enough. */
export const listUsersOf = (
  instance: Instance,
  { groupId }: Pick<ListedGroup, "groupId">,
  enough?: Enough<ListedUser>,
): Promise<Listing<ListedUser>> =>
  readQueried(
    instance,
    idOf,
    {
      operation: `list the users of group ${groupId}`,
      ...{ route: routes.listGroupUsers, answer: listedUsers, skip: "offset" },
      ...{ asked: { group: groupId }, order: {}, size: () => ({ limit: 500 }) },
    },
    enough,
  );

/** The users of a group, or those that are enough. */
export const readUsersOf = async (
  ...wanted: Parameters<typeof listUsersOf>
): Promise<ListedUser[]> => [...(await listUsersOf(...wanted)).items.values()];
