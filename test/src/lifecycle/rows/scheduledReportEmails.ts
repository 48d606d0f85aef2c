import { moved, renamed } from "./instance";
import type { Expected, Row, VerbCalls } from "../row";

const set = ["PUT /api/content/v1/reportschedules/emails/enabled"];
const updated: Expected = { documented: "update", extended: "update" };
const verbs: VerbCalls = { create: set, update: set, delete: [] };

export const scheduledReportEmails: Row = {
  resource: "ScheduledReportEmails",
  single: true,
  documented: verbs,
  extended: verbs,
  find: ({ state }) => ({ enabled: state.scheduledReportEmails }),
  unseen: ["onDelete"],
  outputs: {},
  changes: [
    { field: "enabled", expected: updated },
    // What a delete will do is between the program and the engine.
    { field: "onDelete", expected: updated, calls: { documented: [], extended: [] }, deleted: set },
    {
      field: "onDelete",
      how: "taken out",
      given: { onDelete: "enable" },
      removed: true,
      expected: updated,
      calls: { documented: [], extended: [] },
    },
    {
      field: "onDelete",
      how: "the default",
      given: { onDelete: undefined },
      to: "keep",
      expected: { documented: "same", extended: "same" },
    },
    renamed,
    moved({ documented: "replace", extended: "replace" }),
  ],
  // There is no way to read it.
  edits: [{ field: "enabled", expected: { documented: "same", extended: "same" } }],
  losses: [],
};
