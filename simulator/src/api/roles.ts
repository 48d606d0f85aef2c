import { Collection } from "../collection.js";
import type { Id } from "../ids.js";
import { ok, HttpError } from "../route.js";
import type { Context, RouteDeclaration } from "../route.js";
import { id, list, idOrNumber, record, string, text } from "../schema.js";
import type { StoredRole } from "../state.js";

const base = "/api/authorization/v1/roles";

interface RoleBody {
  name: string;
  description?: string;
  fromRoleId?: Id;
}

const roles = new Collection("roles", {
  path: base,
  param: "roleId",
  object: "role",
  shown: (role) => ({
    id: role.id,
    name: role.name,
    description: role.description,
    authorityCount: role.authorities.length,
    userCount: role.userIds.length,
    created: role.created,
    modified: role.modified,
  }),
});

export const routes: RouteDeclaration[] = [
  roles.list({ source: "SPEC", summary: "Get all roles" }),
  roles.fetch({ source: "EXT-D", summary: "Read one role" }),
  roles.create<RoleBody>({
    source: "EXT-D",
    summary: "Create a role",
    bodySchema: record({ name: text, description: string, fromRoleId: id }, ["name"]),
    make({ name, description = "", fromRoleId }, { state, now }) {
      const from = state.roles.find((role) => role.id === fromRoleId);
      if (fromRoleId !== undefined && !from)
        throw new HttpError(400, `fromRoleId ${fromRoleId} is not a role`);
      const authorities = [...(from?.authorities ?? [])];
      return { name, description, authorities, userIds: [], created: now, modified: now };
    },
    answer: ({ id, name, description }) => ({ id, name, description }),
  }),
  roles.update<RoleBody>({
    source: "EXT-D",
    summary: "Update a role",
    bodySchema: record({ id: idOrNumber, name: text, description: string }, ["name"]),
    change: ({ name, description = "" }, { now }) => ({ name, description, modified: now }),
    answer: () => ({ status: "SUCCESS", message: "The role was updated" }),
  }),
  roles.delete({ source: "EXT-D", summary: "Delete a role", answer: { status: 204 } }),
  {
    method: "GET",
    path: `${base}/{roleId}/exists`,
    source: "EXT-D",
    summary: "Whether a role exists",
    handler: (context) => ok(lookUp(context) !== undefined),
  },
  {
    // For an unknown role the platform answers an empty list, not 404. The same holds for its users.
    method: "GET",
    path: `${base}/{roleId}/authorities`,
    source: "EXT-C",
    summary: "The grants of a role",
    handler: (context) => ok(context.list(lookUp(context)?.authorities ?? [])),
  },
  {
    method: "PUT",
    path: `${base}/{roleId}/authorities`,
    source: "EXT-D",
    summary: "Replace the grants of a role",
    bodySchema: list(text),
    handler: (context) => {
      Object.assign(roles.named(context), {
        authorities: context.body as string[],
        modified: context.now,
      });
      return ok({ status: "SUCCESS", message: "The role's grants were updated" });
    },
  },
  {
    method: "GET",
    path: `${base}/{roleId}/users`,
    source: "EXT-C",
    summary: "The users of a role",
    handler: (context) => {
      const ids = lookUp(context)?.userIds ?? [];
      const users = context.list(context.state.users.filter(({ id }) => ids.includes(id)));
      return ok({ users, totalCount: users.length, totalFilteredCount: users.length });
    },
  },
];

const lookUp = (context: Context): StoredRole | undefined => {
  const text = context.params["roleId"] ?? "";
  return context.state.roles.find((role) => String(role.id) === text);
};
