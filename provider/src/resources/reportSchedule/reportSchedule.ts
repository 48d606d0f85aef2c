import { z } from "zod";
import { collection } from "../../definition/collection";
import { defineObject } from "../../definition/object";
import { holdsUnknown, notKnownYet } from "../../definition/unknowns";
import type { Values } from "../../definition/values";
import { ifOffered } from "../../platform/instance";
import type { Instance } from "../../platform/instance";
import { routes } from "../../platform/routes";
import { sentence } from "../../messages/adviceText";
import { hasCode, PlatformError } from "../../messages/errors";
import { addedAddressees } from "../recipient";
import { inputs } from "./inputs";
import { usual, wholeItem } from "./item";
import { callerId, enoughAnswers, hasMetOwner, listSchedules, noteOwner } from "./list";
import { nextRun } from "./runs";
import {
  created,
  documentedBody,
  fetched,
  inState,
  writesRecipients,
  otherRecipients,
  recipientsPath,
  tellsRecipients,
  unseen,
  updateBody,
  updated,
  warnOfUnsentFields,
  warnOfOtherRecipients,
  wideSchedule,
  withoutOwner,
} from "./bodies";

/** A report that the platform e-mails at set times. */

const outputs = z.object({
  reportViewId: z.string().optional().describe("Id of the report view, as the platform shows it."),
  nextRunDate: z
    .number()
    .optional()
    .describe(
      "Timestamp of the next run, as of the last create or update. Vendor documentation: epoch milliseconds.",
    ),
  ownerId: z
    .string()
    .optional()
    .describe("Id of the user who owns the schedule.")
    .meta({ stable: true, idOf: "user" }),
  // The first read sets it, after the create. A visible output would look like a change.
  __recipientCount: z.number().optional(),
});

const noun = "report schedule";
const schedules = collection({ noun, inputs, answer: fetched });
const remove = schedules.delete(routes.deleteSchedule);
/** Another call than the PUT of the whole schedule makes this change. */
const isSwitch = ({ changed }: { changed: readonly string[] }): boolean =>
  changed.length === 1 && changed[0] === "schedule.enabled";
const readWhole = (instance: Instance, id: string, operation: string) =>
  instance.send({
    ...{ operation, route: routes.fetchSchedule, params: { scheduleId: id } },
    answer: wideSchedule,
  });

export const reportSchedule = defineObject({
  name: "ReportSchedule",
  noun,
  doc: "A report of a page that the platform e-mails at set times.",
  inputs,
  outputs,
  naturalKey: ["title", "pageId"],
  idKind: "schedule",
  mail: {
    to({ schedule }, old) {
      if (typeof schedule !== "object") return undefined;
      if (!schedule.enabled) return [];
      // Without recipients in the program, only the instance knows them.
      const isEnabled = old?.schedule.enabled === false;
      if (isEnabled && schedule.additionalRecipients === undefined) return undefined;
      const before = old?.schedule.enabled ? old.schedule.additionalRecipients : [];
      return addedAddressees(recipientsPath, schedule.additionalRecipients ?? [], before ?? []);
    },
    when: "on every run",
    next: ({ schedule }, after) => nextRun(schedule, after),
    also: "subscribers",
    begins: ({ schedule }, old) => schedule.enabled && !old?.schedule.enabled,
    declared({ schedule }, policy) {
      if (policy.mode === "muted") return { "schedule.enabled": false };
      // Only the recipients in the program can be replaced. Subscribers cannot.
      return (schedule.additionalRecipients?.length ?? 0) === 0
        ? {}
        : { "schedule.additionalRecipients": [{ type: "EMAIL", value: policy.address }] };
    },
  },

  shown: { answer: wholeItem, usual },
  inState,
  documented: {
    create: {
      calls: [
        { route: routes.createSchedule },
        {
          route: routes.listSchedules,
          when: "once before the first create, also in a preview, and once after it",
        },
      ],
      async run(instance, inputs) {
        const { id, live, outputs } = await instance.send({
          operation: `create report schedule "${inputs.title}"`,
          route: routes.createSchedule,
          body: documentedBody(inputs),
          answer: created,
        });
        const ownerId = await callerId(instance);
        return { id, live, outputs: { ...outputs, ownerId } };
      },
    },
    list: { calls: [{ route: routes.listSchedules }], run: listSchedules, unseen },
  },

  extended: {
    fetch: {
      ...schedules.fetch(routes.fetchSchedule),
      hasShownLike: (instance, { ownerId }) => hasMetOwner(instance, ownerId),
    },
    update: {
      calls: [
        {
          route: routes.enableSchedule,
          when: "if only `schedule.enabled` changed, except in the first update after an import",
        },
        {
          route: routes.fetchSchedule,
          when: "before the schedule is switched on, and before the PUT of the whole schedule, also in a preview of the plugin",
        },
        {
          route: routes.updateSchedule,
          when: "unless only `schedule.enabled` changed, or if somebody changed the recipients of a schedule that is switched on, and in the first update after an import",
        },
      ],
      async foresee(instance, change) {
        const { id, state, inputs, ignored } = change;
        // A preview may know nothing of the schedule yet.
        if ((inputs.schedule as unknown) === notKnownYet) return;
        const { enabled, additionalRecipients: declared } = inputs.schedule;
        if (isSwitch(change) && (!enabled || declared === undefined)) return;
        const operation = `preview the update of report schedule ${id} "${state.title}"`;
        const live = await readWhole(instance, id, operation);
        warnOfOtherRecipients(instance, change, live);
        // Only the update knows all that it sends.
        if (isSwitch(change) || holdsUnknown(inputs)) return;
        warnOfUnsentFields(instance, change, live, updateBody(inputs, live, ignored));
      },
      async run(instance, change) {
        const { id, inputs, state, ignored } = change;
        const object = `report schedule ${id} "${inputs.title}"`;
        const params = { scheduleId: id };
        const operation = `update ${object}`;
        const look = () => readWhole(instance, id, operation);
        const unseen = "Pulumi switches it on without looking who is a recipient by now.";
        const { enabled } = inputs.schedule;
        // Those who are recipients on the instance by now would begin to get e-mail.
        const before =
          isSwitch(change) && enabled && writesRecipients(change)
            ? await instance.optionalRead(`recipients of ${object}`, unseen, look)
            : undefined;
        const areOthers = before && otherRecipients(change, before)?.length !== 0;
        if (isSwitch(change) && areOthers !== true) {
          const request = {
            operation: `${enabled ? "enable" : "disable"} ${object}`,
            route: routes.enableSchedule,
            params,
            body: enabled,
            answer: z.unknown().transform(() => true),
          };
          if (await ifOffered(instance.send(request))) return { wrote: ["schedule.enabled"] };
        }
        const live = before ?? (await look());
        const recipientCount = live.recipientCount ?? state.__recipientCount ?? 0;
        if (recipientCount > 0 && !tellsRecipients(inputs, live)) {
          throw new PlatformError({
            code: "impossible",
            operation,
            detail: `it has ${recipientCount} recipients, the platform does not show who they are, and an update replaces them, so no update was made`,
            advice: [
              {
                steps: [{ program: "set", path: "schedule.additionalRecipients" }],
                note: "An empty list means nobody.",
              },
            ],
          });
        }
        warnOfOtherRecipients(instance, change, live);
        const body = updateBody(inputs, live, ignored);
        warnOfUnsentFields(instance, change, live, body);
        const put = (body: Values) =>
          instance.send({ operation, route: routes.updateSchedule, params, body, answer: updated });
        const { live: answered, outputs } = await put(body).catch(async (error: unknown) => {
          // The schedule was just read, so the platform does not find somebody whom the body names.
          if (!hasCode(error, "not_found") || body.ownerId === undefined) throw error;
          const written = await put(withoutOwner(body));
          const said = `${sentence(error.reason)} Pulumi updated it without its owner, user ${state.ownerId ?? "unknown"}, who may no longer exist.`;
          instance.warnOnce(`owner of ${object}`, said);
          return written;
        });
        return {
          live: answered,
          outputs: {
            nextRunDate: outputs.nextRunDate ?? state.nextRunDate,
            // This update wrote the recipients. The next read sets their number again.
            ...(inputs.schedule.additionalRecipients && { __recipientCount: undefined }),
          },
        };
      },
    },
    delete: {
      ...remove,
      async run(instance, id, state) {
        await remove.run(instance, id, state);
        noteOwner(instance, state.ownerId, enoughAnswers);
      },
    },
  },

  replacement: "createFirst",
  limits: [
    "What the schedule list does not show, Pulumi keeps from the state. With `platform:readDetails: refresh`, each refresh makes one more call for each schedule.",
    "`platform:mail` redirects only the recipients that your program declares. Subscribers, and recipients that your program leaves to the instance, keep getting the report.",
    "An update writes all declared recipients, also over recipients that somebody changed by hand, and warns. A preview of the plugin warns before; with dynamic resources, `pulumi-platform drift --details` shows them.",
    "Pulumi warns when the number of recipients differs from the number at the first read after Pulumi wrote them. It takes changes before that read for its own.",
  ],
  notes: {
    update:
      "Pulumi reads the schedule first and sends back the other fields that are known. It warns of those that it does not send.",
  },
  example: {
    name: "weekly-sales",
    args: {
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
    },
    importId: "4294967292",
    answer: { reportViewId: "5678", nextRunDate: 1_767_225_600_000, ownerId: "1000001" },
  },
});
