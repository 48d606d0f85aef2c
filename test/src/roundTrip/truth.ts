import assert from "node:assert/strict";
import type { Simulator } from "pulumi-platform-simulator";

/** Gives the id on another instance for an id in a section of a map. */
export type OtherId = (section: string, id: string | number | bigint) => string;

/** What an instance has, as the instance itself knows it. */
export interface Truth {
  kind: string;
  /** Its id on the instance. */
  id: string;
  fields: Record<string, unknown>;
}

/** The ids on the second instance. */
export const onOther: OtherId = (section, id) => {
  if (section === "pages" && Number(id) === 0) return "0";
  if (section === "pages" || section === "views") return String(Number(id) + 100_000);
  if (section === "datasets") return `${id}`.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  return `9${id}`;
};

export const onSame: OtherId = (_, id) => String(id);

/** Every object of an instance by what it is on each instance, with the ids of the instance that `idOn` knows. */
export function truthOf({ state }: Simulator, idOn: OtherId): Map<string, Truth> {
  const all = new Map<string, Truth>();
  const add = (key: string, truth: Truth) => {
    let nth = 1;
    // Twins are equal, so their order says nothing.
    while (all.has(`${truth.kind} ${key} ${nth}`)) nth++;
    all.set(`${truth.kind} ${key} ${nth}`, truth);
  };
  const groups = new Map(state.groups.map(({ id, name }) => [String(id), name]));
  const someone = (type: string, id: string) => {
    const other = type === "USER" ? idOn("users", id) : type === "GROUP" ? groups.get(id) : id;
    return `${type} ${other}`;
  };
  for (const { id, title, attachmentInclude, pageId, viewId, schedule } of state.schedules) {
    const { frequency, daysToRun, hourOfDay, minOfHour, timezone, enabled } = schedule;
    const timing = { frequency, daysToRun, hourOfDay, minOfHour, timezone, enabled };
    const recipients = schedule.additionalRecipients.map(({ type, value }) => someone(type, value));
    const fields = {
      ...{ title, attachmentInclude },
      ...{ pageId: idOn("pages", pageId), viewId: idOn("views", viewId) },
      ...Object.fromEntries(Object.entries(timing).map(([key, one]) => [`schedule.${key}`, one])),
      "schedule.additionalRecipients": recipients.sort(),
    };
    add(fields.viewId, { kind: "schedules", id: String(id), fields });
  }
  for (const { id, name, type, description } of state.groups) {
    add(name, { kind: "groups", id: String(id), fields: { name, type, description } });
  }
  for (const dataset of new Set(state.shares.map(({ datasetId }) => datasetId))) {
    // Who owns a dataset is no share of it.
    const permissions = state.shares
      .filter(({ datasetId, accessLevel }) => datasetId === dataset && accessLevel !== "OWNER")
      .map(({ type, granteeId, accessLevel }) => `${someone(type, granteeId)} ${accessLevel}`);
    const fields = { datasetId: idOn("datasets", dataset), permissions: permissions.sort() };
    add(fields.datasetId, { kind: "shares", id: dataset, fields });
  }
  for (const { id, entityType, entityId, state: stage } of state.certifications) {
    const other = idOn(entityType === "CARD" ? "cards" : "datasets", entityId);
    const fields = { entityType, entityId: other, stage };
    add(other, { kind: "certifications", id, fields });
  }
  return all;
}

/** A map file: the ids of each kind. */
export type Sections = Record<string, Record<string, unknown>>;

/** What somebody fills in who knows the other instance. */
export function filledIn({ $open, ...sections }: Sections): Sections {
  assert.ok($open !== undefined);
  return Object.fromEntries(
    Object.entries(sections).map(([name, ids]) => [
      name,
      name.startsWith("$")
        ? ids
        : Object.fromEntries(Object.keys(ids).map((id) => [id, onOther(name, id)])),
    ]),
  );
}
