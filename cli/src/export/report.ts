import { pluralOf } from "pulumi-platform-provider/contract";
import type { Values } from "pulumi-platform-provider/contract";
import { instancesFile } from "../instances/file.js";
import type { Gap, Inventory } from "../inventory/inventory.js";
import { readable } from "../inventory/read.js";
import { groupedBy } from "../output/groupedBy.js";
import { countedOf, firstOf, valueText } from "../output/texts.js";
import type { Program } from "../program/expression.js";

/** The content of `report.json`: the result of an export, and its gaps. */
export interface Report {
  instance: string;
  address: string;
  operations: string;
  /** How many objects of each kind the program declares. */
  exported: Record<string, number>;
  /** The owners of the listed schedules, if schedules were selected, and what is left out. */
  listed?: string;
  /**
   * Objects of which the program does not say everything. It omits or assumes the `fields`, which the instance does not
   * show. `notInProgram` has what the instance shows and no argument holds.
   */
  unseen: Unseen[];
  /** Objects that could not be read or declared. */
  gaps: readonly Gap[];
}

interface Unseen {
  type: string;
  name: string;
  id: string;
  fields: readonly string[];
  notInProgram: Values;
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
    .map(({ item: { resource, id, unseen, notInProgram = {} }, name }) => ({
      ...{ type: resource.name, name, id, fields: unseen, notInProgram },
    }))
    .filter(({ fields, notInProgram }) => fields.length + Object.keys(notInProgram).length > 0);
  const missing = [...inventory.gaps, ...gaps];
  return { instance, address, operations, exported, listed, unseen, gaps: missing };
}

/** What no argument holds, a line for each field of a type. A copy of these objects lacks it. */
export function notInProgramLines({ unseen }: Pick<Report, "unseen">): string[] {
  const all = unseen.flatMap(({ type, name, notInProgram }) =>
    Object.entries(notInProgram).map(([path, value]) => ({
      field: `${type} ${path}`,
      object: `${name} (${valueText(value)})`,
    })),
  );
  return [...groupedBy(all, ({ field }) => field)].map(
    ([field, same]) => `${field}: ${firstOf(same.map(({ object }) => object))}`,
  );
}

/** The owners of the schedules in a list, in words. */
export const listedWith = (scheduleFilter: string | undefined): string =>
  scheduleFilter === undefined
    ? `Only the schedules that the token's user sees were listed. To list all, set scheduleFilter: ALL in ${instancesFile}.`
    : `The schedules that scheduleFilter: ${scheduleFilter} shows were listed.`;

/** How many objects of each kind there are: `1 group, 3 shares`. */
export const countsOf = ({ exported }: Report): string =>
  Object.entries(exported)
    .map(([kind, count]) => countedOf(count, kind))
    .join(", ") || "nothing";
