// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
export { PlatformError, type ErrorCode } from "pulumi-platform-provider/dist/wire/errors";
export * from "./types";
export * from "./reportSchedule";
export * from "./group";
export * from "./datasetShare";
export * from "./certification";
export * from "./scheduledReportEmails";
export * from "./reportSend";
export * from "./textGeneration";
export * from "./getRoles";
export * from "./getRole";
export * from "./getFileMetadata";
export * from "./listPartitions";
export * from "./searchPartitions";
export * from "./getReportSchedules";
export * from "./getGroup";
export * from "./getWorkflows";
export * from "./generateText";
