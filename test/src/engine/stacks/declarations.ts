import type { Declared } from "./stack";

/** Resources as tests declare them; each call gives fresh values that a test may change. */

export const weekly = () => ({
  type: "ReportSchedule" as const,
  name: "weekly",
  args: {
    title: "Weekly sales",
    pageId: 1001,
    viewId: 2001,
    attachmentInclude: true,
    schedule: {
      frequency: "WEEKLY",
      daysToRun: "MON,THU",
      hourOfDay: 8,
      minOfHour: 30,
      timezone: "America/New_York",
      enabled: true,
      additionalRecipients: [{ type: "EMAIL", value: "sales@example.com" }],
    },
  },
});

export const monthly = () => ({
  type: "ReportSchedule" as const,
  name: "monthly",
  args: {
    title: "Monthly review",
    pageId: 1002,
    viewId: 2002,
    attachmentInclude: false,
    schedule: {
      frequency: "MONTHLY",
      daysToRun: "15",
      hourOfDay: 12,
      minOfHour: 0,
      timezone: "UTC",
      enabled: true,
    },
  },
});

export const analysts = () => ({
  type: "Group" as const,
  name: "analysts",
  args: { name: "Analysts", description: "May read all sales reports", type: "open" } as Record<
    string,
    unknown
  >,
});

export const dataset = "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01";

/** Permissions from words like `USER 42 CAN_VIEW`. */
export const permissions = (...words: string[]) =>
  words.map((one) => {
    const [type = "", id = "", accessLevel = ""] = one.split(" ");
    return { type, id, accessLevel };
  });

export const orders = () => ({
  type: "DatasetShare" as const,
  name: "orders",
  args: {
    datasetId: dataset,
    permissions: permissions("USER 42 CAN_VIEW", "GROUP 7 CAN_SHARE"),
  } as Record<string, unknown>,
});

export const certified = () => ({
  type: "Certification" as const,
  name: "certified",
  args: { entityType: "DATA_SOURCE", entityId: dataset } as Record<string, unknown>,
});

export const mail = () => ({
  type: "ScheduledReportEmails" as const,
  name: "mail",
  args: { enabled: true } as Record<string, unknown>,
});

/** Many schedules that differ in their titles. */
export const schedules = (count: number): Declared[] =>
  Array.from({ length: count }, (_, index) => {
    const one = weekly();
    const title = `Report ${String(index).padStart(4, "0")}`;
    return { ...one, name: `report-${index}`, args: { ...one.args, title } };
  });
