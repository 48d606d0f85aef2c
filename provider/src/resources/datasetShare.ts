import { z } from "zod";
import { outcome } from "../definition/action";
import { defineObject } from "../definition/object";
import type { Reading } from "../definition/verbs";
import { eachOnce, openWord, setOf } from "../definition/fields";
import { PlatformError } from "../wire/errors";
import type { Instance } from "../platform/instance";
import { absentDataset } from "./dataset";
import { datasetPath, listPermissions, owner, takeAway } from "./permissionList";
import type { Grantee } from "./permissionList";

const permission = z
  .strictObject({
    id: z.string().min(1).describe("Id of the user or group."),
    type: openWord("USER", "GROUP").describe("Who gets access: a `USER` or a `GROUP`."),
    accessLevel: openWord("CO_OWNER", "CAN_EDIT", "CAN_SHARE", "CAN_VIEW").describe(
      "What the grantee may do. The owner of the dataset stays its owner, whatever is declared.",
    ),
  })
  .meta({ typeName: "DatasetPermission" });

type Permission = z.infer<typeof permission>;

interface Share {
  datasetId: string;
  permissions: Permission[];
  sendEmail?: boolean;
}

const isSame = (a: Grantee, b: Grantee) => a.type === b.type && a.id === b.id;
const permissionKey = ({ type, id, accessLevel }: Permission) =>
  JSON.stringify([type, id, accessLevel]);
/** As messages call somebody. */
const nameOf = ({ type, id }: Grantee) => `${type.toLowerCase()} ${id}`;

/** Those who get access, or another level of it. */
const granted = (permissions: readonly Permission[], old: readonly Permission[] = []) =>
  permissions.filter((one) => !old.some((other) => permissionKey(one) === permissionKey(other)));

/** Those who are no longer named. */
const removed = (permissions: readonly Permission[], old: readonly Permission[]) =>
  old.filter((other) => !permissions.some((one) => isSame(one, other)));

/** What is not known yet is something else than a list of texts. */
function isKnown(permissions: unknown): permissions is Permission[] {
  const texts = ({ id, type, accessLevel }: Partial<Permission>) => [id, type, accessLevel];
  return (
    Array.isArray(permissions) &&
    permissions.flatMap(texts).every((text) => typeof text === "string")
  );
}

const claimOf = (datasetId: string, grantee: Grantee) =>
  `access of ${nameOf(grantee)} to dataset ${datasetId}`;

async function share(
  instance: Instance,
  { datasetId, sendEmail = false }: Share,
  permissions: readonly Permission[],
): Promise<void> {
  if (permissions.length === 0) return;
  await instance.send({
    operation: `share dataset ${datasetId} with ${permissions.map(nameOf).join(", ")}`,
    method: "POST",
    path: `${datasetPath(datasetId)}/share`,
    body: { permissions, sendEmail },
    answer: z.unknown(),
    // A grant has the effect of one however often it is made; a mail has not.
    repeatable: !sendEmail,
  });
}

export const datasetShare = defineObject({
  name: "DatasetShare",
  noun: "share",
  doc: "Gives users and groups access to a dataset. Only those whom it names are managed: access that others have is never touched, so that several of them can share one dataset with different people.",
  inputs: z.strictObject({
    datasetId: z.string().min(1).describe("Id of the dataset. Another one is a replacement."),
    permissions: z
      .array(permission)
      .min(1)
      .check(
        eachOnce(
          ({ type, id }) => JSON.stringify([type, id]),
          (one, first) =>
            `is ${nameOf(one)}, whom permissions[${first}] names already: name each once`,
        ),
      )
      .describe("Who gets access, each once.")
      .meta({ meaning: setOf(permissionKey) }),
    sendEmail: z
      .boolean()
      .optional()
      .describe(
        "Whether those who get access, or another level of it, are told by e-mail. False by default. Changing it alone does nothing.",
      )
      .meta({ createOnly: true }),
  }),
  outputs: z.object({
    outcome: outcome
      .optional()
      .describe(
        "What is known of the last e-mail that was asked for: `done`, `unknown` where the answer was lost (then it is not sent again), or `muted` where `platform:mail` kept it back. Access is given in each case.",
      ),
  }),
  key: "<datasetId>",
  label: ({ datasetId }) => `of dataset ${datasetId}`,
  claims: ({ datasetId, permissions }) => permissions.map((one) => claimOf(datasetId, one)),
  mail: {
    to({ permissions, sendEmail }, old) {
      if (!sendEmail) return [];
      // Whether to mail may not be known yet either.
      if ((sendEmail as unknown) !== true || !isKnown(permissions)) return undefined;
      return granted(permissions, old?.permissions).map((one) => ({
        path: `permissions[${permissions.indexOf(one)}].id`,
        name: nameOf(one),
      }));
    },
    when: "once, when this is applied",
    sent: (inputs) => ({ ...inputs, sendEmail: false }),
  },

  documented: {
    create: {
      calls: ["POST /api/data/v3/datasources/{datasetId}/share"],
      repeatable: true,
      async run(instance, inputs) {
        await share(instance, inputs, inputs.permissions);
        return { id: inputs.datasetId };
      },
    },
    update: {
      calls: [
        "POST /api/data/v3/datasources/{datasetId}/share with those who were added or got another level",
      ],
      refuse(old, { permissions }, changed, confirmed) {
        if (changed.includes("datasetId") || !changed.includes("permissions")) return [];
        const idOf = ({ type, id }: Grantee) => `${old.datasetId}/${type}/${id}`;
        const left = removed(permissions, old.permissions).filter(
          (one) => !confirmed.includes(idOf(one)),
        );
        if (left.length === 0) return [];
        const reason = `cannot take away the access of ${left.map(nameOf).join(", ")} to dataset ${old.datasetId}: the documented API has no way. Ways out: set platform:operations to extended; or take it away on the instance by hand, and say so by adding ${left.map((one) => `"${idOf(one)}"`).join(", ")} to platform:confirmAbsent (the resource option retainOnDelete does not help, as nothing is deleted)`;
        return [{ path: "permissions", reason }];
      },
      async run(instance, { inputs, state }) {
        await share(instance, inputs, granted(inputs.permissions, state.permissions));
        return undefined;
      },
    },
  },

  extended: {
    read: {
      calls: [
        "GET /api/data/v3/datasources/{datasetId}/permissions",
        "GET /api/query/v1/datasources/{datasetId}/partition where the dataset is not found, to prove that it is gone",
        "GET /api/authorization/v1/roles where it is not found, to prove the token",
      ],
      async run(instance, _id, { datasetId, permissions }): Promise<Reading> {
        try {
          const list = await listPermissions(instance, datasetId);
          const missing = permissions.filter((one) => list.levelOf(one) === undefined);
          if (missing.length > 0 && !list.complete) {
            return {
              found: "unknown",
              why: `the list of those who have access is cut: it shows ${list.shown} and lacks ${missing.map(nameOf).join(", ")}`,
            };
          }
          const live = permissions.flatMap((one) => {
            const level = list.levelOf(one);
            if (level === undefined) return [];
            return level === owner ? [one] : [{ ...one, accessLevel: level }];
          });
          return { found: "present", live: { permissions: live } };
        } catch (error) {
          if (!(error instanceof PlatformError) || error.code !== "not_found") throw error;
          return absentDataset(instance, datasetId);
        }
      },
    },
    lookup: {
      calls: ["GET /api/data/v3/datasources/{datasetId}/permissions"],
      async run(instance, datasetId) {
        const { rows, complete, shown } = await listPermissions(instance, datasetId);
        if (!complete) {
          throw new PlatformError({
            code: "unexpected_answer",
            operation: `list who has access to dataset ${datasetId}`,
            detail: `the list is cut: it shows ${shown}`,
          });
        }
        const permissions = rows.filter(({ accessLevel }) => accessLevel !== owner);
        if (permissions.length === 0) return undefined;
        return { id: datasetId, live: { datasetId, permissions } };
      },
    },
    update: {
      calls: [
        "GET /api/data/v3/datasources/{datasetId}/permissions where somebody is taken out",
        "DELETE /api/data/v3/datasources/{datasetId}/permissions/{type}/{id} for each of those who is in it",
        "POST /api/data/v3/datasources/{datasetId}/share with those who were added or got another level",
      ],
      async run(instance, { inputs, state, ownedElsewhere }) {
        const { datasetId, permissions } = inputs;
        const left = removed(permissions, state.permissions);
        // What can mail comes last: nothing that fails after it makes it run again.
        await takeAway(
          instance,
          datasetId,
          left.filter((one) => !ownedElsewhere.includes(claimOf(datasetId, one))),
        );
        await share(instance, inputs, granted(permissions, state.permissions));
        return undefined;
      },
    },
    delete: {
      calls: [
        "GET /api/data/v3/datasources/{datasetId}/permissions",
        "DELETE /api/data/v3/datasources/{datasetId}/permissions/{type}/{id} for each that it names and that is there",
      ],
      run: (instance, _id, { datasetId, permissions }, ownedElsewhere) =>
        takeAway(
          instance,
          datasetId,
          permissions.filter((one) => !ownedElsewhere.includes(claimOf(datasetId, one))),
        ),
    },
  },

  replaces: (_old, _inputs, changed) => changed.filter((path) => path === "datasetId"),
  replacement: "createFirst",
  notes: {
    read: "In documented operations access that was changed on the instance is not seen. In extended ones somebody who lost it is drift.",
    update:
      "In documented operations nobody's access can be taken away: taking somebody out is refused in the preview. Only those who are added or get another level are told by e-mail.",
    delete: "The owner of the dataset, and those whom it does not name, keep their access.",
  },
  example: `import * as platform from "pulumi-platform";

new platform.DatasetShare("orders", {
  datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
  permissions: [
    { type: "USER", id: "6789456782", accessLevel: "CAN_EDIT" },
    { type: "GROUP", id: "5000000001", accessLevel: "CAN_VIEW" },
  ],
});
`,
});
