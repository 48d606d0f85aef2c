import { groupedBy } from "../output/groupedBy.js";
import { table } from "../output/table.js";
import { counted, firstOf } from "../output/texts.js";
import { when } from "../print.js";
import { labelOf, offLabel } from "./findings.js";
import type { FoundRow, Result } from "./result.js";

/** More rows nobody reads. */
const maxRows = 200;

/** A result as people read it. */
export function linesOf(result: Result, words: readonly string[], width?: number): string[] {
  const { people, found, reaches, notes, notRead } = result;
  return [
    ...(found.length > 0 ? [...foundTable(found, width), ""] : []),
    ...(reaches.length > 0 ? [...reachTable(result, width), ""] : []),
    ...[summaryOf(result, words), ...notes, ""],
    ...when(notRead.length > 0, "Not read:", ...notRead.map((line) => `  ${line}`), ""),
    people.length > 0
      ? "Other objects can reach them, too: no call shows who subscribes to a view, and no call lists datasets or users."
      : "No call lists pages, views, cards, datasets, streams or users. The page Find an id (docs/ids.md in the repository) says how to find their ids by hand.",
  ];
}

function foundTable(found: readonly FoundRow[], width?: number): string[] {
  return limited(
    ["Name", "Kind", "Id", "Fits", "Seen in"],
    found.map(({ names, kind, id, seenIn, fits, isOff }) => [
      ...[firstOf(names, 2), isOff ? offLabel(kind) : kind, id],
      ...[firstOf(fits, 1), firstOf(seenIn, 1)],
    ]),
    width,
  );
}

function reachTable({ reaches, stack }: Result, width?: number): string[] {
  const managed = stack === undefined ? [] : [`Managed by stack ${stack}`];
  return limited(
    ["Name", "Kind", "Id", "How", "Seen in", ...managed],
    reaches.map(({ name, kind, id, how, seenIn, resources }) => [
      ...[name, kind, id, how, seenIn.join(", ")],
      ...(resources === undefined ? [] : [firstOf(resources, 2) || "no"]),
    ]),
    width,
  );
}

function limited(head: string[], rows: readonly string[][], width?: number): string[] {
  const left = rows.length - maxRows;
  const more = `... and ${left.toLocaleString("en-US")} more. Add words, or use --json.`;
  return [...table(head, rows.slice(0, maxRows), width), ...(left > 0 ? [more] : [])];
}

function summaryOf(
  { instance, operations, people, found, reaches }: Result,
  words: readonly string[],
): string {
  const where = `(${instance}, ${operations} operations)`;
  if (people.length === 0) {
    return found.length > 0
      ? `${counted(found.length, "id")} found ${where}.`
      : `No name that was read has all of these words: ${words.join(" ")} ${where}.`;
  }
  const kindsOf = groupedBy(people, ({ id }) => id);
  const who = [...kindsOf].map(([id, same]) =>
    same.every(({ kind }) => kind === "address")
      ? id
      : labelOf(same.map(({ kind }) => kind).join(" or "), id),
  );
  const objects = new Set(reaches.map(({ kind, id, name }) => labelOf(kind, id || name))).size;
  const reach = objects === 1 ? "reaches or belongs" : "reach or belong";
  return objects > 0
    ? `${counted(objects, "object")} found that ${reach} to ${who.join(", ")} ${where}.`
    : `Nothing found that reaches or belongs to ${who.join(", ")} ${where}.`;
}
