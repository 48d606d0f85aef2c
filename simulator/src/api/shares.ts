import type { Id } from "../ids.js";
import { ok, HttpError, type Answer, type Context, type RouteDeclaration } from "../route.js";
import { boolean, list, idOrNumber, oneOf, record, text } from "../schema.js";
import type { StoredDataset, StoredShare } from "../state.js";
import { findDataset } from "./content.js";
import { address } from "./scheduleMail.js";

const base = "/api/data/v3/datasources/{datasetId}";

interface ShareBody {
  permissions: { id: string | Id; type: string; accessLevel: string }[];
  sendEmail: boolean;
}

const body = (permission: Record<string, unknown>) =>
  record({ permissions: list(permission), sendEmail: boolean }, ["permissions", "sendEmail"]);
const needed = ["id", "type", "accessLevel"];

export const routes: RouteDeclaration[] = [
  {
    method: "POST",
    path: `${base}/share`,
    source: "SPEC",
    summary: "Share a dataset",
    bodySchema: body(record({ id: text, type: text, accessLevel: text }, needed)),
    extendedBodySchema: body(
      record(
        {
          id: idOrNumber,
          type: oneOf("USER", "GROUP"),
          accessLevel: oneOf("CO_OWNER", "CAN_EDIT", "CAN_SHARE", "CAN_VIEW"),
        },
        needed,
      ),
    ),
    handler: share,
  },
  {
    method: "GET",
    path: `${base}/permissions`,
    source: "EXT-D",
    summary: "List the permissions of a dataset",
    handler: (context) => {
      const rows = rowsOf(context, findDataset(context));
      return ok({
        list: context.list(rows).map(({ type, granteeId, accessLevel }) => ({
          type,
          id: granteeId,
          accessLevel,
          name: nameOf(context, type, granteeId),
        })),
        totalUserCount: rows.filter(({ type }) => type === "USER").length,
        totalGroupCount: rows.filter(({ type }) => type === "GROUP").length,
      });
    },
  },
  {
    method: "DELETE",
    path: `${base}/permissions/{type}/{granteeId}`,
    source: "EXT-D",
    summary: "Remove a permission on a dataset",
    handler: (context) => {
      const { type = "", granteeId = "" } = context.params;
      const row = rowsOf(context, findDataset(context)).find(
        (one) => one.type === type && one.granteeId === granteeId,
      );
      if (!row) throw new HttpError(404, `${type} ${granteeId} has no permission on the dataset`);
      if (row.accessLevel === "OWNER")
        throw new HttpError(400, "the owner's permission cannot be removed");
      context.state.shares = context.state.shares.filter((one) => one !== row);
      return ok({});
    },
  },
];

/** Grants the listed permissions. A grantee who already has one gets the new level. */
function share(context: Context): Answer {
  const dataset = findDataset(context);
  const { permissions, sendEmail } = context.body as ShareBody;
  const rows = rowsOf(context, dataset);
  for (const { id, type, accessLevel } of permissions) {
    const granteeId = String(id);
    const row = rows.find((one) => one.type === type && one.granteeId === granteeId);
    if (!row) context.state.shares.push(newRow(dataset.id, type, granteeId, accessLevel));
    else if (row.accessLevel !== "OWNER") row.accessLevel = accessLevel;
    if (sendEmail) {
      context.mail({ kind: "share", subject: dataset.id, to: address(context, type, granteeId) });
    }
  }
  return ok({});
}

function rowsOf(context: Context, dataset: StoredDataset): StoredShare[] {
  const { shares } = context.state;
  const owner = newRow(dataset.id, "USER", String(dataset.ownerId), "OWNER");
  if (!shares.some(({ id }) => id === owner.id)) shares.push(owner);
  return shares.filter(({ datasetId }) => datasetId === dataset.id);
}

const newRow = (datasetId: string, type: string, granteeId: string, accessLevel: string) => ({
  id: `${datasetId}/${type}/${granteeId}`,
  datasetId,
  type,
  granteeId,
  accessLevel,
});

function nameOf({ state }: Context, type: string, id: string): string {
  const same = (one: { id: Id }) => String(one.id) === id;
  const name =
    type === "GROUP" ? state.groups.find(same)?.name : state.users.find(same)?.displayName;
  return name ?? id;
}
