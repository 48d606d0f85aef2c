import { z } from "zod";
import {
  anyId,
  anyNumber,
  anyText,
  heldByNoArgument,
  listOf,
  maybe,
  openObject,
} from "../../definition/answers";
import type { Instance } from "../../platform/instance";
import { listed } from "../../platform/lists";
import { routes } from "../../platform/routes";
import { hasCode, isRefusal } from "../../messages/errors";
import { granteeKey, granteeName } from "../grantee";
import type { Grantee } from "../grantee";
import type { Permission } from "./datasetGrants";

/** Whether this is the level of the owner of a dataset. Nobody can grant or remove it. */
export const isOwner = (level: string | undefined) => level?.toUpperCase() === "OWNER";

const row = openObject({
  type: z.string(),
  id: anyId,
  accessLevel: z.string(),
  name: maybe(anyText),
});
/** The access to a dataset, as a share declares it. */
export const shownAccess = z.object({ permissions: z.array(row) });

const answered = z.preprocess(
  (answer) => (Array.isArray(answer) ? { list: answer } : answer),
  openObject({
    list: listOf(row),
    totalUserCount: maybe(anyNumber),
    totalGroupCount: maybe(anyNumber),
  }),
);

/** Lists the access to a dataset. All callers share one list until the next write. */
export function listPermissions(instance: Instance, datasetId: string) {
  return instance.shared(`permissions of dataset ${datasetId}`, async () => {
    const operation = `list who has access to dataset ${datasetId}`;
    const { list, totalUserCount, totalGroupCount, otherFields } = await instance.send({
      operation,
      route: routes.listPermissions,
      params: { datasetId },
      answer: answered,
    });
    const { items, odd } = listed<z.infer<typeof row>>(instance, granteeKey, operation, list);
    const total = (totalUserCount ?? NaN) + (totalGroupCount ?? NaN);
    const rows = [...items.values()];
    const permissions = rows.filter(({ accessLevel }) => !isOwner(accessLevel));
    const levelOf = (grantee: Grantee) => items.get(granteeKey(grantee))?.accessLevel;
    return {
      rows,
      notInProgram: heldByNoArgument({ permissions, otherFields }),
      levelOf,
      has: (one: Permission) => levelOf(one)?.toUpperCase() === one.accessLevel.toUpperCase(),
      /** Only a list with as many rows as its totals say proves that a grantee is missing. */
      complete: odd.length === 0 && items.size >= total,
      shown: Number.isNaN(total) ? `${items.size}, without a total` : `${items.size} of ${total}`,
    };
  });
}

/** Those of the permissions that the instance does not show. Without its list, all of them. */
export async function notYetGiven(
  instance: Instance,
  datasetId: string,
  permissions: readonly Permission[],
): Promise<readonly Permission[]> {
  // The list of the preview can be old by now.
  const look = () => listPermissions(instance, datasetId);
  const list = await instance.again(look).catch((error: unknown) => {
    // The share answers the same.
    if (hasCode(error, "not_found")) return undefined;
    const lessSafe = "A share also e-mails those who have the access already.";
    instance.tolerateRefusal(error, "access before a share with e-mail", lessSafe);
    return undefined;
  });
  return permissions.filter((one) => list?.has(one) !== true);
}

/** Removes the access of grantees, except the access of the owner. */
export async function removeAccess(
  instance: Instance,
  datasetId: string,
  grantees: readonly Grantee[],
): Promise<void> {
  if (grantees.length === 0) return;
  const list = await listPermissions(instance, datasetId).catch((error: unknown) => {
    if (hasCode(error, "not_found")) throw error;
    const lessSafe = "Pulumi removes access without looking first who has it.";
    instance.tolerateRefusal(error, "access before removing it", lessSafe);
    return undefined;
  });
  for (const grantee of grantees) {
    // If the list lacks the access, the request is sent anyway. Then the answer of the platform shows that it is gone.
    if (isOwner(list?.levelOf(grantee))) continue;
    try {
      await instance.send({
        operation: `remove the access of ${granteeName(grantee)} to dataset ${datasetId}`,
        route: routes.removePermission,
        params: { datasetId, type: grantee.type, id: grantee.id },
        answer: z.unknown(),
      });
    } catch (error) {
      if (!isRefusal(error) || list === undefined) throw error;
      // Somebody else may have removed the access, or this request was sent twice because the first answer was lost.
      const now = await listPermissions(instance, datasetId);
      if (now.levelOf(grantee) !== undefined || !now.complete) throw error;
    }
  }
}
