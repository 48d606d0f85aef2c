import { bodyAs, numericId, ok, HttpError } from "../route.js";
import type { Context, Route } from "../route.js";
import { integer, list, idOrNumber, record, string, text } from "../schema.js";
import type { StoredRole } from "../state.js";

const base = "/api/authorization/v1/roles";

interface RoleBody {
  name: string;
  description?: string;
  fromRoleId?: number;
}

export const roleRoutes: Route[] = [
  {
    method: "GET",
    path: base,
    source: "SPEC",
    profile: "documented",
    summary: "Get all roles",
    handler: (context) => ok(context.list(context.state.roles.map(shown))),
  },
  {
    method: "GET",
    path: `${base}/{roleId}`,
    source: "EXT-D",
    profile: "extended",
    summary: "Read one role",
    handler: (context) => ok(shown(find(context))),
  },
  {
    method: "POST",
    path: base,
    source: "EXT-D",
    profile: "extended",
    summary: "Create a role",
    bodySchema: record({ name: text, description: string, fromRoleId: integer }, ["name"]),
    handler: (context) => {
      const { name, description = "", fromRoleId } = bodyAs<RoleBody>(context);
      const { state, now } = context;
      const from = state.roles.find(({ id }) => id === fromRoleId);
      if (fromRoleId !== undefined && !from)
        throw new HttpError(400, `fromRoleId ${fromRoleId} is not a role`);
      const id = ++state.lastIds.role;
      const authorities = [...(from?.authorities ?? [])];
      state.roles.push({
        id,
        name,
        description,
        authorities,
        userIds: [],
        created: now,
        modified: now,
      });
      return ok({ id, name, description });
    },
  },
  {
    method: "PUT",
    path: `${base}/{roleId}`,
    source: "EXT-D",
    profile: "extended",
    summary: "Update a role",
    bodySchema: record({ id: idOrNumber, name: text, description: string }, ["name"]),
    handler: (context) => {
      const role = find(context);
      const { name, description = "" } = bodyAs<RoleBody>(context);
      Object.assign(role, { name, description, modified: context.now });
      return ok({ status: "SUCCESS", message: "The role was updated" });
    },
  },
  {
    method: "DELETE",
    path: `${base}/{roleId}`,
    source: "EXT-D",
    profile: "extended",
    summary: "Delete a role",
    handler: (context) => {
      const role = find(context);
      context.state.roles = context.state.roles.filter((one) => one !== role);
      return { status: 204 };
    },
  },
  {
    method: "GET",
    path: `${base}/{roleId}/exists`,
    source: "EXT-D",
    profile: "extended",
    summary: "Whether a role exists",
    handler: (context) => ok(lookUp(context) !== undefined),
  },
  {
    // For an unknown role the platform answers an empty list, not 404. The same holds for its users.
    method: "GET",
    path: `${base}/{roleId}/authorities`,
    source: "EXT-C",
    profile: "extended",
    summary: "The grants of a role",
    handler: (context) => ok(context.list(lookUp(context)?.authorities ?? [])),
  },
  {
    method: "PUT",
    path: `${base}/{roleId}/authorities`,
    source: "EXT-D",
    profile: "extended",
    summary: "Replace the grants of a role",
    bodySchema: list(text),
    handler: (context) => {
      Object.assign(find(context), {
        authorities: bodyAs<string[]>(context),
        modified: context.now,
      });
      return ok({ status: "SUCCESS", message: "The role's grants were updated" });
    },
  },
  {
    method: "GET",
    path: `${base}/{roleId}/users`,
    source: "EXT-C",
    profile: "extended",
    summary: "The users of a role",
    handler: (context) => {
      const ids = lookUp(context)?.userIds ?? [];
      const users = context.list(context.state.users.filter(({ id }) => ids.includes(id)));
      return ok({ users, totalCount: users.length, totalFilteredCount: users.length });
    },
  },
];

const shown = (role: StoredRole) => ({
  id: role.id,
  name: role.name,
  description: role.description,
  authorityCount: role.authorities.length,
  userCount: role.userIds.length,
  created: role.created,
  modified: role.modified,
});

const lookUp = (context: Context): StoredRole | undefined => {
  const id = Number(context.params["roleId"]);
  return context.state.roles.find((role) => role.id === id);
};

function find(context: Context): StoredRole {
  const id = numericId(context, "roleId");
  const role = lookUp(context);
  if (!role) throw new HttpError(404, `role ${id} does not exist`);
  return role;
}
