import { counted } from "../output/texts.js";
import { printable } from "../output/printable.js";
import { table } from "../output/table.js";
import type { Group } from "./group.js";
import type { OperationRow } from "./operations.js";

/** The results of all checks. */
export interface Report {
  groups: readonly Group[];
  operations: Record<string, OperationRow[]>;
}

/** 0: nothing found. 1: findings. 2: something could not be looked at. */
export function exitCodeOf({ groups }: Report): 0 | 1 | 2 {
  if (groups.some(({ notChecked }) => notChecked.length > 0)) return 2;
  return groups.some(({ findings }) => findings.length > 0) ? 1 : 0;
}

export function asJson({ groups, operations }: Report): string {
  return JSON.stringify({ groups, operations }, undefined, 2);
}

export function asText({ groups, operations }: Report, width?: number): string {
  const findings = groups.flatMap((group) => group.findings);
  const notChecked = groups.flatMap((group) => group.notChecked);
  const facts = groups.flatMap(({ name, facts: some }) =>
    some.map(({ check, said }, at) => [at === 0 ? name : "", check, said].map(printable)),
  );
  const parts = [table(["group", "check", "result"], facts, width)];
  for (const [name, rows] of Object.entries(operations)) {
    // Most operations are writes, which only a write can try.
    const known = rows.filter(({ offered }) => offered !== "not known");
    const cells = known.map(({ operation, source, offered, why, needs }) =>
      [operation, source, offered, why, needs].map(printable),
    );
    parts.push(
      `Operations of ${name}, by reads only:\n\n${table(["operation", "source", "offered", "why", "needs"], cells, width)}\n\n${counted(rows.length - known.length, "operation")} cannot be tried without a write or an id. --json lists them, and which rights each of them needs.`,
    );
  }
  if (notChecked.length > 0)
    parts.push(["Could not look:", ...notChecked.map((one) => `  ${printable(one)}`)].join("\n"));
  parts.push(
    findings.length === 0
      ? "Nothing found."
      : `${findings.length} ${findings.length === 1 ? "finding" : "findings"}:\n\n${findings
          .map(({ what, why, run }, at) =>
            [
              `${at + 1}. ${printable(what)}`,
              `   Why: ${printable(why)}`,
              `   Do:  ${printable(run)}`,
            ].join("\n"),
          )
          .join("\n")}`,
  );
  return parts.join("\n\n");
}
