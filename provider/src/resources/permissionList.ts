import { z } from "zod";
import { anyId, maybe } from "../definition/fields";
import { PlatformError } from "../wire/errors";
import type { Instance } from "../platform/instance";

/** A user or a group. */
export interface Grantee {
  type: string;
  id: string;
}

/** The level of whom the dataset belongs to, which nobody can give or take away. */
export const owner = "OWNER";

export const datasetPath = (datasetId: string) =>
  `/api/data/v3/datasources/${encodeURIComponent(datasetId)}`;

const listed = z.object({
  list: z.array(z.object({ type: z.string(), id: anyId, accessLevel: z.string() })),
  totalUserCount: maybe(z.number()),
  totalGroupCount: maybe(z.number()),
});

const keyOf = ({ type, id }: Grantee) => JSON.stringify([type, id]);

/** Who has access to a dataset; shared by all that ask until the next write. */
export function listPermissions(instance: Instance, datasetId: string) {
  return instance.shared(`permissions of dataset ${datasetId}`, async () => {
    const { list, totalUserCount, totalGroupCount } = await instance.send({
      operation: `list who has access to dataset ${datasetId}`,
      method: "GET",
      path: `${datasetPath(datasetId)}/permissions`,
      answer: listed,
    });
    const levels = new Map(list.map((row) => [keyOf(row), row.accessLevel]));
    const total = (totalUserCount ?? NaN) + (totalGroupCount ?? NaN);
    return {
      rows: list,
      levelOf: (grantee: Grantee) => levels.get(keyOf(grantee)),
      /** Only a list that holds as many as it says there are is evidence that somebody is not in it. */
      complete: levels.size >= total,
      shown: Number.isNaN(total) ? `${levels.size}, without a total` : `${levels.size} of ${total}`,
    };
  });
}

/** Takes the access of those away who still have it; the owner's stays. */
export async function takeAway(
  instance: Instance,
  datasetId: string,
  grantees: readonly Grantee[],
): Promise<void> {
  if (grantees.length === 0) return;
  const list = await listPermissions(instance, datasetId);
  for (const grantee of grantees) {
    const level = list.levelOf(grantee);
    if (level === owner || (level === undefined && list.complete)) continue;
    try {
      await instance.send({
        operation: `take away the access of ${grantee.type} ${grantee.id} to dataset ${datasetId}`,
        method: "DELETE",
        path: `${datasetPath(datasetId)}/permissions/${encodeURIComponent(grantee.type)}/${encodeURIComponent(grantee.id)}`,
        answer: z.unknown(),
      });
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== "not_found") throw error;
      // Somebody else was faster, or an answer was lost and the request sent again.
      const now = await listPermissions(instance, datasetId);
      if (now.levelOf(grantee) !== undefined || !now.complete) throw error;
    }
  }
}
