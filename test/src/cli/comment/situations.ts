import { people } from "../../fixtures/groupMembers/inputs";
import { secretValue, unknownValue } from "./engineLines";
import type { Situation } from "./engineLines";
import { createdSchedule, dataset, email, same, share, weekly } from "./parts";
import { refusals } from "./refusals";

const extended = { PLATFORM_OPERATIONS: "extended" };
const toGroup = [{ type: "GROUP", value: "7" }];
const costs = dataset.replace("0f", "1f");
const board = email("board@example.com", "ceo@example.com");

/** What pull requests can mean. Each has a golden file of its name. */
export const situations: readonly Situation[] = [
  {
    title: "nothing changes",
    steps: [
      same("ReportSchedule", "weekly", "1", weekly()),
      same("Group", "sales", "2", { name: "Sales", type: "open" }),
    ],
  },
  {
    title: "a schedule is created",
    steps: [createdSchedule("Weekly sales", { additionalRecipients: board })],
  },
  {
    title: "twelve schedules are created",
    steps: Array.from({ length: 12 }, (_, at) =>
      createdSchedule(`Report ${String(at + 1).padStart(2, "0")}`, {
        additionalRecipients: email("sales@example.com", `person-${at}@example.com`),
      }),
    ),
  },
  {
    title: "a schedule gets one more recipient",
    environment: extended,
    steps: [
      {
        ...{ op: "update", type: "ReportSchedule", name: "weekly", id: "1", old: weekly() },
        next: weekly({ additionalRecipients: email("sales@example.com", "new@example.com") }),
        detailedDiff: ["schedule.additionalRecipients"],
      },
    ],
  },
  {
    title: "a schedule is switched on and runs at another time",
    environment: extended,
    steps: [
      {
        ...{ op: "update", type: "ReportSchedule", name: "weekly", id: "1" },
        old: weekly({ enabled: false }),
        next: weekly({ hourOfDay: 6 }),
        detailedDiff: ["schedule.enabled", "schedule.hourOfDay"],
      },
    ],
  },
  {
    title: "41 people get a report",
    steps: [
      createdSchedule("Weekly sales", {
        additionalRecipients: email(
          ...Array.from({ length: 41 }, (_, at) => `person-${at}@example.com`),
        ),
      }),
    ],
  },
  {
    title: "mail is muted",
    config: { "platform:mail": "muted" },
    steps: [
      // Under this setting, the provider declares the schedule as switched off.
      createdSchedule("Weekly sales", { enabled: false }),
      {
        op: "create",
        type: "ReportSend",
        name: "send",
        next: { scheduleId: "1", recipients: board },
      },
    ],
  },
  {
    title: "mail is muted and the instance is switched on",
    config: { "platform:mail": "muted" },
    steps: [
      createdSchedule("Weekly sales", { enabled: false }),
      { op: "create", type: "ScheduledReportEmails", name: "mail", next: { enabled: true } },
    ],
  },
  {
    title: "mail is redirected",
    config: { "platform:mail": "redirect:me@example.com" },
    steps: [
      {
        op: "create",
        type: "ReportSend",
        name: "send",
        next: { scheduleId: "1", recipients: board },
      },
    ],
  },
  {
    title: "a report is sent and a notification is sent again",
    steps: [
      {
        op: "create",
        type: "ReportSend",
        name: "send",
        next: { scheduleId: "1", recipients: board },
      },
      {
        ...{ op: "update", type: "ReportNotification", name: "notify", id: "2" },
        old: { scheduleId: "1", recipients: [{ userId: 42 }], triggers: [1] },
        next: { scheduleId: "1", recipients: [{ userId: 42 }], triggers: [2] },
        detailedDiff: ["triggers"],
      },
    ],
  },
  {
    title: "a share e-mails those who get access",
    steps: [
      {
        ...{ op: "create", type: "DatasetShare", name: "orders" },
        next: { ...share("USER 42 CAN_VIEW", "GROUP 7 CAN_EDIT"), sendEmail: true },
      },
    ],
  },
  {
    title: "a share lowers the access that the instance has",
    environment: extended,
    steps: [
      {
        ...{ op: "create", type: "DatasetShare", name: "orders" },
        next: share("USER 42 CAN_VIEW", "USER 43 CAN_VIEW"),
      },
    ],
    said: [
      {
        ...{ type: "DatasetShare", name: "orders", kind: "notice", text: "" },
        held: [
          { name: "user 42", level: "CAN_EDIT", key: `access of user 42 to dataset ${dataset}` },
        ],
      },
    ],
  },
  {
    title: "a new member is in the group already",
    environment: extended,
    steps: [
      {
        ...{ op: "create", type: "GroupMembers", name: "crew" },
        next: { groupId: "7", members: people("USER 42", "USER 43") },
      },
      same("DatasetShare", "orders", dataset, share("GROUP 7 CAN_VIEW")),
    ],
    said: [
      {
        ...{ type: "GroupMembers", name: "crew", kind: "notice", text: "" },
        held: [{ name: "user 42", level: "member", key: "membership of user 42 in group 7" }],
      },
    ],
  },
  {
    title: "a killed run had begun to send and to create",
    steps: [
      createdSchedule("Weekly sales", { additionalRecipients: board }),
      {
        ...{ op: "create", type: "DatasetShare", name: "orders" },
        next: { ...share("USER 42 CAN_VIEW"), sendEmail: true },
      },
      {
        ...{ op: "create", type: "ReportSend", name: "send" },
        next: { scheduleId: "1", recipients: board },
      },
    ],
    said: [
      {
        ...{ type: "ReportSchedule", name: "weekly-sales", kind: "notice", earlier: "object" },
        text: 'ReportSchedule "Weekly sales" takes over report schedule 7, which a run of this stack at 2026-11-22T11:00:00.000Z created without saving it in this state.',
      },
      {
        ...{ type: "DatasetShare", name: "orders", kind: "notice", earlier: "request" },
        text: "DatasetShare of dataset 1 will e-mail nobody: an earlier run began to send it, at 2026-11-22T11:00:00.000Z.",
      },
      {
        ...{ type: "ReportSend", name: "send", kind: "notice", earlier: "request" },
        text: "ReportSend of report schedule 1 will e-mail nobody: an earlier run began to send it, at 2026-11-22T11:00:00.000Z.",
      },
    ],
  },
  {
    title: "a schedule gets another recipient and another hour",
    environment: extended,
    steps: [
      {
        ...{ op: "update", type: "ReportSchedule", name: "weekly", id: "1" },
        old: weekly({ additionalRecipients: email("board@example.com", "sales@example.com") }),
        next: {
          ...weekly({ additionalRecipients: email("boss@example.com", "sales@example.com") }),
          title: "Sales of the week",
        },
        detailedDiff: ["schedule.additionalRecipients", "title"],
      },
    ],
  },
  {
    title: "a report goes to a group that somebody leaves",
    environment: extended,
    steps: [
      {
        ...{ op: "delete", type: "GroupMembers", name: "crew", id: "7" },
        old: { groupId: "7", members: people("USER 42") },
      },
      {
        ...{ op: "create", type: "ReportSend", name: "send" },
        next: { scheduleId: "1", recipients: toGroup },
      },
    ],
  },
  {
    title: "a share gives takes and changes access",
    environment: extended,
    steps: [
      {
        ...{ op: "update", type: "DatasetShare", name: "orders", id: dataset },
        old: share("USER 42 CAN_VIEW", "USER 43 CAN_VIEW", "GROUP 7 CAN_SHARE"),
        next: share("USER 43 CAN_VIEW", "USER 44 CO_OWNER", "GROUP 7 CAN_EDIT"),
        detailedDiff: ["permissions"],
      },
    ],
  },
  {
    title: "a share is deleted and another keeps part of the access",
    environment: extended,
    steps: [
      same("DatasetShare", "others", dataset, share("USER 42 CAN_VIEW")),
      {
        ...{ op: "delete", type: "DatasetShare", name: "orders", id: dataset },
        old: share("USER 42 CAN_VIEW", "USER 43 CAN_VIEW"),
      },
    ],
  },
  {
    title: "groups lose their members",
    environment: extended,
    steps: [
      {
        ...{ op: "replace", type: "Group", name: "closed", id: "7" },
        old: { name: "Closed", type: "closed", allowMembershipLoss: true },
        next: { name: "Closed", type: "open", allowMembershipLoss: true },
        detailedDiff: ["type"],
      },
      { op: "delete", type: "Group", name: "old", id: "8", old: { name: "Old", type: "open" } },
    ],
  },
  {
    title: "a share and a send are renamed",
    environment: extended,
    steps: [
      {
        ...{ op: "create", type: "DatasetShare", name: "new-share" },
        next: { ...share("USER 42 CAN_VIEW"), sendEmail: true },
      },
      {
        ...{ op: "delete", type: "DatasetShare", name: "old-share", id: dataset },
        old: { ...share("USER 42 CAN_VIEW"), sendEmail: true },
      },
      {
        ...{ op: "create", type: "ReportSend", name: "new-send" },
        next: { scheduleId: "1", recipients: [{ type: "EMAIL", value: "a@example.com" }] },
      },
      {
        ...{ op: "delete", type: "ReportSend", name: "old-send", id: "r1" },
        old: { scheduleId: "1", recipients: [{ type: "EMAIL", value: "a@example.com" }] },
      },
    ],
  },
  {
    title: "members get into a group that is not known yet",
    environment: extended,
    steps: [
      {
        ...{ op: "replace", type: "Group", name: "g", id: "7" },
        old: { name: "Sales", type: "closed" },
        next: { name: "Sales", type: "open", allowMembershipLoss: true },
        detailedDiff: ["type"],
      },
      {
        ...{ op: "replace", type: "GroupMembers", name: "members", id: "7" },
        old: { groupId: "7", members: [{ type: "USER", id: "42" }] },
        next: {
          groupId: unknownValue,
          members: [
            { type: "USER", id: "42" },
            { type: "USER", id: "43" },
          ],
        },
        detailedDiff: ["groupId"],
      },
    ],
  },
  {
    title: "a run ended in the middle of a replacement",
    environment: extended,
    steps: [
      same("ReportSchedule", "weekly", "2", weekly()),
      {
        ...{ op: "delete-replaced", type: "ReportSchedule", name: "weekly", id: "1" },
        old: weekly(),
      },
    ],
  },
  {
    title: "a resource is renamed and changed",
    environment: extended,
    steps: [
      { ...{ op: "delete", type: "ReportSchedule", name: "old", id: "1" }, old: weekly() },
      createdSchedule("Weekly sales", { hourOfDay: 9 }),
    ],
  },
  {
    title: "schedules stop and a group is deleted that gets a report",
    environment: extended,
    steps: [
      same("ReportSchedule", "daily", "3", weekly({ additionalRecipients: toGroup }, "Daily")),
      same("DatasetShare", "orders", dataset, share("GROUP 7 CAN_VIEW")),
      { op: "delete", type: "Group", name: "sales", id: "7", old: { name: "Sales", type: "open" } },
      {
        ...{ op: "delete", type: "ReportSchedule", name: "weekly", id: "1" },
        old: weekly({ additionalRecipients: board }),
      },
      {
        ...{ op: "delete", type: "ReportSchedule", name: "off", id: "4" },
        old: weekly({ enabled: false, additionalRecipients: email("off@example.com") }, "Off"),
      },
      {
        ...{ op: "update", type: "ReportSchedule", name: "monthly", id: "2" },
        old: weekly({ additionalRecipients: email("sales@example.com", "ann@example.com") }, "M"),
        next: weekly({ additionalRecipients: email("sales@example.com") }, "M"),
        detailedDiff: ["schedule.additionalRecipients"],
      },
    ],
  },
  {
    title: "members join and leave a group that gets a report and access",
    environment: extended,
    steps: [
      same("ReportSchedule", "weekly", "1", weekly({ additionalRecipients: toGroup })),
      same("DatasetShare", "orders", dataset, share("GROUP 7 CAN_VIEW")),
      {
        ...{ op: "update", type: "GroupMembers", name: "crew", id: "7" },
        old: { groupId: "7", members: people("USER 42", "USER 43") },
        next: { groupId: "7", members: people("USER 43", "USER 44"), owners: people("USER 45") },
        detailedDiff: ["members", "owners"],
      },
      {
        ...{ op: "delete", type: "GroupMembers", name: "others", id: "7" },
        old: { groupId: "7", members: people("USER 46") },
      },
    ],
  },
  {
    title: "somebody loses access directly and through a group",
    environment: extended,
    steps: [
      {
        ...{ op: "update", type: "DatasetShare", name: "orders", id: dataset },
        old: share("USER 42 CAN_VIEW", "USER 43 CAN_VIEW", "GROUP 7 CAN_VIEW"),
        next: share("GROUP 7 CAN_VIEW"),
        detailedDiff: ["permissions"],
      },
      {
        ...{ op: "delete", type: "GroupMembers", name: "crew", id: "7" },
        old: { groupId: "7", members: people("USER 42") },
      },
    ],
  },
  {
    title: "a member leaves who keeps the access by another share",
    environment: extended,
    steps: [
      same("DatasetShare", "orders", dataset, share("GROUP 7 CAN_VIEW")),
      same("DatasetShare", "orders-editors", dataset, share("USER 42 CAN_EDIT")),
      {
        ...{ op: "update", type: "GroupMembers", name: "crew", id: "7" },
        old: { groupId: "7", members: people("USER 42", "USER 43") },
        next: { groupId: "7", members: people("USER 43") },
        detailedDiff: ["members"],
      },
    ],
  },
  {
    title: "members join and leave a group with more access than their own",
    environment: extended,
    steps: [
      same("DatasetShare", "orders", dataset, share("GROUP 7 CAN_EDIT", "USER 42 CAN_VIEW")),
      same("DatasetShare", "orders-too", dataset, share("USER 44 CAN_SHARE", "USER 45 CO_OWNER")),
      {
        ...{ op: "update", type: "GroupMembers", name: "crew", id: "7" },
        old: { groupId: "7", members: people("USER 42") },
        next: { groupId: "7", members: people("USER 44", "USER 45") },
        detailedDiff: ["members"],
      },
    ],
  },
  {
    title: "a share moves to another dataset and to groups that are not known yet",
    environment: extended,
    steps: [
      {
        ...{ op: "update", type: "DatasetShare", name: "orders", id: dataset },
        old: share("USER 42 CAN_VIEW", "GROUP 7 CAN_EDIT"),
        next: {
          datasetId: dataset,
          permissions: [{ type: "GROUP", id: unknownValue, accessLevel: "CAN_VIEW" }],
        },
        detailedDiff: ["permissions"],
      },
      {
        ...{ op: "replace", type: "DatasetShare", name: "costs", id: costs },
        old: { ...share("USER 42 CAN_VIEW", "GROUP 8 CAN_EDIT"), datasetId: costs },
        next: {
          datasetId: dataset.replace("0f", "2f"),
          permissions: [
            { type: "USER", id: "42", accessLevel: "CAN_VIEW" },
            { type: "GROUP", id: "8", accessLevel: "CAN_EDIT" },
            { type: "GROUP", id: unknownValue, accessLevel: "CAN_EDIT" },
          ],
        },
        detailedDiff: ["datasetId", "permissions"],
      },
    ],
  },
  {
    title: "a certification is no access",
    steps: [
      {
        ...{ op: "create", type: "Certification", name: "orders" },
        next: { entityType: "DATA_SOURCE", entityId: dataset },
      },
    ],
  },
  {
    title: "actions run",
    steps: [
      { op: "create", type: "DatasetIndex", name: "index", next: { datasetId: dataset } },
      {
        ...{ op: "update", type: "StreamExecution", name: "load", id: "3" },
        old: { streamId: "12", triggers: ["may"] },
        next: { streamId: "12", triggers: ["june"] },
        detailedDiff: ["triggers"],
      },
      { op: "create", type: "TextGeneration", name: "welcome", next: { input: "Say hello." } },
      { op: "delete", type: "DatasetIndex", name: "old", id: "4", old: { datasetId: dataset } },
    ],
  },
  {
    title: "a schedule is created while the program switches all schedules off",
    steps: [
      createdSchedule("Weekly sales"),
      same("ScheduledReportEmails", "mail", "5", { enabled: false }),
    ],
  },
  {
    title: "the switch of the instance is removed while it is off",
    steps: [
      {
        ...{ op: "delete", type: "ScheduledReportEmails", name: "mail", id: "scheduled" },
        old: { enabled: false },
      },
    ],
  },
  {
    title: "the switch of the instance is turned on",
    steps: [
      {
        ...{ op: "update", type: "ScheduledReportEmails", name: "mail", id: "5" },
        old: { enabled: false },
        next: { enabled: true },
        detailedDiff: ["enabled"],
      },
    ],
  },
  ...refusals,
  {
    title: "objects were changed by hand",
    environment: extended,
    steps: [
      {
        ...{ op: "update", type: "ReportSchedule", name: "weekly", id: "1" },
        old: weekly(),
        live: weekly({ hourOfDay: 3 }),
        next: weekly(),
        detailedDiff: ["schedule.hourOfDay"],
      },
      {
        ...{ op: "same", type: "ReportSchedule", name: "monthly", id: "2" },
        old: weekly({}, "Monthly review"),
        live: weekly({}, "Review"),
        next: weekly({}, "Review"),
      },
      {
        ...{ op: "create", type: "Group", name: "sales", id: "7", live: null },
        old: { name: "Sales", type: "open" },
        next: { name: "Sales", type: "open" },
      },
    ],
  },
  {
    title: "a program has two instances",
    config: {
      "platform:operations": "documented",
      "platform:instances":
        '{"eu":{"baseUrl":"https://eu.example.com","token":"[secret]","operations":"extended"}}',
    },
    providers: { eu: { baseUrl: "https://eu.example.com", operations: "extended" } },
    steps: [
      { op: "create", type: "Group", name: "sales", next: { name: "Sales", type: "open" } },
      {
        ...{ op: "delete", type: "Group", name: "old", id: "8", provider: "eu", instance: "eu" },
        old: { name: "Old", type: "open" },
      },
    ],
  },
  {
    title: "a share and a schedule move to another instance",
    config: {
      "platform:operations": "extended",
      "platform:instances":
        '{"eu":{"baseUrl":"https://eu.example.com","token":"[secret]","operations":"extended"}}',
    },
    providers: { eu: { baseUrl: "https://eu.example.com", operations: "extended" } },
    steps: [
      {
        ...{ op: "replace", type: "DatasetShare", name: "orders", id: dataset },
        ...{
          provider: "eu",
          instance: "eu",
          formerly: { provider: undefined, instance: undefined },
        },
        ...{ old: share("USER 42 CAN_VIEW"), next: share("USER 42 CAN_VIEW") },
      },
      {
        ...{ op: "replace", type: "ReportSchedule", name: "weekly", id: "1" },
        ...{
          provider: "eu",
          instance: "eu",
          formerly: { provider: undefined, instance: undefined },
        },
        ...{ old: weekly(), next: weekly() },
      },
    ],
  },
  {
    title: "another provider has resources",
    steps: [
      {
        op: "create",
        type: "random:index/randomId:RandomId",
        name: "suffix",
        next: { byteLength: 4 },
      },
      {
        ...{ op: "replace", type: "aws:s3/bucket:Bucket", name: "reports", id: "reports" },
        old: { acl: "private" },
        next: { acl: "public-read" },
        detailedDiff: ["acl"],
      },
    ],
  },
  {
    title: "values are secret or not known yet",
    environment: extended,
    steps: [
      {
        ...{ op: "update", type: "ReportSchedule", name: "weekly", id: "1" },
        old: weekly({ additionalRecipients: secretValue }),
        next: weekly({ additionalRecipients: secretValue }),
        detailedDiff: ["schedule.additionalRecipients"],
      },
      {
        ...{ op: "create", type: "ReportSend", name: "send" },
        next: { scheduleId: unknownValue, recipients: unknownValue },
      },
      {
        ...{ op: "create", type: "DatasetShare", name: "orders" },
        next: { datasetId: dataset, permissions: secretValue },
      },
      {
        ...{ op: "create", type: "DatasetShare", name: "costs" },
        next: {
          datasetId: costs,
          permissions: [
            { type: "USER", id: "42", accessLevel: "CAN_VIEW" },
            { type: "GROUP", id: unknownValue, accessLevel: "CAN_EDIT" },
          ],
        },
      },
    ],
  },
];
