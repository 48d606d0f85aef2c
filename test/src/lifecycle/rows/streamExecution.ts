import { acted, again, same } from "./acting";
import { moved, renamed } from "./instance";
import type { Row } from "../row";

const path = "/api/data/v1/streams/{streamId}/executions";
const run = [`POST ${path}`];
const status = `GET ${path}/{executionId}`;
const traced = [`GET ${path}`, ...run];

const justNow = (seconds: unknown) => Math.abs(Date.now() / 1000 - Number(seconds)) < 600;

export const streamExecution: Row = {
  resource: "StreamExecution",
  apart: (inputs, n) => ({ ...inputs, streamId: `${String(inputs.streamId)}${n}` }),
  documented: { create: run, update: run, delete: [] },
  extended: { create: traced, update: traced, delete: [] },
  find: ({ state }, _id, { streamId }) => ({
    executed: state.executions
      .filter((one) => String(one.streamId) === streamId)
      .map(({ id }) => id),
  }),
  unseen: ["streamId", "action", "triggers", "waitMinutes"],
  outputs: {
    ...acted,
    executionId: (value) => value === "1",
    // An execution needs no time on these instances.
    currentState: (value) => value === "SUCCESS",
    startedAt: justNow,
    endedAt: justNow,
    rowsInserted: (value) => value === 1000,
    bytesInserted: (value) => value === 64_000,
  },
  changes: [
    { field: "streamId", expected: again },
    { field: "action", expected: again },
    { field: "action", how: "taken out", removed: true, expected: same },
    { field: "triggers", expected: again },
    { field: "triggers", how: "taken out", removed: true, expected: same },
    { field: "waitMinutes", to: 1, expected: same },
    {
      field: "waitMinutes",
      how: "taken out",
      given: { waitMinutes: 1 },
      removed: true,
      expected: same,
      created: { extended: [...traced, status] },
    },
    {
      field: "triggers",
      how: "with waiting",
      given: { waitMinutes: 1 },
      expected: again,
      created: { extended: [...traced, status] },
      calls: { extended: [...traced, status] },
    },
    renamed,
    moved({ documented: "replace", extended: "replace" }),
  ],
  edits: [],
  losses: [],
};
