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
  refuseDynamic(group);
  change(group, numericId(context, "user"));
  return ok(true);
}

function add(group: StoredGroup, user: Id): void {
  if (!group.userIds.includes(user)) group.userIds.push(user);
}

function changeAccess(group: StoredGroup, change: Access): void {
  const { addMembers = [], removeMembers = [], addOwners = [], removeOwners = [] } = change;
  if (addMembers.length + removeMembers.length > 0) refuseDynamic(group);
  if (group.type === "open" && addOwners.length > 0) {
    throw new HttpError(400, "addOwners: an open group owns itself");
  }
  for (const { type, id } of addMembers) if (type === "USER") add(group, idOf(id));
  const gone = new Set(removeMembers.map(({ id }) => idOf(id)));
  group.userIds = group.userIds.filter((id) => !gone.has(id));
  const key = ({ type, id }: GranteeBody) => `${type}/${id}`;
  const owners = new Map<string, Grantee>(group.owners.map((owner) => [key(owner), owner]));
  for (const owner of addOwners) owners.set(key(owner), { type: owner.type, id: String(owner.id) });
  for (const owner of removeOwners) owners.delete(key(owner));
  group.owners = [...owners.values()];
}

function refuseDynamic(group: StoredGroup): void {
  if (group.type === "dynamic")
    throw new HttpError(400, "members of a dynamic group follow its rules");
}
