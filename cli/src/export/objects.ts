import type { ExportRecord, RecordedObject } from "./earlier.js";
import { keyOf } from "./imports.js";
import { takeOver } from "./readme.js";

/** How many names a line has. */
const most = 10;

/** Which objects are new, changed or gone since the earlier export, as lines. */
export function objectsChanged(
  { resources, project }: ExportRecord,
  now: readonly RecordedObject[],
): string[] {
  const before = new Map(resources.map((one) => [keyOf(one), one.content]));
  const present = new Set(now.map(keyOf));
  const added = now.filter((one) => !before.has(keyOf(one)));
  const changed = now.filter((one) => (before.get(keyOf(one)) ?? one.content) !== one.content);
  const gone = resources.filter((one) => !present.has(keyOf(one)));
  return [
    ...line("New", added),
    ...line("Changed", changed),
    ...line("No longer exported", gone),
    ...(added.length === 0
      ? []
      : [
          `Run this command in the folder again, for the new objects: ${takeOver[project.provider]}`,
        ]),
  ];
}

function line(what: string, objects: readonly RecordedObject[]): string[] {
  if (objects.length === 0) return [];
  const names = objects.slice(0, most).map(({ name }) => name);
  const more = objects.length > most ? ` and ${objects.length - most} more` : "";
  return [`${what} (${objects.length}): ${names.join(", ")}${more}.`];
}
