import type { StoredShare } from "pulumi-platform-simulator";
import { complete } from "../../provider/inputs";
import { moved, renamed } from "./instance";
import type { Expected, Row, Seen } from "../row";
import { stranger } from "../subjects";

const path = "/api/data/v3/datasources/{datasetId}";
const share = [`POST ${path}/share`];
const list = `GET ${path}/permissions`;
const takeAway = `DELETE ${path}/permissions/{type}/{granteeId}`;

const anew: Expected = { documented: "refused", extended: "replace" };
const updated: Expected = { documented: "update", extended: "update" };
const same: Expected = { documented: "same", extended: "same" };
const narrowed: Expected = { documented: "refused", extended: "update" };

const [user, group] = complete.DatasetShare.permissions;
const stronger = { ...user, accessLevel: "CO_OWNER" };
const third = { id: "1000003", type: "USER", accessLevel: "CAN_VIEW" };
const another = { id: stranger, type: "USER", accessLevel: "CAN_EDIT" };

const sharesOf = ({ state }: Seen, datasetId: string): StoredShare[] =>
  state.shares.filter((one) => one.datasetId === datasetId && one.accessLevel !== "OWNER");

export const datasetShare: Row = {
  resource: "DatasetShare",
  apart: (inputs, n) => ({
    ...inputs,
    datasetId: String(inputs.datasetId).replace(/.{4}$/, String(n).padStart(4, "0")),
  }),
  documented: { create: share, update: share },
  extended: {
    create: share,
    update: share,
    delete: [list, takeAway, takeAway],
    read: [list],
  },
  find(seen, datasetId) {
    const permissions = sharesOf(seen, datasetId)
      .filter(({ granteeId }) => granteeId !== stranger)
      .map(({ granteeId: id, type, accessLevel }) => ({ id, type, accessLevel }));
    return permissions.length === 0 ? undefined : { datasetId, permissions };
  },
  put({ state }, { datasetId, permissions }) {
    const dataset = String(datasetId);
    const ours = sharesOf({ state, calls: [], outbox: [] }, dataset);
    state.shares = state.shares.filter((one) => !ours.includes(one));
    for (const {
      id,
      type,
      accessLevel,
    } of permissions as typeof complete.DatasetShare.permissions) {
      const key = `${dataset}/${type}/${id}`;
      state.shares.push({ id: key, datasetId: dataset, type, granteeId: id, accessLevel });
    }
  },
  unseen: ["sendEmail"],
  outputs: {
    outcome: (value, { inputs }) => value === (inputs.sendEmail === true ? "done" : undefined),
  },
  changes: [
    { field: "datasetId", expected: anew },
    {
      field: "permissions",
      expected: narrowed,
      calls: { extended: [list, takeAway, ...share] },
      deleted: [list, takeAway],
    },
    { field: "permissions", how: "in another order", to: [group, user], expected: same },
    { field: "permissions", how: "another level", to: [stronger, group], expected: updated },
    {
      field: "permissions",
      how: "one more",
      to: [user, group, third],
      expected: updated,
      deleted: [list, takeAway, takeAway, takeAway],
    },
    {
      field: "permissions",
      how: "one less",
      to: [user],
      expected: narrowed,
      calls: { extended: [list, takeAway] },
      deleted: [list, takeAway],
    },
    { field: "sendEmail", to: true, expected: same },
    {
      field: "sendEmail",
      how: "taken out",
      given: { sendEmail: true },
      removed: true,
      expected: same,
    },
    renamed,
    moved(anew),
  ],
  edits: [
    {
      field: "permissions",
      how: "another level",
      to: [stronger, group],
      expected: { documented: "same", extended: "update" },
    },
    {
      field: "permissions",
      how: "one less",
      to: [user],
      expected: { documented: "same", extended: "update" },
    },
    {
      field: "permissions",
      how: "a stranger",
      to: [user, group, another],
      expected: { documented: "same", extended: "same" },
    },
  ],
  // Whoever has no access any more is missing in the permissions.
  losses: [],
};
