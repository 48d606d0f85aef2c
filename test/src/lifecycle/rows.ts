import { certification } from "./rows/certification";
import { datasetShare } from "./rows/datasetShare";
import { group } from "./rows/group";
import { reportSchedule } from "./rows/reportSchedule";
import { reportSend } from "./rows/reportSend";
import { scheduledReportEmails } from "./rows/scheduledReportEmails";
import { textGeneration } from "./rows/textGeneration";
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
];
