import { z } from "zod";
import { anyId, maybe } from "../definition/fields";
import type { Instance } from "../platform/instance";
import { schedulePath } from "./scheduleList";

const history = z.array(
  z.object({
    id: anyId,
    automated: maybe(z.boolean()),
    recipients: maybe(z.array(z.unknown())),
  }),
);

/** What was sent of a schedule to so many recipients beside its own times, by the id of the history. */
export async function sentByHand(
  instance: Instance,
  scheduleId: string,
  recipients: number,
): Promise<Map<string, Record<string, never>>> {
  const entries = await instance.send({
    operation: `read what was sent of report schedule ${scheduleId}`,
    method: "GET",
    path: `${schedulePath(scheduleId)}/history`,
    query: { limit: 100, skip: 0 },
    answer: history,
  });
  return new Map(
    entries
      .filter((entry) => entry.automated === false)
      .filter((entry) => entry.recipients?.length === recipients)
      .map(({ id }) => [id, {}]),
  );
}
