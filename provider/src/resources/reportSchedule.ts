import { z } from "zod";
import { defineObject } from "../definition/object";
import {
  adoptField,
  anyId,
  maybe,
  openWord,
  setOf,
  timeZone,
  wholeNumber,
} from "../definition/fields";
import { documentedBody, scheduleBody, wideSchedule } from "./scheduleBody";
import { addressees, recipientKey, recipients, recipientSet } from "./recipient";
import {
  callerId,
  existing,
  project,
  scheduleAt,
  schedulePath,
  scheduleList,
  schedulesPath,
} from "./scheduleList";

const timing = z
  .strictObject({
    frequency: openWord("DAILY", "WEEKLY", "MONTHLY").describe("How often the report is sent."),
    daysToRun: z
      .string()
      .min(1)
      .describe(
        "Days on which it is sent, separated by commas: day names (`MON,THU`) or numbers; for `MONTHLY` days of the month (`1,15`).",
      )
      .meta({ meaning: (days: string) => setOf(dayKey)(days.split(",")) }),
    hourOfDay: z.int().min(0).max(23).describe("Hour of the day in `timezone`, 0 to 23."),
    minOfHour: z.int().min(0).max(59).describe("Minute of the hour, 0 to 59."),
    timezone: timeZone()
      .optional()
      .describe(
        "Time zone of the hour: a name of the IANA database or `UTC`. Left out, the instance decides, and the zone is not managed.",
      ),
    enabled: z.boolean().describe("Whether the schedule is active. A disabled one sends nothing."),
    additionalRecipients: recipients
      .optional()
      .describe(
        "Who gets the report beside its subscribers. The platform never shows them again, so a change made on the instance is not seen.",
      )
      .meta({
        meaning: recipientSet,
        whenRemoved: [],
      }),
  })
  .meta({ typeName: "Schedule" });

const dayKey = (day: string) => day.trim().toUpperCase();

const created = z.object({
  id: anyId,
  reportViewId: maybe(anyId),
  schedule: maybe(z.object({ nextRunDate: maybe(z.number()) })),
});

export const reportSchedule = defineObject({
  name: "ReportSchedule",
  noun: "report schedule",
  doc: "A report of a page that the platform e-mails at set times.",
  inputs: z.strictObject({
    title: z
      .string()
      .refine((title) => title.trim() !== "", { error: "must not be empty" })
      .describe("Title of the report."),
    pageId: wholeNumber().describe("Id of the page; 0 for the report of a single card."),
    viewId: wholeNumber().describe(
      "Id of the report view, which must exist. The list does not show it, so drift shows only through `reportViewId`.",
    ),
    schedule: timing.describe("When the report is sent, and to whom."),
    attachmentInclude: z
      .boolean()
      .describe("Whether an attachment is included. The list does not show it: kept from state."),
    adopt: adoptField,
    allowDuplicate: z
      .boolean()
      .optional()
      .describe(
        "Creates the schedule although one with the same content is on the instance. False by default, as that is the trace of a run whose state was lost.",
      )
      .meta({ createOnly: true }),
  }),
  outputs: z.object({
    reportViewId: z
      .string()
      .optional()
      .describe("Id of the report view, as the platform answered."),
    nextRunDate: z
      .number()
      .optional()
      .describe("Next run in epoch milliseconds, as answered when the schedule was last written."),
    ownerId: z
      .string()
      .optional()
      .describe("Id of the user who owns the schedule.")
      .meta({ stable: true }),
    // Its first reading comes after the create: as a shown output it would look like a change.
    __recipientCount: z.number().optional(),
  }),
  named: "title",
  label: ({ title }) => `"${title}"`,
  mail: {
    to({ schedule }, old) {
      if (typeof schedule !== "object") return undefined;
      const { enabled, additionalRecipients = [] } = schedule;
      const people = addressees("schedule.additionalRecipients", additionalRecipients);
      if (!enabled) return [];
      if (people === undefined) return undefined;
      const before = old?.schedule.enabled ? (old.schedule.additionalRecipients ?? []) : [];
      const known = new Set(before.map(recipientKey));
      return additionalRecipients.flatMap((one, at) =>
        known.has(recipientKey(one)) ? [] : people.slice(at, at + 1),
      );
    },
    when: "each time it is due, beside its subscribers",
    declared({ schedule }, interlock) {
      if (interlock.mode === "muted") return { "schedule.enabled": false };
      // Who is subscribed stays so: only whom the program names can be somebody else.
      return (schedule.additionalRecipients?.length ?? 0) === 0
        ? {}
        : { "schedule.additionalRecipients": [{ type: "EMAIL", value: interlock.address }] };
    },
  },

  documented: {
    create: {
      calls: [
        "POST /api/content/v1/reportschedules",
        "GET /api/content/v1/reportschedules once before the first, to tell what was there",
      ],
      async witness(instance, inputs, when) {
        const { items, complete } = await scheduleList(instance, when);
        const candidates = [...items.values()]
          .filter(({ title, pageId }) => title === inputs.title && pageId === inputs.pageId)
          .map((item) => ({ id: item.id, reading: project(item, inputs) }));
        return { candidates, complete };
      },
      async run(instance, inputs) {
        const { id, reportViewId, schedule } = await instance.send({
          operation: `create report schedule "${inputs.title}"`,
          method: "POST",
          path: schedulesPath,
          body: documentedBody(inputs),
          answer: created,
        });
        return {
          id,
          outputs: {
            reportViewId: reportViewId,
            nextRunDate: schedule?.nextRunDate,
            ownerId: await callerId(instance),
          },
        };
      },
    },
    read: {
      calls: ["GET /api/content/v1/reportschedules"],
      shared: true,
      async run(instance, id, state) {
        // While others delete, objects move to pages that were read already: two lists have to lack it.
        const first = await scheduleList(instance);
        const { items, complete, shows } = first.items.has(id)
          ? first
          : await scheduleList(instance, "again");
        const item = items.get(id);
        if (item) return project(item, state);
        const doubt =
          items.size === 0
            ? "the list of schedules is empty"
            : !complete
              ? "the list of schedules kept no order between its pages"
              : !shows(state.ownerId)
                ? "the list need not show the schedules of its owner"
                : undefined;
        return doubt === undefined ? { found: "absent" } : { found: "unknown", why: doubt };
      },
    },
    list: {
      calls: ["GET /api/content/v1/reportschedules"],
      run: async (instance) => [...(await scheduleList(instance)).items.values()].map(existing),
    },
  },

  extended: {
    read: {
      calls: [
        "GET /api/content/v1/reportschedules",
        "GET /api/content/v1/reportschedules/{id} where the list lacks it",
      ],
      shared: true,
      async run(instance, id, state) {
        const { items } = await scheduleList(instance);
        const item =
          items.get(id) ?? (await scheduleAt(instance, id, `read report schedule ${id}`));
        return item ? project(item, state) : { found: "absent" };
      },
    },
    update: {
      calls: [
        "GET, then PUT /api/content/v1/reportschedules/{id}",
        "PUT /api/content/v1/reportschedules/{id}/enabled where nothing else changed",
      ],
      async run(instance, { id, inputs, changed }) {
        const operation = `update report schedule ${id} "${inputs.title}"`;
        const path = schedulePath(id);
        if (changed.length === 1 && changed[0] === "schedule.enabled") {
          const { enabled } = inputs.schedule;
          await instance.send({
            operation: `${enabled ? "enable" : "disable"} report schedule ${id} "${inputs.title}"`,
            method: "PUT",
            path: `${path}/enabled`,
            body: enabled,
            answer: z.unknown(),
          });
          return undefined;
        }
        const live = await instance.send({ operation, method: "GET", path, answer: wideSchedule });
        const updated = await instance.send({
          operation,
          method: "PUT",
          path,
          body: scheduleBody(inputs, live, changed),
          answer: created.partial().nullish(),
        });
        return { nextRunDate: updated?.schedule?.nextRunDate };
      },
    },
    delete: {
      calls: ["DELETE /api/content/v1/reportschedules/{id}"],
      async run(instance, id, { title }) {
        await instance.send({
          operation: `delete report schedule ${id} "${title}"`,
          method: "DELETE",
          path: schedulePath(id),
          answer: z.unknown(),
        });
      },
    },
  },

  replacement: "createFirst",
  notes: {
    read: "All schedules of a program are read from one list, and from a second one where it lacks one of them. A number of recipients that differs from the first reading is a warning. `additionalRecipients` and `attachmentInclude` are not in it and are kept from state.",
    update: "A full replace: what the program does not manage is read first and carried over.",
  },
  example: `import * as platform from "pulumi-platform";

new platform.ReportSchedule("weekly-sales", {
  title: "Weekly sales",
  pageId: 1234,
  viewId: 5678,
  attachmentInclude: true,
  schedule: {
    frequency: "WEEKLY",
    daysToRun: "MON",
    hourOfDay: 8,
    minOfHour: 0,
    timezone: "America/New_York",
    enabled: true,
    additionalRecipients: [{ type: "EMAIL", value: "sales@example.com" }],
  },
});
`,
});
