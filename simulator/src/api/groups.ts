import { randomUUID } from "node:crypto";
import { Collection } from "../collection.js";
import { compareIds, idOf, type Id } from "../ids.js";
import { booleanQuery, ok, pageOf, HttpError } from "../route.js";
import type { Answer, Context, RouteDeclaration } from "../route.js";
import { list, idOrNumber, oneOf, record, string, text } from "../schema.js";
import type { StoredGroup } from "../state.js";

export const groupsBase = "/api/content/v2/groups";
const base = groupsBase;
const creatable = oneOf("closed", "open", "dynamic");
const change = { name: text, type: creatable, description: string };

interface Change {
  id?: Id | string;
  groupId?: Id | string;
  name?: string;
  type?: string;
  description?: string;
}

export const groups = new Collection("groups", {
  path: base,
  param: "group",
  object: "group",
  unknown: "Not Found",
  shown: fetched,
});

export const routes: RouteDeclaration[] = [
  groups.create<Change>({
    source: "SPEC",
    summary: "Create a group",
    bodySchema: record({ name: text, description: string, type: text }, ["name", "type"]),
    extendedBodySchema: record(change, ["name", "type"]),
    make({ name = "", type = "", description = "" }, context) {
      const { user } = context;
      groups.refuseUsedName(context, name);
      return {
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
    },
    // The id is a string in this answer, and an integer in every read.
    answer: ({ id }) => ({ id: String(id) }),
  }),
  groups.fetch({ source: "SPEC", summary: "Fetch a group" }),
  {
    method: "PUT",
    path: base,
    source: "EXT-C",
    summary: "Update groups",
    bodySchema: list(
      record({ ...change, groupId: idOrNumber, dynamicDefinition: {} }, ["groupId"]),
      1,
    ),
    handler: (context) => {
      const changes = context.body as Change[];
      // Looks up all groups first, so that a batch is never half done.
      const found = changes.map(({ groupId }) => groups.find(context, idOf(groupId ?? "")));
      changes.forEach((one, i) => {
        const group = found[i] as StoredGroup;
        Object.assign(group, changed(context, group, one));
      });
      return ok(true);
    },
  },
  groups.update<Change>({
    source: "EXT-O",
    summary: "Update a group",
    bodySchema: record({ ...change, id: idOrNumber, dynamicDefinition: {} }),
    change(body, context, group) {
      if (body.id !== undefined && String(body.id) !== String(group.id)) {
        throw new HttpError(400, "id differs from the id in the path");
      }
      return changed(context, group, body);
    },
  }),
  groups.delete({ source: "EXT-O", summary: "Delete a group", answer: ok(true) }),
  {
    method: "DELETE",
    path: base,
    source: "EXT-C",
    summary: "Delete groups",
    bodySchema: list(idOrNumber, 1),
    handler: (context) => {
      const ids = (context.body as (Id | string)[]).map(idOf);
      groups.remove(
        context,
        ids.map((id) => groups.find(context, id)),
      );
      return ok(true);
    },
  },
  {
    method: "GET",
    path: `${base}/grouplist`,
    source: "EXT-O",
    summary: "List groups",
    handler: grouplist,
  },
  {
    method: "POST",
    path: `${base}/get`,
    source: "EXT-O",
    summary: "Read several groups",
    bodySchema: list(idOrNumber),
    handler: (context) => {
      const ids = new Set((context.body as (Id | string)[]).map(idOf));
      return ok(context.list(context.state.groups.filter(({ id }) => ids.has(id)).map(fetched)));
    },
  },
];

function changed(context: Context, group: StoredGroup, to: Change): Partial<StoredGroup> {
  const { name = group.name, type = group.type, description = group.description } = to;
  if (name !== group.name) groups.refuseUsedName(context, name);
  if (type !== group.type && !["open", "dynamic"].includes(group.type)) {
    throw new HttpError(400, `the type of a ${group.type} group cannot be changed`);
  }
  // An open group owns itself.
  return { name, type, description, owners: type === "open" ? [] : group.owners };
}

function fetched(group: StoredGroup) {
  return {
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
  };
}

function grouplist(context: Context): Answer {
  const search = (context.query["search"] ?? "").toLowerCase();
  const sort = context.query["sort"];
  if (sort !== undefined && sort !== "name") {
    throw new HttpError(400, `query parameter sort must be name, not "${sort}"`);
  }
  const direction = booleanQuery(context, "ascending", true) ? 1 : -1;
  const found = context.state.groups.filter(({ name }) => name.toLowerCase().includes(search));
  found.sort(
    (a, b) => direction * (a.name < b.name ? -1 : a.name > b.name ? 1 : compareIds(a.id, b.id)),
  );
  const ordered = context.list(found, sort !== undefined);
  return ok(pageOf(context, ordered, 100).map((group) => row(context, group)));
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
