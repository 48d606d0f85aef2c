// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
export * from "./provider";
export * from "../types";
export * from "./reportSchedule";
export * from "./group";
export * from "./datasetShare";
export * from "./certification";
export * from "./scheduledReportEmails";
export * from "./reportSend";
export * from "./getRoles";
export * from "./getRole";
export * from "./getFileMetadata";
export * from "./listPartitions";
export * from "./searchPartitions";
export * from "./getReportSchedules";
export * from "./getGroup";
export * from "./getWorkflows";
