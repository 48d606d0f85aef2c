import { acted, again, same } from "./acting";
import { moved, renamed } from "./instance";
import type { Row } from "../row";

const index = ["POST /api/data/v3/datasources/{datasetId}/indexes"];
const way = { create: index, update: index, delete: [] };

export const datasetIndex: Row = {
  resource: "DatasetIndex",
  apart: (inputs, n) => ({
    ...inputs,
    datasetId: String(inputs.datasetId).replace(/.{4}$/, String(n).padStart(4, "0")),
  }),
  documented: way,
  extended: way,
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
    // Nothing is waited for.
    indexedVersions: (value) => value === undefined,
    requestedVersions: (value) => value === undefined,
  },
  changes: [
    { field: "datasetId", expected: again },
    { field: "dataIds", expected: again },
    { field: "dataIds", how: "taken out", removed: true, expected: again },
    { field: "triggers", expected: again },
    { field: "waitMinutes", to: 1, expected: same },
    renamed,
    moved({ documented: "replace", extended: "replace" }),
  ],
  edits: [],
  losses: [],
};
