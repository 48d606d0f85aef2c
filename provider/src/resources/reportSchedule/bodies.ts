import { z } from "zod";
import {
  anyBoolean,
  anyId,
  anyNumber,
  anyText,
  heldByNoArgument,
  orBareId,
} from "../../definition/answers";
import { numericIdOf, sentId } from "../../definition/ids/numericIds";
import type { NumericId } from "../../definition/ids/numericIds";
import { get, overlaps, set } from "../../definition/paths";
import type { Addressee } from "../../definition/mail";
import { holdsUnknown } from "../../definition/unknowns";
import type { Values } from "../../definition/values";
import type { Change, Existing } from "../../definition/verbs";
import type { Instance } from "../../platform/instance";
import { addedAddressees, eachRecipientOnce, recipientKey } from "../recipient";
import type { Recipient } from "../recipient";
import { recipientCount } from "../reportMail";
import { withoutAddresses } from "../../messages/mailAddresses";
import { onOneLine } from "../../messages/visible";
import { usual, wholeItem } from "./item";
import type { ScheduleItem } from "./item";

/** The bodies of answers and requests about report schedules. */

/** The values of a schedule in a state. */
export interface KnownSchedule {
  title: string;
  viewId: NumericId;
  reportViewId?: string;
  ownerId?: string;
  schedule?: { additionalRecipients?: Recipients };
  __recipientCount?: number;
}

type Recipients = readonly Recipient[] | undefined;

/** Paths of the inputs that the list does not show, or not reliably. */
export const unseen = ["attachmentInclude", "schedule.additionalRecipients", "viewId"];

/** An item of the list as an object. */
export function toExisting(item: ScheduleItem & { subject?: string }): Existing {
  const { id, subject, title = subject, pageId, schedule, reportViewId } = item;
  const { ownerId, recipientCount } = item;
  return {
    id,
    // The specification calls `viewId` the id of the report view.
    live: {
      ...{ title, schedule: timingOf(schedule) },
      pageId: pageId && numericIdOf(pageId),
      viewId: reportViewId && numericIdOf(reportViewId),
    },
    outputs: { reportViewId, ownerId, __recipientCount: recipientCount },
    notInProgram: heldByNoArgument(item, usual),
  };
}

type WholeItem = z.infer<typeof wholeItem>;

/** The inputs as an answer with details shows them. */
function wholeLive(item: WholeItem): Values {
  const { live } = toExisting(item);
  const { viewId, attachmentInclude, schedule } = item;
  const recipients = schedule?.additionalRecipients?.map(({ type, value }) => ({ type, value }));
  set(live, "schedule.additionalRecipients", recipients && eachRecipientOnce(recipients));
  return { ...live, viewId, attachmentInclude };
}

/** The answer to the fetch of a schedule. */
export const fetched = wholeItem.transform((item): Existing => ({
  ...toExisting(item),
  live: wholeLive(item),
}));

/** What the answer to a create or an update shows. */
function writtenOf(item: WholeItem) {
  const nextRunDate = anyNumber.safeParse(item.schedule?.nextRunDate).data;
  return { live: wholeLive(item), outputs: { reportViewId: item.reportViewId, nextRunDate } };
}

/** The answer to a create. */
export const created = orBareId("id", wholeItem).transform((item) => ({
  id: item.id,
  ...writtenOf(item),
}));

/** The answer to an update. None of its fields is required. */
export const updated = z
  .preprocess((answer) => ({ id: "0", ...(answer as Values) }), wholeItem)
  .transform(writtenOf)
  .catch({ live: {}, outputs: { reportViewId: undefined, nextRunDate: undefined } });

/** The values that a refresh compares: those of the list and the details, completed with those of the state. */
export function inState(
  { id, live, outputs = {}, unseen: notShown = [] }: Existing,
  state: KnownSchedule,
): Existing {
  const { title, pageId, schedule } = live;
  const detail = (path: string) => (notShown.includes(path) ? undefined : get(live, path));
  const additionalRecipients = detail("schedule.additionalRecipients") as Recipients;
  const known = state.schedule?.additionalRecipients;
  const { reportViewId, ownerId, __recipientCount: count } = outputs as Partial<KnownSchedule>;
  // The list shows only `reportViewId`. It is the same as `viewId` if both were the same in the state.
  const isViewShown = String(state.viewId) === state.reportViewId && reportViewId !== undefined;
  // Recipients that are compared say more than their number.
  const isCompared = known !== undefined && additionalRecipients !== undefined;
  const first = isCompared ? count : (state.__recipientCount ?? count);
  return {
    id,
    live: {
      ...{ title, pageId, attachmentInclude: detail("attachmentInclude") },
      schedule: schedule && { ...timingOf(schedule as Values), additionalRecipients },
      viewId: detail("viewId") ?? (isViewShown ? numericIdOf(reportViewId) : state.viewId),
    },
    outputs: { reportViewId: reportViewId ?? state.reportViewId, ownerId, __recipientCount: first },
    warning:
      count !== undefined && count !== first
        ? {
            code: "recipients_changed",
            text: `Report schedule ${id} "${state.title}" had ${recipientCount({ length: first ?? 0 })} when first read, and has ${count} now. The list does not show who they are: look at the instance${known === undefined ? ", or declare the recipients, because no command compares those that the program leaves to the instance" : ", or, with extended operations, run pulumi-platform drift --details"}.`,
            advice: [
              { steps: [{ check: ["instance"] }] },
              known === undefined
                ? { steps: [{ program: "set", path: recipientsPath }] }
                : { steps: [{ run: ["pulumi-platform", "drift", "--details"] }] },
            ],
          }
        : undefined,
  };
}

/** The fields of a timing that the list shows and that a program can declare. Daily schedules can have empty days. */
function timingOf(schedule: Values | undefined): Values | undefined {
  if (schedule === undefined) return undefined;
  const days = schedule.daysToRun === "" ? "" : "daysToRun ";
  return pick(schedule, `frequency ${days}hourOfDay minOfHour timezone enabled`);
}

/** The fields of a report schedule that a create sends: those of the specification. */
interface Managed {
  title: string;
  pageId: NumericId;
  viewId: NumericId;
  schedule: Values;
  attachmentInclude?: boolean;
}

export function documentedBody({ title, pageId, viewId, schedule, attachmentInclude }: Managed) {
  return { title, pageId: sentId(pageId), viewId: sentId(viewId), schedule, attachmentInclude };
}

/** A number, also as a text, of which a request sends every digit. */
const exactNumber = z.union([anyId.refine((id) => /^\d+$/.test(id)).transform(sentId), anyNumber]);

/** A field that an update sends back: in the form of the specification if possible, otherwise unchanged. */
const carriedAs = (schema: z.ZodType) => z.union([schema, z.unknown()]).optional();

/**
 * The answer to a fetch before an update. It has more fields than an update accepts. A field of another form is an
 * error, because an update without this field would change it.
 */
export const wideSchedule = z.looseObject({
  title: anyText.nullish(),
  subject: anyText.nullish(),
  viewId: exactNumber.nullish(),
  attachmentInclude: anyBoolean.nullish(),
  reportViewId: exactNumber.nullish(),
  reportView: carriedAs(anyBoolean),
  active: carriedAs(anyBoolean),
  owner: carriedAs(anyBoolean),
  ownerId: carriedAs(exactNumber),
  recipientCount: anyNumber.nullish(),
  schedule: z
    .looseObject({
      startDate: carriedAs(anyNumber),
      expirationDate: carriedAs(anyNumber),
      ownerId: carriedAs(exactNumber),
    })
    .nullish(),
});

/** The fields of the answer that an update sends back, because it replaces the whole schedule. */
const carried = {
  report: "reportViewId reportView viewType subject active owner ownerId recipientCount",
  timing:
    "frequency daysToRun hourOfDay minOfHour timezone enabled additionalRecipients startDate expirationDate ownerId embedReport embedUrn unsubscribedRecipients",
};

type Wide = z.infer<typeof wideSchedule>;

/** Whether the program or the answer has the recipients, which an update replaces. */
export const tellsRecipients = ({ schedule }: Managed, live: Wide): boolean =>
  (schedule.additionalRecipients ?? live.schedule?.additionalRecipients) != null;

export const recipientsPath = "schedule.additionalRecipients";

/** More recipients are counted. */
const mostNamed = 5;

type ScheduleChange = Change<Managed, Values>;

/** Whether the update writes recipients of the program. */
export const writesRecipients = ({ inputs, ignored }: ScheduleChange): boolean =>
  inputs.schedule.additionalRecipients !== undefined &&
  !ignored.some((path) => overlaps(path, recipientsPath));

/**
 * The recipients that somebody changed by hand, in words, without those who change in the program, too; undefined if the
 * details do not show any.
 */
export function otherRecipients(
  { state, inputs }: ScheduleChange,
  live: Wide,
): string[] | undefined {
  const declared = get(inputs, recipientsPath);
  // A program that names its first recipients replaces all that the instance has.
  const known = (get(state, recipientsPath) ?? (declared && [])) as Recipients;
  const shown = wholeItem.safeParse(live).data?.schedule?.additionalRecipients;
  if (!known || !shown) return undefined;
  const list: NonNullable<Recipients> = Array.isArray(declared) ? declared : [];
  const wanted = list.filter((one) => !holdsUnknown(one));
  const keys = new Set(wanted.map(recipientKey));
  const kept = known.filter((one) => keys.has(recipientKey(one)));
  const words = (verb: string, all: readonly Addressee[] = []): string[] => {
    const names = all.map(({ name }) => name).join(", ");
    return all.length === 0 ? [] : [`${verb} ${all.length > mostNamed ? all.length : names}`];
  };
  return [
    ...words("with", addedAddressees(recipientsPath, shown, [...known, ...wanted])),
    ...words("without", addedAddressees(recipientsPath, kept, shown)),
  ];
}

/** Warns of recipients that somebody changed by hand: the update writes those of the program over them, or leaves them. */
export function warnOfOtherRecipients(
  instance: Instance,
  change: ScheduleChange,
  live: Wide,
): void {
  const { id, state } = change;
  const parts = otherRecipients(change, live) ?? [];
  if (parts.length === 0) return;
  const then = writesRecipients(change)
    ? "writes those of the program"
    : "leaves those of the instance";
  const said = `ReportSchedule "${state.title}": the instance has other recipients than the state (${parts.join(", and ")}). The update ${then}.`;
  instance.warnOnce(`recipients of report schedule ${id}`, said);
}

/**
 * Warns of fields that the update does not send. An update replaces the schedule, and sends back only those that clients
 * are known to send.
 */
export function warnOfUnsentFields(
  instance: Instance,
  { inputs }: ScheduleChange,
  live: Wide,
  body: Values,
): void {
  const shown = fetched.safeParse(live).data?.notInProgram ?? {};
  const unsent = Object.entries(shown).filter(([path]) => get(body, path) === undefined);
  if (unsent.length === 0) return;
  const words = unsent.map(
    ([path, value]) => `${path} (now ${onOneLine(withoutAddresses(JSON.stringify(value)), 100)})`,
  );
  const said = `ReportSchedule "${inputs.title}": the update does not send ${words.join(", ")}, because no known client does. The instance can lose what an update leaves out: look there after it.`;
  instance.warnOnce(`unsent ${unsent.map(([path]) => path).join(" ")}`, said);
}

/** The body that writes the values of the program, but for the ignored paths, and leaves everything else unchanged. */
export function updateBody(declared: Managed, live: Wide, ignored: readonly string[] = []): Values {
  const inputs = { ...structuredClone(declared) };
  for (const path of ignored) {
    const shown = get(live, path);
    if (shown != null) set(inputs, path, typeof shown === "bigint" ? String(shown) : shown);
  }
  const schedule = { ...pick(live.schedule ?? {}, carried.timing), ...inputs.schedule };
  // Days have another meaning with another frequency. If the program has no days, the platform decides.
  const { frequency = inputs.schedule.frequency } = live.schedule ?? {};
  if (inputs.schedule.frequency !== frequency) schedule.daysToRun = inputs.schedule.daysToRun;
  // The platform refuses a schedule without a start date.
  schedule.startDate ??= Date.now();

  const body: Values = { ...pick(live, carried.report), ...documentedBody(inputs), schedule };
  body.attachmentInclude ??= live.attachmentInclude ?? undefined;
  if (live.subject != null && live.subject === live.title) body.subject = inputs.title;
  if (live.reportViewId != null && live.reportViewId === live.viewId) {
    body.reportViewId = sentId(inputs.viewId);
  }
  return body;
}

/** The same body for a schedule whose owner the platform does not find. */
export const withoutOwner = (body: Values): Values => ({
  ...body,
  ...{ owner: undefined, ownerId: undefined },
  schedule: { ...(body.schedule as Values), ownerId: undefined },
});

function pick(from: Values, names: string): Values {
  return Object.fromEntries(
    names
      .split(" ")
      .filter((name) => from[name] != null)
      .map((name) => [name, from[name]]),
  );
}
