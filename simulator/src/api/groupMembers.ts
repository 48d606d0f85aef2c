import { idOf, type Id } from "../ids.js";
import { idQuery, numericId, ok, pageOf, HttpError } from "../route.js";
import type { Answer, Context, RouteDeclaration } from "../route.js";
import { list, idOrNumber, oneOf, record } from "../schema.js";
import type { Grantee, StoredGroup } from "../state.js";
import { groups, groupsBase as base } from "./groups.js";

const grantees = list(record({ type: oneOf("USER", "GROUP"), id: idOrNumber }, ["type", "id"]));

interface GranteeBody {
  type: string;
  id: string | Id;
}

interface Access {
  groupId: Id | string;
  addMembers?: GranteeBody[];
  removeMembers?: GranteeBody[];
  addOwners?: GranteeBody[];
  removeOwners?: GranteeBody[];
}

export const routes: RouteDeclaration[] = [
  {
    method: "PUT",
    path: `${base}/access`,
    source: "EXT-D",
    summary: "Change members and owners of groups",
    bodySchema: list(
      record(
        {
          groupId: idOrNumber,
          addMembers: grantees,
          removeMembers: grantees,
          addOwners: grantees,
          removeOwners: grantees,
        },
        ["groupId"],
      ),
      1,
    ),
    handler: (context) => {
      const changes = context.body as Access[];
      const found = changes.map(({ groupId }) => groups.find(context, idOf(groupId)));
      // Checks all changes first, so that a batch is never half done.
      changes.forEach((change, i) => refuseImpossible(context, found[i] as StoredGroup, change));
      changes.forEach((change, i) => changeAccess(found[i] as StoredGroup, change));
      return ok(true);
    },
  },
  {
    method: "PUT",
    path: `${base}/{group}/user/{user}`,
    source: "EXT-D",
    summary: "Add a user to a group",
    handler: (context) => changeMember(context, (group, user) => add(group, user)),
  },
  {
    method: "DELETE",
    path: `${base}/{group}/removeuser/{user}`,
    source: "EXT-D",
    summary: "Remove a user from a group",
    handler: (context) =>
      changeMember(context, (group, user) => {
        group.userIds = group.userIds.filter((id) => id !== user);
      }),
  },
  {
    method: "GET",
    path: `${base}/users`,
    source: "EXT-C",
    summary: "List the users of a group",
    handler: (context) => {
      const { userIds } = groups.find(context, idQuery(context, "group"));
      const users = userIds.map(
        (id) =>
          context.state.users.find((user) => user.id === id) ?? { id, displayName: String(id) },
      );
      return ok({ groupUserList: pageOf(context, context.list(users), 500) });
    },
  },
  {
    method: "POST",
    path: `${base}/permissions`,
    source: "EXT-C",
    summary: "Read the owners of groups",
    bodySchema: list(idOrNumber),
    handler: (context) =>
      ok(
        (context.body as (Id | string)[]).map(idOf).map((id) => ({
          groupId: id,
          permissions: { owners: groups.find(context, id).owners },
        })),
      ),
  },
  {
    method: "GET",
    path: `${base}/{group}/permissions`,
    source: "EXT-O",
    summary: "Read the owners of a group",
    handler: (context) => ok({ owners: groups.named(context).owners }),
  },
];

function changeMember(context: Context, change: (group: StoredGroup, user: Id) => void): Answer {
  const group = groups.named(context);
  refuseByHand(group);
  change(group, numericId(context, "user"));
  return ok(true);
}

function add(group: StoredGroup, user: Id): void {
  if (!group.userIds.includes(user)) group.userIds.push(user);
}

function refuseImpossible({ state }: Context, group: StoredGroup, change: Access): void {
  const { addMembers = [], removeMembers = [], addOwners = [] } = change;
  if (addMembers.length + removeMembers.length > 0) refuseByHand(group);
  if (group.type === "open" && addOwners.length > 0) {
    throw new HttpError(400, "addOwners: an open group owns itself");
  }
  for (const { type, id } of addOwners) {
    const owner = type === "GROUP" && state.groups.find((one) => String(one.id) === String(id));
    if (owner && owner.type === "open") {
      throw new HttpError(400, `addOwners: open group ${id} cannot own another group`);
    }
  }
}

function changeAccess(group: StoredGroup, change: Access): void {
  const { addMembers, removeMembers, addOwners, removeOwners } = change;
  const members = [
    ...group.userIds.map((id) => ({ type: "USER", id: String(id) })),
    ...(group.groupIds ?? []).map((id) => ({ type: "GROUP", id: String(id) })),
  ];
  const then = changedList(members, addMembers, removeMembers);
  const idsOf = (wanted: string) =>
    then.filter(({ type }) => type === wanted).map(({ id }) => idOf(id));
  group.userIds = idsOf("USER");
  group.groupIds = idsOf("GROUP");
  group.owners = changedList(group.owners, addOwners, removeOwners);
}

function changedList(
  list: readonly Grantee[],
  added: readonly GranteeBody[] = [],
  removed: readonly GranteeBody[] = [],
): Grantee[] {
  const key = ({ type, id }: GranteeBody) => `${type}/${id}`;
  const all = new Map(list.map((one) => [key(one), one]));
  for (const one of added) all.set(key(one), { type: one.type, id: String(one.id) });
  for (const one of removed) all.delete(key(one));
  return [...all.values()];
}

/** Groups whose members follow a rule, a directory or the platform itself. */
const ruled = ["dynamic", "directory", "system"];

function refuseByHand({ type }: StoredGroup): void {
  if (ruled.includes(type)) {
    throw new HttpError(400, `members of a ${type} group cannot be changed by hand`);
  }
}
