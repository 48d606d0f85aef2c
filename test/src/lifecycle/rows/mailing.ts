import type { ResourceName } from "../../provider/inputs";
import { moved, renamed } from "./instance";
import { acted, again, same } from "./acting";
import type { Row, Values } from "../row";

const path = "/api/content/v1/reportschedules/{scheduleId}";

/** What mails `recipients` by a call of its own; the last of them is by whom its mails are known. */
function mailing(resource: ResourceName, call: string, recipient: (to: string) => Values): Row {
  const send = [`POST ${path}/${call}`];
  const traced = [`GET ${path}/history`, ...send];
  const last = (inputs: Values) => (inputs.recipients as unknown[]).at(-1);
  return {
    resource,
    apart: (inputs, n) => ({
      ...inputs,
      recipients: [...(inputs.recipients as object[]), recipient(`${n}@example.com`)],
    }),
    documented: { create: send, update: send, delete: [] },
    extended: { create: traced, update: traced, delete: [] },
    find: ({ outbox }, _id, inputs) => ({
      sent: outbox
        .filter(({ to }) => JSON.stringify(recipient(to)) === JSON.stringify(last(inputs)))
        .map(({ subject }) => subject),
    }),
    unseen: ["scheduleId", "recipients", "triggers"],
    outputs: acted,
    changes: [
      { field: "scheduleId", expected: again },
      { field: "recipients", expected: again },
      {
        field: "recipients",
        how: "spelled otherwise",
        given: { recipients: ["board@example.com", "sales@example.com"].map(recipient) },
        to: ["Sales@example.com", "board@Example.com"].map(recipient),
        expected: same,
      },
      { field: "triggers", expected: again },
      { field: "triggers", how: "taken out", removed: true, expected: same },
      renamed,
      moved({ documented: "replace", extended: "replace" }),
    ],
    edits: [],
    losses: [],
  };
}

export const reportSend = mailing("ReportSend", "sendnow", (value) => ({ type: "EMAIL", value }));

export const reportNotification = mailing(
  "ReportNotification",
  "notifications",
  (emailAddress) => ({ emailAddress }),
);
