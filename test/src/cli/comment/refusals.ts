import type { Situation } from "./engineLines";
import { dataset, impossibleTitle, same, share, weekly } from "./parts";

/** What cannot be done, or fails. */
export const refusals: readonly Situation[] = [
  {
    title: "three titles cannot be changed",
    steps: ["Daily", "Monthly", "Weekly"].map((title, at) => ({
      ...{ op: "update", type: "ReportSchedule", name: title.toLowerCase(), id: String(at) },
      old: weekly({}, title),
      next: weekly({}, `${title} 2`),
      detailedDiff: ["title"],
    })),
    impossible: ["Daily", "Monthly", "Weekly"].map((title) =>
      impossibleTitle(title, title.toLowerCase()),
    ),
  },
  {
    title: "documented operations cannot delete one schedule",
    config: { "platform:confirmAbsent": "6" },
    steps: [
      { ...{ op: "delete", type: "ReportSchedule", name: "weekly", id: "7" }, old: weekly() },
    ],
  },
  {
    title: "documented operations delete nothing",
    steps: [
      { op: "delete", type: "ReportSchedule", name: "weekly", id: "1", old: weekly() },
      { op: "delete", type: "Group", name: "sales", id: "7", old: { name: "Sales", type: "open" } },
      {
        op: "delete",
        type: "DatasetShare",
        name: "orders",
        id: dataset,
        old: share("USER 42 CAN_VIEW"),
      },
      {
        op: "delete",
        type: "ReportSend",
        name: "send",
        id: "9",
        old: { scheduleId: "1", recipients: [] },
      },
      {
        ...{
          op: "delete",
          type: "ScheduledReportEmails",
          name: "mail",
          id: "scheduled-report-emails",
        },
        old: { enabled: true, onDelete: "disable" },
      },
    ],
  },
  {
    title: "a deleted object stays on the instance",
    steps: [
      {
        ...{ op: "delete", type: "ReportSchedule", name: "weekly", id: "1", old: weekly() },
        retainOnDelete: true,
      },
      {
        ...{
          op: "delete",
          type: "DatasetShare",
          name: "orders",
          id: dataset,
          retainOnDelete: true,
        },
        old: share("USER 42 CAN_VIEW"),
      },
    ],
  },
  {
    title: "a deleted group takes a schedule and a share out of the state",
    environment: { PLATFORM_OPERATIONS: "extended" },
    steps: [
      {
        ...{ op: "delete", type: "Group", name: "analysts", id: "7" },
        old: { name: "Analysts" },
      },
      {
        ...{ op: "delete", type: "ReportSchedule", name: "weekly", id: "1", old: weekly() },
        deletedWith: { type: "Group", name: "analysts" },
      },
      {
        ...{ op: "delete", type: "DatasetShare", name: "orders", id: dataset },
        old: share("USER 42 CAN_VIEW"),
        deletedWith: { type: "Group", name: "analysts" },
      },
    ],
  },
  {
    title: "a renamed resource adopts its object",
    steps: [
      {
        ...{ op: "create", type: "ReportSchedule", name: "weekly" },
        next: { ...weekly(), adopt: "1" },
      },
      { op: "delete", type: "ReportSchedule", name: "old-name", id: "1", old: weekly() },
    ],
  },
  {
    title: "a manual change cannot be changed back",
    steps: [
      {
        ...{ op: "update", type: "ReportSchedule", name: "weekly", id: "1" },
        old: weekly(),
        live: weekly({}, "By hand"),
        next: weekly(),
        detailedDiff: ["title"],
      },
    ],
    impossible: [impossibleTitle("By hand", "weekly")],
  },
  {
    title: "the preview fails",
    steps: [same("Group", "sales", "7", { name: "Sales", type: "open" })],
    errors: [
      "platform:index:ReportSchedule resource 'weekly' has a problem: schedule.hourOfDay 99 is outside the assumed range (0–23). To send it unchanged, set platform:allowUnknownValues to true. [invalid_input]\n",
      "Running program '/reports/index.ts' failed with an unhandled exception:\nError: boom\n    at Object.<anonymous> (/reports/index.ts:1:7)\n    at node:internal/modules/run_main:1:1\n",
    ],
    warnings: ["A dataset id does not look like one.\n"],
  },
];
