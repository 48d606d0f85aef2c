import { kinds } from "pulumi-platform-simulator";
import type { FaultRule } from "pulumi-platform-simulator";
import type { FaultChoice } from "./steps";

/** The rule of the simulator that a choice of lots stands for. */
export function faultRule({ kind: k, target, skip, times }: FaultChoice): FaultRule {
  const kind = kinds[k % kinds.length] ?? "close";
  const targets: Pick<FaultRule, "method" | "path">[] = [
    {},
    { method: "POST" },
    { method: "GET" },
    { method: "PUT" },
    { method: "DELETE" },
    { method: "POST", path: "reportschedules$" },
    { method: "GET", path: "reportschedules$" },
    { method: "POST", path: "sendnow|notifications|share" },
  ];
  const moments = ["before", "after", "mid-answer", "mid-body"] as const;
  const isList = [
    "empty-list",
    "truncated-list",
    "unstable-order",
    "wrong-instance",
    "stale",
    "new-pages",
  ].includes(kind);
  const status = [429, 403, 500, 404, 401, 503, 409][target % 7] ?? 500;
  // Who refuses a request does nothing of it, and nothing shows that a success is a lie.
  const isRefused = kind === "status" && status < 500;
  const drawn = moments[(Math.floor(k / kinds.length) + target) % moments.length];
  const hasMiddle = !["drip", "endless"].includes(kind);
  const moment =
    isRefused || (!hasMiddle && drawn === "mid-answer")
      ? "before"
      : kind === "body"
        ? "after"
        : drawn;
  return {
    // What is written to another instance is not to be found here.
    ...(isList ? { method: "GET" } : targets[target % targets.length]),
    // A short list lacks what is new, or a page.
    ...(kind === "truncated-list" && { keep: target % 5 }),
    kind,
    skip,
    times,
    ...(isList ? {} : { moment }),
    // Nothing shows a run in which every answer comes from elsewhere.
    ...(kind === "wrong-instance" && times === 0 && { times: 1 }),
    ...(kind === "status" && {
      status,
      ...(times === 0 && { times: 2 }),
    }),
    ...(kind === "redirect" && { location: moment === "before" ? "/blocked" : "/done" }),
    ...(kind === "delay" && { delayMs: 1_500 }),
    ...(kind === "body" && { body: ["", "{}", "OK", "[]"][target % 4] }),
  };
}
