import { resourceNames } from "../fixtures/index";

/** Every resource of a release. A name stays here, even if the resource goes. */
const released = [
  "ReportSchedule",
  "Group",
  "DatasetShare",
  "Certification",
  "ScheduledReportEmails",
  "ReportSend",
  "TextGeneration",
  "ReportNotification",
  "DatasetIndex",
  "StreamExecution",
];

/**
 * Every `__provider` that a release put into the states of users, and those of the next release. An unchanged
 * resource keeps its old form for ever, so no form is ever changed or removed.
 */
export const releasedProviders = [...new Set([...released, ...resourceNames])].map(
  (name) => `exports.handler=()=>require("pulumi-platform/dynamic").${name}`,
);
