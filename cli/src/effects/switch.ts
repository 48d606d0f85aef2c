import { notKnownYet } from "pulumi-platform-provider/contract";
import type { Change } from "../preview/types.js";

/** What a change makes of `ScheduledReportEmails`, the e-mail switch of the whole instance; undefined if nothing. */
export function switchedTo(change: Change): unknown {
  const { resource, op, fields, before, after, isRetained } = change;
  if (resource?.name !== "ScheduledReportEmails") return undefined;
  const isSet =
    op === "create" ||
    op === "replace" ||
    (op === "update" && fields.some(({ path }) => path === "enabled" || path === "triggers"));
  const { onDelete } = before ?? {};
  if (isSet) return after?.enabled ?? notKnownYet;
  return op === "delete" && isRetained !== true
    ? { enable: true, disable: false }[String(onDelete)]
    : undefined;
}
