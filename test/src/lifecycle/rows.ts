import { certification } from "./rows/certification";
import { datasetShare } from "./rows/datasetShare";
import { datasetIndex } from "./rows/datasetIndex";
import { group } from "./rows/group";
import { reportNotification, reportSend } from "./rows/mailing";
import { reportSchedule } from "./rows/reportSchedule";
import { scheduledReportEmails } from "./rows/scheduledReportEmails";
import { textGeneration } from "./rows/textGeneration";
import { streamExecution } from "./rows/streamExecution";
import type { Row } from "./row";

/** What is expected of every resource that there is. A new one adds its row here. */
export const rows: readonly Row[] = [
  reportSchedule,
  group,
  datasetShare,
  certification,
  scheduledReportEmails,
  reportSend,
  textGeneration,
  reportNotification,
  datasetIndex,
  streamExecution,
];
