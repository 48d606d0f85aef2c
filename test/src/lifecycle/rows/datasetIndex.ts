import { acted, again, same } from "./acting";
import { moved, renamed } from "./instance";
import type { Made, Row } from "../row";

const path = "/api/data/v3/datasources/{datasetId}/indexes";
const index = [`POST ${path}`];
const status = `GET ${path}/{indexId}/statuses`;
const verbs = { create: index, update: index, delete: [] };

const whereWaitedFor =
  (right: number) =>
  (value: unknown, { operations, inputs }: Made) =>
    value === (operations === "extended" && inputs.waitMinutes === 1 ? right : undefined);

export const datasetIndex: Row = {
  resource: "DatasetIndex",
  apart: (inputs, n) => ({
    ...inputs,
    datasetId: String(inputs.datasetId).replace(/.{4}$/, String(n).padStart(4, "0")),
  }),
  documented: verbs,
  extended: verbs,
  find: ({ state }, _id, { datasetId }) => ({
    indexed: state.indexes
      .filter((one) => one.datasetId === datasetId)
      .map(({ id, dataIds }) => [id, dataIds]),
  }),
  unseen: ["datasetId", "dataIds", "triggers", "waitMinutes"],
  outputs: {
    ...acted,
    indexRequestKey: (value, { found }) =>
      (found.indexed as unknown[][]).some(([id]) => id === value),
    indexedVersions: whereWaitedFor(2),
    requestedVersions: whereWaitedFor(2),
  },
  changes: [
    { field: "datasetId", expected: again },
    { field: "dataIds", expected: again },
    { field: "dataIds", how: "taken out", removed: true, expected: again },
    { field: "dataIds", how: "in another order", to: ["2", "1"], expected: same },
    { field: "dataIds", how: "none", given: { dataIds: [] }, removed: true, expected: same },
    { field: "triggers", expected: again },
    { field: "triggers", how: "taken out", removed: true, expected: same },
    { field: "waitMinutes", to: 1, expected: same },
    {
      field: "waitMinutes",
      how: "taken out",
      given: { waitMinutes: 1 },
      removed: true,
      expected: same,
      created: { extended: [...index, status] },
    },
    {
      field: "triggers",
      how: "with waiting",
      given: { waitMinutes: 1 },
      expected: again,
      created: { extended: [...index, status] },
      calls: { extended: [...index, status] },
    },
    renamed,
    moved({ documented: "replace", extended: "replace" }),
  ],
  edits: [],
  losses: [],
};
