import { objectName } from "../preview/read.js";
import type { Change, Drift } from "../preview/types.js";
import { valueCells } from "./changes.js";
import type { Section } from "./sections.js";
import type { TextFormatter } from "../output/texts.js";

/** The section about drift, and how `pulumi up` handles it. */
export function driftSection(
  drift: readonly Drift[],
  changes: readonly Change[],
  isRefused: (change: Change) => boolean,
  texts: TextFormatter,
): Section {
  const byUrn = new Map(changes.map((change) => [change.urn, change]));
  const rows = drift.flatMap((one) => {
    const change = byUrn.get(one.urn);
    const label = texts.code(objectName(one));
    if (one.op === "delete") {
      const then = change?.op === "create" ? "creates it again" : "nothing";
      return [[label, "", "", "<strong>deleted</strong>", then]];
    }
    return one.fields.map((field, at) => {
      const isChanged = change?.fields.some(({ path }) => path === field.path);
      const then =
        change === undefined || isChanged !== true
          ? "nothing: the program does not ask for another value"
          : isRefused(change)
            ? "not possible"
            : "changes it";
      const cells = valueCells(field, one.resource, texts);
      return [at === 0 ? label : "", texts.code(field.path), ...cells, then];
    });
  });
  return {
    title: "Changed on the instance",
    // Nobody knows who: a person, or a run that was interrupted.
    lead: "These objects changed since Pulumi saved the state.",
    head: ["Object", "Field", "State", "Instance", "<code>pulumi up --refresh</code>"],
    ...{ rows, foldedAbove: 10, noun: "row", cutOrder: 7 },
  };
}
