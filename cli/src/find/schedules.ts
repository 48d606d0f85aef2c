import { fetchShown, get, getReportSchedules, sourceOf } from "pulumi-platform-provider/contract";
import type { ScheduleItem } from "pulumi-platform-provider/contract";
import { kindsFrom } from "../inventory/wanted.js";
import { howOf, labelOf } from "./findings.js";
import { partyOf } from "./query.js";
import type { Hidden, InstanceReader } from "./reader.js";

/** Reads the schedules of an instance, with their pages and views, and with extended operations their recipients. */
export async function readSchedules(reader: InstanceReader): Promise<void> {
  reader.progress("list of schedules", 0, 1);
  const { instance, settings } = reader.connection;
  const answer = await getReportSchedules.run(instance, { allowPartial: true });
  const schedules = answer.schedules as ScheduleItem[];
  for (const one of schedules) noteItem(reader, one);
  if (settings.scheduleFilter !== "ALL") {
    const reason =
      'The list may show only those of the token\'s user. Set scheduleFilter to "ALL", which needs the grant to manage all content.';
    reader.gaps.push({ of: "schedules", reason });
  }
  const of = "recipients of schedules";
  if (reader.isExtended) await reader.each(of, schedules, (one) => noteDetails(reader, one));
  else reader.needsExtended(of);
}

function noteItem(reader: InstanceReader, { id, title = "", ...one }: ScheduleItem): void {
  const label = labelOf("schedule", id, title);
  const isOff = one.schedule?.enabled === false;
  const name = title === "" ? undefined : title;
  reader.sightings.push({ kind: "schedule", id, name, seenIn: "the list of schedules", isOff });
  reader.see("page", one.pageId, undefined, label, title);
  reader.see("card", one.cardId, undefined, label, title);
  reader.see("view", one.reportViewId, one.viewName, label, title);
  if (one.ownerId === undefined) return;
  const how = howOf("owner", one.schedule?.enabled);
  reader.link("schedule", id, title, { kind: "user", id: one.ownerId }, how);
}

interface Recipient {
  type: string;
  value: string;
}

async function noteDetails(
  reader: InstanceReader,
  { id, title = "", reportViewId, viewName, schedule }: ScheduleItem,
): Promise<Hidden> {
  const [resource] = kindsFrom("schedules");
  const source = resource && sourceOf(resource, reader.connection.instance);
  const shown = source && (await fetchShown(source, id));
  if (shown?.found !== "present") return "The platform answered 404 (not_found).";
  const label = labelOf("schedule", id, title);
  const { viewId } = shown.live as { viewId?: string | number };
  if (viewId !== undefined && String(viewId) !== reportViewId) {
    reader.see("view", String(viewId), viewName, label, title);
  }
  const recipients = get(shown.live, "schedule.additionalRecipients") as Recipient[] | undefined;
  if (recipients === undefined) return "The instance does not show them.";
  for (const { type, value } of recipients) {
    const to = partyOf(type, value);
    reader.link("schedule", id, title, to, howOf("recipient", schedule?.enabled));
    if (to.kind === "address") reader.see("address", to.id, value, `recipient of ${label}`);
  }
  return undefined;
}
