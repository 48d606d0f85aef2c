import type { Call, FaultRule } from "pulumi-platform-simulator";
import type { FaultCase, Ending } from "./faultCase";
import { victimOf } from "./moments";

/** What the log of the struck call says against what was meant to happen to it. */
export function misses(
  { moment, operation }: FaultCase,
  rule: FaultRule,
  { worked, status }: Call,
): string[] {
  const problems: string[] = [];
  const afterTheWork = moment !== "before" && moment !== "mid-body" && operation.refused !== true;
  // A call that is only held up is worked on in the end, whoever has died by then.
  if (worked !== afterTheWork && !(rule.kind === "delay" && worked)) {
    problems.push(`the fault did not strike ${moment}: the work was ${worked ? "" : "not "}done`);
  }
  if (moment === "answered" && status === null) problems.push("the answer was not sent");
  return problems;
}

/** What should have been healed in the run that was disturbed, and was not. */
export function unhealed({ operation, kind }: FaultCase, ending: Ending): string[] {
  if (ending === "at once" || victimOf(kind) !== undefined || kind === "5xx") return [];
  if (kind === "429") return ["a request that was refused with 429 was not sent again"];
  return operation.target.method === "POST" && operation.repeatable !== true
    ? []
    : ["a repeatable request was not sent again"];
}
