import type { Values } from "../lifecycle/tables/row";
import { isCall } from "./acts";
import type { VariantCase } from "./cases";
import { unlikeValues } from "./comparison";
import type { Observed } from "./runAct";

/** Whether a call reads the list of schedules of an instance that ignores its parameters. */
export const isOfIgnored = ({ act, variants: [first] }: VariantCase): boolean =>
  isCall(act) && act.call.name === "getReportSchedules" && first.startsWith("ignored-");

/** Where a function gives other schedules than all with the title, or does not say so in one warning. */
export function wholeAnswer(
  { act, variants: [first] }: VariantCase,
  { run }: Observed,
  more: readonly string[],
): string[] {
  const title = isCall(act) && typeof act.call.args.title === "string" ? act.call.args.title : "";
  const titles = (schedules: unknown = []) =>
    (schedules as Values[]).map((one) => String(one.title)).sort();
  const matching = titles(run.instance.schedules).filter((one) => one.includes(title));
  const isTold = first === "ignored-title" || more.length === 1;
  return [
    ...(run.code === 0 ? [] : [`it ended with ${run.code}: ${run.errors.join("\n")}`]),
    ...unlikeValues(matching, titles(run.result?.schedules), "the titles:"),
    ...(isTold ? [] : [`it warns ${more.length} times: ${more.join(" | ")}`]),
  ];
}
