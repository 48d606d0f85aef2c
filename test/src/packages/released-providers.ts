/**
 * Every `__provider` that a release ever put into the states of users. An unchanged resource keeps its old
 * one for ever, so a line is added with each new resource and none is ever changed or removed.
 */
export const releasedProviders = [
  'exports.handler=()=>require("pulumi-platform/dynamic").ReportSchedule',
  'exports.handler=()=>require("pulumi-platform/dynamic").Group',
  'exports.handler=()=>require("pulumi-platform/dynamic").ScheduledReportEmails',
  'exports.handler=()=>require("pulumi-platform/dynamic").ReportSend',
  'exports.handler=()=>require("pulumi-platform/dynamic").DatasetShare',
  'exports.handler=()=>require("pulumi-platform/dynamic").Certification',
  'exports.handler=()=>require("pulumi-platform/dynamic").TextGeneration',
  'exports.handler=()=>require("pulumi-platform/dynamic").ReportNotification',
  'exports.handler=()=>require("pulumi-platform/dynamic").DatasetIndex',
  'exports.handler=()=>require("pulumi-platform/dynamic").StreamExecution',
];
