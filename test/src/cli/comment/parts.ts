import type { Step } from "./engineLines";

/** Inputs as situations use them; each call gives fresh values. */

export const email = (...values: string[]) => values.map((value) => ({ type: "EMAIL", value }));

export const timing = (changes: Record<string, unknown> = {}) => ({
  frequency: "WEEKLY",
  daysToRun: "MON",
  hourOfDay: 8,
  minOfHour: 30,
  timezone: "Europe/Berlin",
  enabled: true,
  additionalRecipients: email("sales@example.com"),
  ...changes,
});

export const weekly = (schedule: Record<string, unknown> = {}, title = "Weekly sales") => ({
  ...{ title, pageId: 1001, viewId: 2001, attachmentInclude: true },
  schedule: timing(schedule),
});

export const dataset = "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01";

/** Permissions from words like `USER 42 CAN_VIEW`. */
export const permissions = (...words: string[]) =>
  words.map((one) => {
    const [type = "", id = "", accessLevel = ""] = one.split(" ");
    return { type, id, accessLevel };
  });

export const share = (...words: string[]) => ({
  datasetId: dataset,
  permissions: permissions(...words),
});

export const createdSchedule = (title: string, schedule: Record<string, unknown> = {}): Step => ({
  ...{ op: "create", type: "ReportSchedule", name: title.toLowerCase().replaceAll(" ", "-") },
  next: weekly(schedule, title),
});

/** A resource that stays as it is. */
export const same = (type: string, name: string, id: string, inputs: Step["next"]): Step => ({
  ...{ op: "same", type, name, id, old: inputs, next: inputs },
});

const options = [
  "Run `pulumi config set platform:operations extended`.",
  "Change it on the instance, then run `pulumi refresh`.",
  "To create a new one and keep the old one on the instance, undo the change in the program, declare it with `retainOnDelete`, run `pulumi up`, disable the old one on the instance if it is enabled (otherwise both send), then declare the new one under another name instead of the old one.",
];

/** What a provider reports of a change that it cannot make. */
export const impossibleTitle = (title: string, name: string) => ({
  kind: "impossible" as const,
  type: "ReportSchedule",
  name,
  object: `report schedule "${title}"`,
  property: "title",
  reason: `This change is not possible with the documented API: title of report schedule "${title}" (from "${title}" to "${title} 2").`,
  options,
  code: "impossible",
});
