import type { Change, Operation, Preview, UsedInstance } from "../preview/types.js";
import { counted } from "../output/texts.js";
import type { TextFormatter } from "../output/texts.js";

/** Whether a preview has no changes, drift, problems or warnings. */
export const isNothing = ({ changes, drift, impossible, problems, warnings }: Preview): boolean =>
  [changes, drift, impossible, problems, warnings].every(({ length }) => length === 0);

const operations: readonly Operation[] = [
  ...(["create", "update", "replace", "delete", "import", "read", "forget"] as const),
];

/** The first line of a comment: the numbers of changes, and the instances. */
export function totals(
  preview: Preview,
  isRefused: (change: Change) => boolean,
  texts: TextFormatter,
): string {
  const { project, stack, instances, changes, impossible, drift, problems, unchanged } = preview;
  const { uncounted = 0 } = preview;
  const counts = operations.flatMap((operation) => {
    const count = changes.filter(({ op }) => op === operation).length;
    return count === 0 ? [] : [`${count.toLocaleString("en-US")} to ${operation}`];
  });
  const refused = changes.filter(isRefused).length;
  const ofThese = refused > 0 ? "of these " : "";
  const also = [
    ...(impossible.length > 0
      ? [`<strong>${ofThese}${refused || impossible.length} not possible</strong>`]
      : []),
    ...(drift.length > 0 ? [`${drift.length} changed on the instance`] : []),
    ...(unchanged > 0 ? [`${unchanged.toLocaleString("en-US")} unchanged`] : []),
  ];
  const where = `stack ${texts.code(`${project}/${stack}`)} on ${instanceWords(instances, texts)}`;
  if (problems.length > 0) {
    const known = counts.length > 0 ? ` Up to then: ${counts.join(", ")}.` : "";
    return `<p><strong>The preview failed</strong>, ${where}: ${counted(problems.length, "problem")}.${known}</p>`;
  }
  const first = counts.length === 0 ? "No changes" : counts.join(", ");
  const more =
    uncounted > 0
      ? ` Pulumi itself counts ${uncounted} more: the stack, its providers and components.`
      : "";
  return `<p><strong>${first}</strong>${also.length > 0 ? `, ${also.join(", ")}` : ""}: ${where}.${more}</p>`;
}

/** The instances, each with its operations mode. */
function instanceWords(instances: readonly UsedInstance[], texts: TextFormatter): string {
  const most = texts.options.isFull ? Infinity : 5;
  const shown = instances.slice(0, most).map(({ name, baseUrl, operations }) => {
    const address =
      baseUrl === undefined ? "an instance whose address is not known" : texts.code(baseUrl);
    const named = name === undefined ? "" : `${texts.code(name)} `;
    return `${named}${address} (${operations} operations)`;
  });
  const left = instances.length - shown.length;
  return [...shown, ...(left > 0 ? [`${left} more instances`] : [])].join(", ");
}
