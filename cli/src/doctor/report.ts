import { counted } from "../output/texts.js";
import { table } from "../output/table.js";
import type { Checks } from "./checks.js";
import type { OperationRow } from "./operations.js";

/** The results of all checks. */
export interface Report {
  groups: readonly Checks[];
  operations: Record<string, OperationRow[]>;
}

/** 0: nothing found. 1: findings. 2: something could not be looked at. */
export function exitCodeOf({ groups }: Report): 0 | 1 | 2 {
  if (groups.some(({ notChecked }) => notChecked.length > 0)) return 2;
  return groups.some(({ findings }) => findings.length > 0) ? 1 : 0;
}

/** A report as people read it. */
export function linesOf({ groups, operations }: Report, width?: number): string[] {
  const findings = groups.flatMap((group) => group.findings);
  const notChecked = groups.flatMap((group) => group.notChecked);
  const facts = groups.flatMap(({ name, facts: some }) =>
    some.map(({ check, said }, at) => [at === 0 ? name : "", check, said]),
  );
  const lines = [...table(["group", "check", "result"], facts, width), ""];
  for (const [name, rows] of Object.entries(operations)) {
    // Most operations are writes, which only a write can try.
    const known = rows.filter(({ offered }) => offered !== "not known");
    const cells = known.map(({ operation, source, offered, why, needs }) => [
      ...[operation, source, offered, why, needs],
    ]);
    lines.push(
      ...[`Operations of ${name}, by reads only:`, ""],
      ...table(["operation", "source", "offered", "why", "needs"], cells, width),
      "",
      `${counted(rows.length - known.length, "operation")} cannot be tried without a write or an id. --json lists them, and which rights each of them needs.`,
      "",
    );
  }
  if (notChecked.length > 0)
    lines.push("Could not look:", ...notChecked.map((one) => `  ${one}`), "");
  if (findings.length === 0) return [...lines, "Nothing found."];
  return [
    ...[...lines, `${counted(findings.length, "finding")}:`, ""],
    ...findings.flatMap(({ what, why, run }, at) => [
      ...[`${at + 1}. ${what}`, `   Why: ${why}`, `   Do:  ${run}`],
    ]),
  ];
}
