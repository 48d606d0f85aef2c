import { randomUUID } from "node:crypto";
import { bodyAs, integerQuery, numericId, ok, HttpError, booleanQuery } from "../route.js";
import type { Answer, Context, Route } from "../route.js";
import { list, idOrNumber, oneOf, record, string, text } from "../schema.js";
import type { StoredGroup } from "../state.js";

export const groupsBase = "/api/content/v2/groups";
const base = groupsBase;
const creatable = oneOf("closed", "open", "dynamic");
const change = { name: text, type: creatable, description: string };

interface Change {
  id?: number | string;
  groupId?: number | string;
  name?: string;
  type?: string;
  description?: string;
}

export const groupRoutes: Route[] = [
  {
    method: "POST",
    path: base,
    source: "SPEC",
    profile: "documented",
    summary: "Create a group",
    bodySchema: record({ name: text, description: string, type: text }, ["name", "type"]),
    extendedBodySchema: record(change, ["name", "type"]),
    handler: create,
  },
  {
    method: "GET",
    path: `${base}/{group}`,
    source: "SPEC",
    profile: "documented",
    summary: "Fetch a group",
    handler: (context) => ok(fetched(findGroup(context, numericId(context, "group")))),
  },
  {
    method: "PUT",
    path: base,
    source: "EXT-C",
    profile: "extended",
    summary: "Update groups",
    bodySchema: list(
      record({ ...change, groupId: idOrNumber, dynamicDefinition: {} }, ["groupId"]),
      1,
    ),
    handler: (context) => {
      const changes = bodyAs<Change[]>(context);
      // Looks up all groups first, so that a batch is never half done.
      const groups = changes.map(({ groupId }) => findGroup(context, Number(groupId)));
      changes.forEach((one, i) => apply(context, groups[i] as StoredGroup, one));
      return ok(true);
    },
  },
  {
    method: "PUT",
    path: `${base}/{group}`,
    source: "EXT-O",
    profile: "extended",
    summary: "Update a group",
    bodySchema: record({ ...change, id: idOrNumber, dynamicDefinition: {} }),
    handler: (context) => {
      const group = findGroup(context, numericId(context, "group"));
      const body = bodyAs<Change>(context);
      if (body.id !== undefined && String(body.id) !== String(group.id)) {
        throw new HttpError(400, "id differs from the id in the path");
      }
      apply(context, group, body);
      return ok(fetched(group));
    },
  },
  {
    method: "DELETE",
    path: `${base}/{group}`,
    source: "EXT-O",
    profile: "extended",
    summary: "Delete a group",
    handler: (context) => remove(context, [numericId(context, "group")]),
  },
  {
    method: "DELETE",
    path: base,
    source: "EXT-C",
    profile: "extended",
    summary: "Delete groups",
    bodySchema: list(idOrNumber, 1),
    handler: (context) => remove(context, bodyAs<(number | string)[]>(context).map(Number)),
  },
  {
    method: "GET",
    path: `${base}/grouplist`,
    source: "EXT-O",
    profile: "extended",
    summary: "List groups",
    handler: grouplist,
  },
  {
    method: "POST",
    path: `${base}/get`,
    source: "EXT-O",
    profile: "extended",
    summary: "Read several groups",
    bodySchema: list(idOrNumber),
    handler: (context) => {
      const ids = new Set(bodyAs<(number | string)[]>(context).map(Number));
      return ok(context.list(context.state.groups.filter(({ id }) => ids.has(id)).map(fetched)));
    },
  },
];

function create(context: Context): Answer {
  const { state, user } = context;
  const { name = "", type = "", description = "" } = bodyAs<Change>(context);
  refuseUsedName(context, name);
  const group: StoredGroup = {
    id: ++state.lastIds.group,
    name,
    type,
    description,
    userIds: [user],
    // An open group owns itself.
    owners: type === "open" ? [] : [{ type: "USER", id: String(user) }],
    creatorId: user,
    guid: randomUUID(),
    hidden: false,
    default: false,
    active: true,
    created: context.now,
  };
  state.groups.push(group);
  // The id is a string in this answer, and an integer in every read.
  return ok({ id: String(group.id) });
}

function apply(context: Context, group: StoredGroup, to: Change): void {
  if (to.name !== undefined && to.name !== group.name) refuseUsedName(context, to.name);
  if (to.type !== undefined && to.type !== group.type) {
    if (!["open", "dynamic"].includes(group.type)) {
      throw new HttpError(400, `the type of a ${group.type} group cannot be changed`);
    }
    group.type = to.type;
  }
  group.name = to.name ?? group.name;
  group.description = to.description ?? group.description;
}

function refuseUsedName(context: Context, name: string): void {
  if (context.state.groups.some((group) => group.name === name)) {
    throw new HttpError(400, `another group has the name "${name}"`);
  }
}

function remove(context: Context, ids: number[]): Answer {
  const gone = new Set(ids.map((id) => findGroup(context, id)));
  context.state.groups = context.state.groups.filter((group) => !gone.has(group));
  return ok(true);
}

export function findGroup(context: Context, id: number): StoredGroup {
  const found = context.state.groups.find((group) => group.id === id);
  if (!found) throw new HttpError(404, "Not Found");
  return found;
}

const fetched = (group: StoredGroup) => ({
  id: group.id,
  name: group.name,
  type: group.type,
  userIds: group.userIds,
  creatorId: group.creatorId,
  memberCount: group.userIds.length,
  guid: group.guid,
  description: group.description,
  hidden: group.hidden,
  default: group.default,
  active: group.active,
});

function grouplist(context: Context): Answer {
  const search = (context.query["search"] ?? "").toLowerCase();
  const sort = context.query["sort"];
  if (sort !== undefined && sort !== "name") {
    throw new HttpError(400, `query parameter sort must be name, not "${sort}"`);
  }
  const direction = booleanQuery(context, "ascending", true) ? 1 : -1;
  const found = context.state.groups.filter(({ name }) => name.toLowerCase().includes(search));
  found.sort((a, b) => direction * (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id));
  const ordered = context.list(found, sort !== undefined);
  const page = context.page(
    ordered,
    integerQuery(context, "offset", 0),
    integerQuery(context, "limit", 100),
  );
  return ok(page.map((group) => row(context, group)));
}

/** The list has other names for id and type, and times without a zone. */
const row = (context: Context, group: StoredGroup) => ({
  groupId: group.id,
  name: group.name,
  groupType: group.type,
  description: group.description,
  memberCount: group.userIds.length,
  owners: group.owners.map(({ type, id }) => ({
    type,
    id,
    displayName: context.state.users.find((user) => String(user.id) === id)?.displayName ?? id,
  })),
  created: new Date(group.created).toISOString().replace("Z", ""),
});
