import { pluralOf } from "pulumi-platform-provider/contract";
import { instancesFile } from "../instances/file.js";
import type { Gap, Inventory } from "../inventory/inventory.js";
import { readable } from "../inventory/read.js";
import type { Program } from "../program/expression.js";

/** The content of `report.json`: the result of an export, and its gaps. */
export interface Report {
  instance: string;
  address: string;
  operations: string;
  /** How many objects of each kind the program declares. */
  exported: Record<string, number>;
  /** The owners of the listed schedules, if schedules were selected. */
  listed?: string;
  /** Fields that the instance does not show. The program omits or assumes them. */
  unseen: { type: string; name: string; id: string; fields: readonly string[] }[];
  /** Objects that could not be read or declared. */
  gaps: readonly Gap[];
}

export function reportOf(
  inventory: Inventory,
  { declared }: Program,
  gaps: readonly Gap[],
  listed: string | undefined,
): Report {
  const { instance, address, operations } = inventory;
  const counts = readable.map((resource) => {
    const items = declared.filter(({ item }) => item.resource.name === resource.name);
    return [pluralOf(resource), items.length] as const;
  });
  const exported = Object.fromEntries(counts.filter(([, count]) => count > 0));
  const unseen = declared
    .filter(({ item }) => item.unseen.length > 0)
    .map(({ item, name }) => ({
      ...{ type: item.resource.name, name, id: item.id, fields: item.unseen },
    }));
  const missing = [...inventory.gaps, ...gaps];
  return { instance, address, operations, exported, listed, unseen, gaps: missing };
}

/** The owners of the schedules in a list, in words. */
export const listedWith = (scheduleFilter: string | undefined): string =>
  scheduleFilter === undefined
    ? `Only the schedules that the token's user sees were listed. To list all, set scheduleFilter: ALL in ${instancesFile}.`
    : `The schedules that scheduleFilter: ${scheduleFilter} shows were listed.`;

/** How many objects of each kind there are: `1 group, 3 shares`. */
export const countsOf = ({ exported }: Report): string =>
  Object.entries(exported)
    .map(([kind, count]) => `${count} ${count === 1 ? kind.replace(/s$/, "") : kind}`)
    .join(", ") || "nothing";
