import { pluralOf } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { gapLine, wholeInstance } from "../inventory/inventory.js";
import type { Gap, Scope } from "../inventory/inventory.js";
import { readable } from "../inventory/read.js";
import { pluginType } from "../stack/resourceTypes.js";
import type { ExportRecord, Source } from "./earlier.js";
import { keyOf } from "./imports.js";
import type { Import } from "./imports.js";

/** The result of an export. */
interface Found {
  source: Source;
  resources: readonly Import[];
  scopes: readonly Scope[];
  gaps: readonly Gap[];
}

/**
 * Stops an export that would take objects out of a program only because it does not read them: the next `pulumi up`
 * would delete them on the instance.
 */
export function refuseUnread(
  folder: string,
  earlier: ExportRecord,
  options: string,
  found: Found,
): void {
  const present = new Set(found.resources.map(keyOf));
  const unread = new Map<string, Gap & { ids: string[] }>();
  for (const object of earlier.resources) {
    const why = present.has(keyOf(object)) ? undefined : whyUnread(object, earlier.source, found);
    if (why === undefined) continue;
    const key = `${why.of} ${why.reason}`;
    const gap = unread.get(key) ?? { ...why, ids: [] };
    gap.ids.push(object.id);
    unread.set(key, gap);
  }
  if (unread.size === 0) return;
  const { address } = earlier.source;
  const lines = [
    `The program in ${folder} has objects that this export does not read, so nothing was written:`,
    "",
    ...[...unread.values()].map((gap) => `  ${gapLine(gap)}`),
    "",
    `The earlier export read ${address} ${options === "" ? "without options that choose objects" : `with ${options}`}.`,
    "Export with these options again, or into another folder. To remove the objects from the program, add --remove-unread.",
  ];
  throw new Failure(lines.join("\n"));
}

/** Why an object may exist that an export lacks; undefined if the instance showed that it does not. */
function whyUnread(
  { type, id }: Import,
  earlier: Source,
  { source, scopes, gaps }: Found,
): Omit<Gap, "ids"> | undefined {
  const resource = readable.find((kind) => type === pluginType(kind));
  if (resource === undefined) return undefined;
  const of = pluralOf(resource);
  const because = (reason: string) => ({ of, reason });
  const scope = scopes.find((one) => one.resource === resource);
  if (scope === undefined) return because("--only leaves them out.");
  if (scope.filteredOut.has(id)) return because("--filter leaves them out.");
  const gap = gaps.find((one) => one.of === of && (one.ids?.includes(id) ?? true));
  if (gap !== undefined) return because(gap.reason);
  if (scope.asked?.has(id) === false) return because("No option names their ids.");
  if (source.scheduleFilter !== earlier.scheduleFilter) {
    return because("scheduleFilter has changed, so the list shows other owners.");
  }
  const warning = gaps.find((one) => one.of === wholeInstance);
  return warning && because(warning.reason);
}
