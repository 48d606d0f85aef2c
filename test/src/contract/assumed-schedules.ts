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
      "If the platform refuses them, the provider asks again without them, and a warning says so. A list without pages or a stable order never proves that a schedule was deleted.",
  },
  {
    holds: "Without `filter`, the list shows the schedules of the token's user.",
    source: "EXT-D",
    where: schedules,
    otherwise:
      "The provider calls a schedule deleted only if the list shows another schedule of the same owner.",
  },
  {
    holds:
      "`filter` is `USER`, `RECIPIENT`, `OWNER` or `ALL`, and says whose schedules the list shows. The specification mentions only a filter on schedule type.",
    source: "EXT-C",
    where: schedules,
    otherwise:
      "The platform refuses the filter, or lists other schedules. Other words pass to the platform.",
  },
  {
    holds: "`owner` of a schedule in the list says whether the token's user owns it.",
    source: "GUESS",
    where: schedules,
    otherwise:
      "With documented operations, a refresh can call a schedule of another user deleted. With extended operations, the read of that one schedule prevents it.",
  },
  {
    holds:
      "The filter on the title finds schedules whose title contains the text, in any letter case.",
    source: "GUESS",
    where: ["getReportSchedules"],
    otherwise:
      "If the platform compares otherwise, the result can lack schedules. If the platform finds more, the provider leaves those schedules out. Omit `title`, and filter in the program.",
  },
  {
    holds: "A `limit` of 0 means no limit.",
    source: "GUESS",
    where: ["getReportSchedules"],
    otherwise: "Nothing changes: the provider always asks for a positive number of schedules.",
  },
  {
    holds: "Without `orderBy`, the order of the list changes from call to call.",
    source: "EXT-C",
    where: schedules,
    otherwise: "Nothing changes: the provider always asks for an order.",
  },
  {
    holds: "The extended read of a schedule that does not exist answers 404.",
    source: "GUESS",
    where: schedule,
    otherwise:
      "The read fails with the platform's answer, and the state does not change. Vendor documentation lists no 404 for schedules.",
  },
  {
    holds: "`nextRunDate` is in epoch milliseconds.",
    source: "EXT-D",
    where: schedule,
    otherwise: "The output has another unit. The provider never compares or changes the value.",
  },
  {
    holds: "An update replaces the whole schedule.",
    source: "EXT-C",
    where: schedule,
    otherwise:
      "Nothing changes: an update also sends the values that the program does not manage, as the platform last showed them.",
  },
  {
    holds: "The platform refuses an update without `startDate`.",
    source: "EXT-C",
    where: schedule,
    otherwise: "Nothing changes: the provider always sends `startDate`.",
  },
  {
    holds: "`startDate` is in epoch milliseconds.",
    source: "GUESS",
    where: schedule,
    otherwise:
      "If a schedule has no `startDate`, an update sets it to the current time in milliseconds. With another unit, the schedule starts at a wrong time. Check `startDate` after the first update.",
  },
  {
    holds: "`frequency` is `DAILY`, `WEEKLY` or `MONTHLY`.",
    source: "EXT-O",
    shown: ["WEEKLY", "MONTHLY"],
    where: schedule,
    otherwise:
      "Other words pass to the platform. A word that is almost one of these is an error in the preview, unless you set `platform:allowUnknownValues`.",
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
    otherwise:
      "The report is sent on another day. The provider passes the text on, and never treats a day's name and its number as the same day. Prefer names for `WEEKLY`.",
  },
  {
    holds: "In `daysToRun` of a daily schedule, `1,2,3,4,5` means Monday to Friday.",
    source: "GUESS",
    where: schedule,
    otherwise:
      "The report is sent on other days. Live instances have this value, but nothing says which days it means. Check `nextRunDate`.",
  },
  {
    holds: "`hourOfDay` is 0–23 and `minOfHour` is 0–59.",
    source: "GUESS",
    where: schedule,
    otherwise:
      "The preview refuses a value that the platform would accept, unless you set `platform:allowUnknownValues`. With the setting, the value passes with a warning, and no message shows the next run.",
  },
  {
    holds:
      "A schedule can leave out `attachmentInclude`, and in `schedule` `daysToRun`, `timezone` and `additionalRecipients`.",
    source: "GUESS",
    where: schedule,
    otherwise: "The create fails with the platform's answer. Declare the field that it names.",
  },
  {
    holds:
      "The platform requires `title`, `pageId` and `viewId`, and in `schedule` `frequency`, `hourOfDay`, `minOfHour` and `enabled`.",
    source: "GUESS",
    where: schedule,
    otherwise:
      "The preview refuses a schedule that the platform would accept. Declare all of these fields.",
  },
  {
    holds: "The platform can know time zones that this machine does not know.",
    source: "GUESS",
    where: schedule,
    otherwise:
      "The preview warns about such a time zone, and the platform refuses the schedule. A name that is almost a known one is an error in the preview, unless you set `platform:allowUnknownValues`.",
  },
  {
    holds: "A time zone is UTC or has a name with a region, such as `America/New_York`.",
    source: "GUESS",
    where: schedule,
    otherwise:
      "Nothing changes: the preview warns about other names, and they pass to the platform.",
  },
  {
    holds: "Without `timezone`, the hour is in the time zone of the instance.",
    source: "GUESS",
    where: schedule,
    otherwise: "The report is sent at another hour. Set `timezone`.",
  },
  {
    holds: "A schedule with `enabled: false` sends no e-mail.",
    source: "GUESS",
    where: schedule,
    otherwise:
      "A schedule that `platform:mail` mutes still sends e-mail. Before you rely on it, try one schedule that has only your own address.",
  },
  {
    holds: "Several schedules of one page can have the same title.",
    source: "GUESS",
    where: schedule,
    otherwise:
      "Creating the second one fails with the platform's answer. Vendor documentation allows several schedules of one page, but does not mention titles.",
  },
  {
    holds: "The `viewId` of a request and the `reportViewId` of the list are the same number.",
    source: "GUESS",
    where: schedule,
    otherwise:
      "Pulumi cannot see a manual change of the view. It compares the two numbers only if they were equal when it created the schedule.",
  },
  {
    holds: "`pageId` is 0 for the report of a single card.",
    source: "EXT-O",
    where: schedule,
    otherwise: "The platform refuses the schedule.",
  },
  {
    holds:
      "The schedule list has no `additionalRecipients` and no `attachmentInclude`, but the extended read of one schedule has both.",
    source: "EXT-O",
    where: schedule,
    otherwise:
      "Nothing changes. Pulumi does not read each schedule, because that costs one call per schedule at every refresh. It keeps the values of the state, and warns if the recipient count changes.",
  },
];

export const mail: readonly Assumption[] = [
  {
    holds:
      'An e-mail address has the form `name@domain`. Outside quotation marks, the name has no spaces, no control characters and none of `( ) , : ; < > [ \\ ]`. A name in quotation marks has no control characters and none of `" , : ; < > { } ( ) [ ]`. The domain has letters of any language, digits, hyphens, underscores and single dots, or is in square brackets.',
    source: "GUESS",
    where: ["ReportSchedule", "ReportSend", "ReportNotification"],
    otherwise:
      "The preview refuses an address that the platform would accept. All other addresses pass to the platform.",
  },
  {
    holds: "A recipient requires `type` and `value`.",
    source: "GUESS",
    where: ["ReportSchedule", "ReportSend"],
    otherwise: "The preview refuses a recipient that the platform would accept.",
  },
  {
    holds: "A recipient of a notification requires `emailAddress` or `userId`.",
    source: "GUESS",
    where: ["ReportNotification"],
    otherwise: "The preview refuses a recipient that the platform would accept.",
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
    otherwise:
      "The platform refuses the recipient, or the group gets no e-mail. Try it with a group that has only you.",
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
      "A user can get e-mail at another address than the one that `platform:allowedRecipientDomains` checked. Leave `userId` out.",
  },
  {
    holds: "A notification to a `userId` without `emailAddress` goes to that user.",
    source: "GUESS",
    where: ["ReportNotification"],
    otherwise:
      "The platform refuses the recipient, or the user gets no e-mail. Set `emailAddress`.",
  },
  {
    holds:
      "A successful answer to a send means that the platform accepted the e-mail, unless it mentions required parameters.",
    source: "GUESS",
    where: ["ReportSend", "ReportNotification"],
    otherwise:
      "`outcome` is `done`, but nobody gets the e-mail. To send it again, change `triggers`.",
  },
  {
    holds:
      "In the history of a schedule, `automated: false` marks an e-mail that a user requested.",
    source: "EXT-D",
    where: ["ReportSend", "ReportNotification"],
    otherwise:
      "After a lost answer, the provider cannot find the e-mail in the history. `outcome` is then `unknown`, and nothing is sent again.",
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
      "More people get e-mail than the preview shows. Leave `sendEmail` out until you tried it.",
  },
];
