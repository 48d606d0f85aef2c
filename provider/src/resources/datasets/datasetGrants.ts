import { z } from "zod";
import { openWord } from "../../definition/fields";
import type { Call, Change } from "../../definition/verbs";
import type { Instance } from "../../platform/instance";
import { routes } from "../../platform/routes";
import { PlatformError } from "../../messages/errors";
import { granteeName, kindOfGrantee, oddGranteeId } from "../grantee";
import type { Grantee } from "../grantee";

/** Access to a dataset, and the calls that grant it. */

/** The access levels, the strongest first. */
export const accessLevels = ["CO_OWNER", "CAN_EDIT", "CAN_SHARE", "CAN_VIEW"] as const;

export const permission = z
  .strictObject({
    id: z.string().min(1).describe("Id of the user or group.").meta({ idOf: kindOfGrantee }),
    type: openWord("USER", "GROUP").describe(
      "Whether the id is that of a user or of a group. The specification shows only `USER`.",
    ),
    accessLevel: openWord(...accessLevels).describe(
      "What the user or group can do. The specification shows only `CO_OWNER`. Pulumi never removes the owner of the dataset.",
    ),
  })
  .check(({ value, issues }) => void issues.push(...oddGranteeId(value, ["id"])))
  .meta({ typeName: "DatasetPermission" });

export type Permission = z.infer<typeof permission>;

export interface Share {
  datasetId: string;
  permissions: Permission[];
  sendEmail?: boolean;
}

/** The key of a permission, which is the same for all spellings. */
export const permissionKey = ({ type, id, accessLevel }: Permission) =>
  JSON.stringify([type.toUpperCase(), id, accessLevel.toUpperCase()]);

/** The grantees who get access or another level. */
export const granted = (permissions: readonly Permission[], old: readonly Permission[] = []) =>
  permissions.filter((one) => !old.some((other) => permissionKey(one) === permissionKey(other)));

/** The exclusive key of the access of a grantee. In a preview, the dataset can be unknown. */
export const keyOfGrant = (datasetId: unknown, grantee: Grantee) =>
  `access of ${granteeName(grantee)} to dataset ${String(datasetId)}`;

/**
 * Gives access, and e-mails those of `mailed`. The others get theirs again without e-mail: the list that shows their
 * access can be late, after a delete or somebody's removal. The call that can send e-mail comes last.
 */
export async function share(
  instance: Instance,
  inputs: Share,
  permissions: readonly Permission[],
  mailed: readonly Permission[] = inputs.sendEmail === true ? permissions : [],
): Promise<void> {
  const quiet = permissions.filter((one) => !mailed.includes(one));
  await give(instance, inputs, quiet, false).catch((error: unknown) => {
    throw error instanceof PlatformError && mailed.length > 0 ? beforeMail(inputs, error) : error;
  });
  await give(instance, inputs, mailed, true);
}

async function give(
  instance: Instance,
  { datasetId }: Share,
  permissions: readonly Permission[],
  sendEmail: boolean,
): Promise<void> {
  if (permissions.length === 0) return;
  await instance.send({
    operation: `share dataset ${datasetId} with ${permissions.map(granteeName).join(", ")}`,
    route: routes.shareDataset,
    params: { datasetId },
    body: { permissions, sendEmail },
    answer: z.unknown(),
    // A repeated grant has no further effect, but a repeated e-mail has.
    repeatable: !sendEmail,
  });
}

/** Grants the access that changed. If the triggers changed, also grants all other access again. */
export async function updateGrants(
  instance: Instance,
  { inputs, state, changed }: Pick<Change<Share, unknown>, "inputs" | "state" | "changed">,
  toMail = async (news: readonly Permission[]) => news,
): Promise<void> {
  const { permissions, sendEmail } = inputs;
  const news = granted(permissions, state.permissions);
  const given = changed.includes("triggers") ? permissions : news;
  await share(instance, inputs, given, sendEmail === true ? await toMail(news) : []);
}

/** An error before the call that sends e-mail. Without `mayHaveWorked`, it says that nobody got e-mail. */
function beforeMail({ datasetId }: Share, error: PlatformError): PlatformError {
  const operation = `repeat the access to dataset ${datasetId}`;
  return error.rephrased({ operation, mayHaveWorked: false, cause: error });
}

export const grantCall: Call = {
  route: routes.shareDataset,
  when: "for the users and groups that were added or got another level, and for all others without e-mail if `triggers` changed",
};
