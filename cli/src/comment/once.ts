import type { Change } from "../preview/types.js";
import type { Section } from "./sections.js";
import type { TextFormatter } from "../output/texts.js";

/** The actions that run when the changes are applied. */
export const runsOnce = (changes: readonly Change[]): Change[] =>
  changes.filter(
    ({ resource, op, fields, earlier }) =>
      resource?.kind === "action" &&
      earlier?.has !== "request" &&
      (op === "create" || op === "replace" || (op === "update" && fields.length > 0)),
  );

export function onceSection(changes: readonly Change[], texts: TextFormatter): Section {
  const rows = changes.map(({ label, name, op, instance, resource }) => {
    const is = `${texts.code(label)} (${texts.code(name)})`;
    if (instance?.mail === "muted" && resource?.mail !== undefined)
      return `${is} is not sent, because <code>platform&#58;mail</code> is <code>muted</code>`;
    const does = resource?.kind === "action" ? resource.does : "runs";
    return `${is} ${does}${op === "update" ? " again" : ""}`;
  });
  return { title: "What runs once", rows, foldedAbove: 10, noun: "run", cutOrder: 4 };
}
