import { z } from "zod";
import {
  assumedRange,
  meantName,
  numericId,
  openWord,
  setOf,
  timeZone,
} from "../../definition/fields";
import { recipients, recipientSet } from "../recipient";
import { dayKey, oddDays } from "./days";

/** The inputs of a report schedule. */

const timing = z
  .strictObject({
    frequency: openWord("DAILY", "WEEKLY", "MONTHLY").describe(
      "How often the platform sends the report. The specification shows `WEEKLY` and `MONTHLY`; `DAILY` is observed.",
    ),
    daysToRun: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Days on which the platform sends the report. For `WEEKLY`, write day names such as `MON`. For `MONTHLY`, write days of the month such as `15`. For `DAILY`, write `1,2,3,4,5` (observed; assumed to mean Monday to Friday), because the specification shows no value. Commas separate several days (observed). If you omit it, the platform decides and Pulumi does not manage it.",
      )
      .meta({ meaning: (days: string) => setOf(dayKey)(days.split(",")) }),
    hourOfDay: assumedRange(0, 23).describe(
      "Hour of the day in `timezone`. Assumed: 0–23, because the specification shows no range. With `platform:allowUnknownValues`, other hours pass with a warning.",
    ),
    minOfHour: assumedRange(0, 59).describe(
      "Minute of the hour. Assumed: 0–59, because the specification shows no range. With `platform:allowUnknownValues`, other minutes pass with a warning.",
    ),
    timezone: timeZone()
      .optional()
      .describe(
        "Time zone of the hour: an IANA name or `UTC`. If you omit it, the instance chooses and Pulumi does not manage it.",
      ),
    enabled: z
      .boolean()
      .describe(
        "Whether the schedule is active. The provider assumes that a disabled schedule sends nothing.",
      ),
    additionalRecipients: recipients
      .optional()
      .describe(
        "Who gets the report in addition to its subscribers. An empty list means nobody. If you omit it, Pulumi does not manage the recipients, and an update keeps those on the instance. The schedule list does not show them, so Pulumi sees manual changes only with `platform:readDetails: refresh`.",
      )
      .meta({
        meaning: recipientSet,
        omitted: {
          warning:
            "The recipients on the instance keep getting the report. To remove them, set an empty list, or with documented operations remove them on the instance.",
        },
      }),
  })
  .check(({ value: { frequency, daysToRun }, issues }) => {
    if (daysToRun) issues.push(...oddDays(frequency, daysToRun));
  })
  .meta({ typeName: "Schedule" });

export const inputs = z.strictObject({
  title: z
    .string()
    .refine((title) => title.trim() !== "", { error: "must not be empty" })
    .describe("Title of the report.")
    .meta({ meaning: meantName }),
  pageId: numericId("page").describe(
    "Id of the page. Observed: 0 for the report of a single card.",
  ),
  viewId: numericId("view").describe(
    "Id of an existing report view. The list does not show it: Pulumi sees a manual change only through `reportViewId`, or with `platform:readDetails: refresh`.",
  ),
  schedule: timing.describe("When the platform sends the report, and to whom."),
  attachmentInclude: z
    .boolean()
    .optional()
    .describe(
      "Whether the mail has an attachment. If you omit it, Pulumi does not manage it. The schedule list does not show it, so Pulumi sees manual changes only with `platform:readDetails: refresh`.",
    ),
  allowDuplicate: z
    .boolean()
    .optional()
    .describe(
      "Creates the schedule even if an identical one exists, which usually means that an earlier run lost its state. Of two identical schedules of one program, a preview only warns.",
    )
    .meta({ programOnly: "create", omitted: { default: false } }),
});
