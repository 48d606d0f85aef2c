import type { AccessChange } from "../effects/access.js";
import type { Loss } from "../effects/losses.js";
import type { TextFormatter } from "../output/texts.js";
import { objectName } from "../preview/read.js";
import type { Change } from "../preview/types.js";
import type { Section } from "./sections.js";

export function lossesSection(losses: readonly Loss[], texts: TextFormatter): Section {
  const rows = losses.map(({ text, names, groups = [] }) => {
    const of = groups.length === 0 ? "" : `, ${texts.list(groups, ", ")}`;
    const list = names.length === 0 ? "." : `: ${texts.list(names, ", ")}`;
    return `<strong>${text}</strong>${of}${list}`;
  });
  return { title: "Who loses what", rows, foldedAbove: 10, noun: "loss", cutOrder: 0 };
}

export function accessSection(found: readonly AccessChange[], texts: TextFormatter): Section {
  const rows = found.map(({ change, gains, loses, levels, notes }) => {
    const line = (words: string, people: readonly string[]) =>
      people.length === 0 ? [] : [`${words}: ${texts.list(people, ", ")}`];
    return [
      texts.code(objectName(change)),
      ...line("get access", gains),
      ...line("<strong>lose access</strong>", loses),
      ...line("get another level", levels),
      ...notes,
    ].join("<br>");
  });
  const title = "Who gains and who loses access";
  return { title, rows, foldedAbove: 10, noun: "resource", cutOrder: 3 };
}

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
