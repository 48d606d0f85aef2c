import { moved, renamed } from "./instance";
import type { Expected, Row, Values } from "../row";

const path = "/api/content/v1/reportschedules/{scheduleId}";
const send = [`POST ${path}/sendnow`];
const traced = [`GET ${path}/history`, ...send];
const again: Expected = { documented: "update", extended: "update" };
const same: Expected = { documented: "same", extended: "same" };

/** By this address its mails are known. */
const marked = (inputs: Values, n: number) => ({
  ...inputs,
  recipients: [...(inputs.recipients as object[]), { type: "EMAIL", value: `${n}@example.com` }],
});
const mark = (inputs: Values) => (inputs.recipients as { value: string }[]).at(-1)?.value;

export const reportSend: Row = {
  resource: "ReportSend",
  apart: marked,
  documented: { create: send, update: send, delete: [] },
  extended: { create: traced, update: traced, delete: [] },
  find: ({ outbox }, _id, inputs) => ({
    sent: outbox.filter(({ to }) => to === mark(inputs)).map(({ subject }) => subject),
  }),
  unseen: ["scheduleId", "recipients", "triggers"],
  outputs: {
    outcome: (value) => value === "done",
    ranAt: (value) => Math.abs(Date.now() - Number(value)) < 600_000,
  },
  changes: [
    { field: "scheduleId", expected: again },
    { field: "recipients", expected: again },
    { field: "triggers", expected: again },
    { field: "triggers", how: "taken out", removed: true, expected: same },
    renamed,
    moved({ documented: "replace", extended: "replace" }),
  ],
  edits: [],
  losses: [],
};
