import { builders, printer } from "prettier/doc";
import type { Doc } from "prettier";

const { group, hardline, ifBreak, indent, indentIfBreak, join, line, softline } = builders;

// The parts of a TypeScript program as Prettier lays them out. Its printer breaks the lines. Its parser is not needed,
// and would double the memory of a large export.

/** A field of an object, or a comment on a line of its own. */
export type Entry = { comment: string } | { code: Doc };

/** `isBroken` puts each field on a line of its own, also where one line is enough. */
export function object(entries: readonly Entry[], isBroken: boolean): Doc {
  if (entries.length === 0) return "{}";
  const last = entries.findLastIndex((entry) => "code" in entry);
  const lines = entries.map((entry, at): Doc => {
    if ("comment" in entry) return [entry.comment, at < last ? hardline : ""];
    return [entry.code, at < last ? [",", line] : ""];
  });
  const comments = lines.slice(last + 1);
  const hasComment = entries.some((entry) => "comment" in entry);
  const inner = [
    ...lines.slice(0, last + 1),
    last < 0 ? "" : ifBreak(","),
    ...comments.flatMap((one, at): Doc[] => (last < 0 && at === 0 ? [one] : [hardline, one])),
  ];
  return group(["{", indent([line, ...inner]), line, "}"], { shouldBreak: isBroken || hasComment });
}

/** `isBroken` where several items are objects with several fields. */
export const list = (items: readonly Doc[], isBroken: boolean): Doc =>
  items.length === 0
    ? "[]"
    : group(["[", indent([softline, join([",", line], [...items])]), ifBreak(","), softline, "]"], {
        shouldBreak: isBroken,
      });

export const call = (name: string, argument: Doc): Doc =>
  group([name, group(["(", indent([softline, argument]), ifBreak(","), softline, ")"])]);

/** `new` with a name and two objects, of which the first has several lines: each argument has lines of its own. */
export function construction(type: string, name: string, fields: Doc, options: Doc): Doc {
  const args = [name, ",", line, fields, ",", line, options];
  const lines = ["(", indent([hardline, ...args]), ",", hardline, ")"];
  return ["new ", type, group(lines, { shouldBreak: true })];
}

/** A name, an operator, and a value that may begin on the next line. */
export function assignment(left: Doc, operator: string, value: Doc, isRigid = false): Doc {
  if (isRigid) return group([left, operator, " ", value]);
  const id = Symbol(operator);
  return group([
    left,
    operator,
    group(indent(line), { id }),
    indentIfBreak(value, { groupId: id }),
  ]);
}

export function imported(names: readonly string[], module: string): Doc {
  const [only = "", ...others] = names;
  const list =
    others.length === 0
      ? ["{ ", only, " }"]
      : group(["{", indent([line, join([",", line], [...names])]), ifBreak(","), line, "}"]);
  return ["import ", list, " from ", module, ";"];
}

export const printed = (part: Doc): string =>
  printer.printDocToString(part, { printWidth: 100, tabWidth: 2, useTabs: false }).formatted;
