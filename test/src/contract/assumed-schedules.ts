import type { Assumption } from "./assumption.js";

const schedule = ["ReportSchedule"] as const;
const schedules = ["ReportSchedule", "getReportSchedules"] as const;

export const reportSchedules: readonly Assumption[] = [
  {
    holds:
      "The query parameters of the schedule list are `filter`, `title`, `limit`, `skip`, `orderBy` and `isAscending`.",
    source: "EXT-D",
    where: schedules,
    otherwise:
      "The provider asks again without them and warns. A list without pages or a stable order never proves that a schedule was deleted.",
  },
  {
    holds: "Without `filter`, the list shows the schedules of the token's user.",
    source: "EXT-D",
    where: schedules,
    otherwise:
      "A refresh cannot call a schedule deleted if the list shows no other schedule of its owner.",
  },
  {
    holds:
      "`filter` is `USER`, `RECIPIENT`, `OWNER` or `ALL`, and says whose schedules the list shows.",
    source: "EXT-C",
    where: schedules,
    otherwise: "The platform refuses the filter, or lists other schedules.",
  },
  {
    holds: "`owner` of a schedule in the list says whether the token's user owns it.",
    source: "GUESS",
    where: schedules,
    otherwise: "With documented operations, a refresh can call a schedule of another user deleted.",
  },
  {
    holds: "`title` finds schedules whose title contains the text, in any letter case.",
    source: "GUESS",
    where: ["getReportSchedules"],
    otherwise: "The result can lack schedules. Omit `title`, and filter in the program.",
  },
  {
    holds: "A `limit` of 0 means no limit.",
    source: "GUESS",
    where: ["getReportSchedules"],
  },
  {
    holds: "Without `orderBy`, the order of the list changes from call to call.",
    source: "EXT-C",
    where: schedules,
  },
  {
    holds: "The extended read of a schedule that does not exist answers 404.",
    source: "GUESS",
    where: schedule,
    otherwise: "The read fails, and the state does not change.",
  },
  {
    holds:
      "No other object gets the id of a deleted one. A backup that is restored can break that.",
    source: "GUESS",
    where: ["ReportSchedule", "Group"],
    otherwise: "Pulumi changes and deletes an object that it did not create.",
  },
  {
    holds: "`nextRunDate` is in epoch milliseconds.",
    source: "EXT-D",
    where: schedule,
    otherwise: "The output has another unit.",
  },
  {
    holds: "An update replaces the whole schedule.",
    source: "EXT-C",
    where: schedule,
  },
  {
    holds: "The platform refuses an update without `startDate`.",
    source: "EXT-C",
    where: schedule,
  },
  {
    holds: "`startDate` is in epoch milliseconds.",
    source: "GUESS",
    where: schedule,
    otherwise:
      "An update of a schedule without `startDate` sets a wrong time. Check `startDate` after the first update.",
  },
  {
    holds: "`frequency` is `DAILY`, `WEEKLY` or `MONTHLY`.",
    source: "EXT-O",
    shown: ["WEEKLY", "MONTHLY"],
    where: schedule,
    otherwise: "The preview warns about other words, and refuses words that look misspelt.",
  },
  {
    holds: "Commas separate several days in `daysToRun`.",
    source: "EXT-O",
    where: schedule,
    otherwise: "The platform refuses the schedule, or sends the report on the first day only.",
  },
  {
    holds: "In `daysToRun` of a weekly schedule, the number of Monday is 1.",
    source: "GUESS",
    where: schedule,
    otherwise: "The platform sends the report on another day. Prefer names.",
  },
  {
    holds: "In `daysToRun` of a daily schedule, `1,2,3,4,5` means Monday to Friday.",
    source: "GUESS",
    where: schedule,
    otherwise: "The platform sends the report on other days. Check `nextRunDate`.",
  },
  {
    holds: "`hourOfDay` is 0–23 and `minOfHour` is 0–59.",
    source: "GUESS",
    where: schedule,
    otherwise: "The preview refuses a valid value. Set `platform:allowUnknownValues`.",
  },
  {
    holds:
      "A schedule can leave out `attachmentInclude`, and in `schedule` `daysToRun`, `timezone` and `additionalRecipients`.",
    source: "GUESS",
    where: schedule,
    otherwise: "The create fails. Declare the field that the answer names.",
  },
  {
    holds:
      "The platform requires `title`, `pageId` and `viewId`, and in `schedule` `frequency`, `hourOfDay`, `minOfHour` and `enabled`.",
    source: "GUESS",
    where: schedule,
    otherwise: "The preview refuses a valid schedule. Declare all of these fields.",
  },
  {
    holds: "The platform can know time zones that this machine does not know.",
    source: "GUESS",
    where: schedule,
    otherwise: "The preview warns, and then the platform refuses the schedule.",
  },
  {
    holds: "A time zone is UTC or has a name with a region, such as `America/New_York`.",
    source: "GUESS",
    where: schedule,
  },
  {
    holds: "Without `timezone`, the hour is in the time zone of the instance.",
    source: "GUESS",
    where: schedule,
    otherwise: "The platform sends the report at another hour. Set `timezone`.",
  },
  {
    holds: "A schedule with `enabled: false` sends no e-mail.",
    source: "GUESS",
    where: schedule,
    otherwise:
      "A schedule that `platform:mail` mutes still sends e-mail. First try one that has only your address.",
  },
  {
    holds: "Several schedules of one page can have the same title.",
    source: "GUESS",
    where: schedule,
    otherwise: "Creating the second one fails.",
  },
  {
    holds: "The `viewId` of a request and the `reportViewId` of the list are the same number.",
    source: "GUESS",
    where: schedule,
    otherwise: "Pulumi cannot see a manual change of the view.",
  },
  {
    holds: "`pageId` is 0 for the report of a single card.",
    source: "EXT-O",
    where: schedule,
    otherwise: "The platform refuses the schedule.",
  },
  {
    holds:
      "Only the extended read of one schedule shows `additionalRecipients` and `attachmentInclude`.",
    source: "EXT-O",
    where: schedule,
  },
];

export const mail: readonly Assumption[] = [
  {
    holds:
      'An e-mail address has the form `name@domain`. Outside quotation marks, the name has no spaces, no control characters and none of `( ) , : ; < > [ \\ ]`. A name in quotation marks has no control characters and none of `" , : ; < > { } ( ) [ ]`. The domain has letters of any language, digits, hyphens, underscores and single dots, or is in square brackets.',
    source: "GUESS",
    where: ["ReportSchedule", "ReportSend", "ReportNotification"],
    otherwise: "The preview refuses a valid address.",
  },
  {
    holds: "A recipient requires `type` and `value`.",
    source: "GUESS",
    where: ["ReportSchedule", "ReportSend"],
    otherwise: "The preview refuses a valid recipient.",
  },
  {
    holds: "A recipient of a notification requires `emailAddress` or `userId`.",
    source: "GUESS",
    where: ["ReportNotification"],
    otherwise: "The preview refuses a valid recipient.",
  },
  {
    holds: "A recipient of type `USER` has the user's id as its value, in text.",
    source: "EXT-D",
    where: ["ReportSchedule", "ReportSend"],
    otherwise: "The platform refuses the recipient, or the user gets no e-mail.",
  },
  {
    holds: "A recipient of type `GROUP` has the group's id as its value, in text.",
    source: "GUESS",
    where: ["ReportSchedule", "ReportSend"],
    otherwise: "The platform refuses the recipient, or the group gets no e-mail.",
  },
  {
    holds: "A report goes to `additionalRecipients` and to users who subscribed to it.",
    source: "GUESS",
    where: schedule,
    otherwise: "Messages mention subscribers that do not exist.",
  },
  {
    holds: "A notification goes to `emailAddress`. `userId` and `displayName` send nothing more.",
    source: "GUESS",
    where: ["ReportNotification"],
    otherwise:
      "E-mail goes to an address that `platform:allowedRecipientDomains` did not check. Omit `userId`.",
  },
  {
    holds: "A notification to a `userId` without `emailAddress` goes to that user.",
    source: "GUESS",
    where: ["ReportNotification"],
    otherwise: "The user gets no e-mail. Set `emailAddress`.",
  },
  {
    holds:
      "If a send succeeds, the platform accepted the e-mail, unless the answer mentions required parameters.",
    source: "GUESS",
    where: ["ReportSend", "ReportNotification"],
    otherwise:
      "`outcome` is `done`, but nobody gets the e-mail. Change `triggers` to send it again.",
  },
  {
    holds:
      "In the history of a schedule, `automated: false` marks an e-mail that a user requested.",
    source: "EXT-D",
    where: ["ReportSend", "ReportNotification"],
    otherwise: "After a lost answer, `outcome` is `unknown`, and Pulumi sends nothing again.",
  },
  {
    holds: "The instance-wide switch does not change `enabled` of each schedule.",
    source: "GUESS",
    where: ["ScheduledReportEmails", "ReportSchedule"],
    otherwise: "The next refresh shows a change of `schedule.enabled`.",
  },
  {
    holds: "No call reads the instance-wide switch.",
    source: "EXT-D",
    where: ["ScheduledReportEmails"],
    otherwise: "Pulumi does not see manual changes, although it could.",
  },
  {
    holds: "`sendEmail` sends e-mail only to the users and groups in the request.",
    source: "GUESS",
    where: ["DatasetShare"],
    otherwise:
      "More people get e-mail than the preview shows. Omit `sendEmail` until you tried it.",
  },
];
