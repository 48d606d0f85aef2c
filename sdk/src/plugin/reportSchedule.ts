// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PluginResource } from "./pluginResource";
import type { Schedule } from "../types";
import type { ScheduleArgs } from "../types";

/** Arguments of ReportSchedule. */
export interface ReportScheduleArgs {
  /** Title of the report. */
  title: pulumi.Input<string>;
  /** Id of the page; 0 for the report of a single card. */
  pageId: pulumi.Input<number>;
  /** Id of the report view, which must exist. The list does not show it, so drift shows only through `reportViewId`. */
  viewId: pulumi.Input<number>;
  /** When the report is sent, and to whom. */
  schedule: pulumi.Input<ScheduleArgs>;
  /** Whether an attachment is included. The list does not show it: kept from state. */
  attachmentInclude: pulumi.Input<boolean>;
  /** Id of an object on the instance to take over instead of creating one. In documented operations it must be as the program says; in extended ones it gets the program's values. It can be taken out of the program afterwards. */
  adopt?: pulumi.Input<string>;
  /** Creates the schedule although one with the same content is on the instance. False by default, as that is the trace of a run whose state was lost. */
  allowDuplicate?: pulumi.Input<boolean>;
}

/**
 * A report of a page that the platform e-mails at set times.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * new platform.ReportSchedule("weekly-sales", {
 *   title: "Weekly sales",
 *   pageId: 1234,
 *   viewId: 5678,
 *   attachmentInclude: true,
 *   schedule: {
 *     frequency: "WEEKLY",
 *     daysToRun: "MON",
 *     hourOfDay: 8,
 *     minOfHour: 0,
 *     timezone: "America/New_York",
 *     enabled: true,
 *     additionalRecipients: [{ type: "EMAIL", value: "sales@example.com" }],
 *   },
 * });
 * ```
 */
export class ReportSchedule extends PluginResource {
  /** Title of the report. */
  declare readonly title: pulumi.Output<string>;
  /** Id of the page; 0 for the report of a single card. */
  declare readonly pageId: pulumi.Output<number>;
  /** Id of the report view, which must exist. The list does not show it, so drift shows only through `reportViewId`. */
  declare readonly viewId: pulumi.Output<number>;
  /** When the report is sent, and to whom. */
  declare readonly schedule: pulumi.Output<Schedule>;
  /** Whether an attachment is included. The list does not show it: kept from state. */
  declare readonly attachmentInclude: pulumi.Output<boolean>;
  /** Id of an object on the instance to take over instead of creating one. In documented operations it must be as the program says; in extended ones it gets the program's values. It can be taken out of the program afterwards. */
  declare readonly adopt: pulumi.Output<string | undefined>;
  /** Creates the schedule although one with the same content is on the instance. False by default, as that is the trace of a run whose state was lost. */
  declare readonly allowDuplicate: pulumi.Output<boolean | undefined>;
  /** Id of the report view, as the platform answered. */
  declare readonly reportViewId: pulumi.Output<string | undefined>;
  /** Next run in epoch milliseconds, as answered when the schedule was last written. */
  declare readonly nextRunDate: pulumi.Output<number | undefined>;
  /** Id of the user who owns the schedule. */
  declare readonly ownerId: pulumi.Output<string | undefined>;

  constructor(name: string, args: ReportScheduleArgs, opts?: pulumi.CustomResourceOptions) {
    super("ReportSchedule", name, args, ["reportViewId", "nextRunDate", "ownerId"], opts);
  }
}
