import { z } from "zod";
import { objectTriggers, outcome } from "../../definition/action";
import { confirmAbsent, useExtended } from "../../messages/options";
import { placeOf } from "../../messages/settingPlaces";
import { defineObject } from "../../definition/object";
import type { Create } from "../../definition/verbs";
import { datasetIdField, setOf } from "../../definition/fields";
import { routes } from "../../platform/routes";
import type { Advice, Step } from "../../messages/advice";
import { hasCode } from "../../messages/errors";
import type { Share } from "./datasetGrants";
import {
  accessLevels,
  keyOfGrant,
  granted,
  grantCall,
  permission,
  permissionKey,
  share,
  updateGrants,
} from "./datasetGrants";
import { absentDataset, absentDatasetCalls } from "./dataset";
import { eachGranteeOnce, granteeName, granteesNotIn } from "../grantee";
import type { Grantee } from "../grantee";
import { isOwner, listPermissions, notYetGiven, removeAccess, shownAccess } from "./permissionList";

const create: Create<Share, object> = {
  calls: [{ route: routes.shareDataset }],
  repeatable: true,
  async run(instance, inputs) {
    await share(instance, inputs, inputs.permissions);
    return { id: inputs.datasetId };
  },
};

/** As a preview knows them: ids and levels may be unknown. */
const foreseen = z.array(z.object({ id: z.unknown(), type: z.string(), accessLevel: z.unknown() }));

/** Users and groups whose values are all known. */
const known = z.array(z.object({ id: z.string(), type: z.string(), accessLevel: z.string() }));

export const datasetShare = defineObject({
  name: "DatasetShare",
  noun: "share",
  doc: "Gives users and groups access to a dataset. Pulumi manages only the users and groups that you declare, so several shares can serve one dataset. An import takes over the access of everybody.",
  inputs: z.strictObject({
    datasetId: datasetIdField().meta({ replaces: true }),
    permissions: z
      .array(permission)
      .min(1)
      .check(eachGranteeOnce("permissions"))
      .describe("Who gets access, each user or group once.")
      .meta({ meaning: setOf(permissionKey) }),
    sendEmail: z
      .boolean()
      .optional()
      .describe(
        "Whether the platform e-mails the users and groups that get access or another level. With documented operations, a create also e-mails those who have the access already. Changing only this argument makes no call.",
      )
      .meta({ programOnly: "create", omitted: { default: false } }),
    triggers: objectTriggers(
      "Pulumi gives all declared users and groups access again when one of them changes, for example after somebody changed the access by hand. That never e-mails anybody, unlike `triggers` of `ReportSend` and `ReportNotification`.",
    ),
  }),
  outputs: z.object({
    outcome: outcome
      .optional()
      .describe(
        "Result of the last e-mail: `done`, `unknown` after a lost answer, or `muted` because of `platform:mail`. The users and groups have access in each case.",
      ),
  }),
  shown: { answer: shownAccess },
  importIds: { dataset: (id) => id },
  label: ({ datasetId }) => `of dataset ${datasetId}`,
  exclusiveKeys: ({ datasetId, permissions }) =>
    permissions.map((one) => keyOfGrant(datasetId, one)),
  access: {
    from: ["permissions"],
    levels: accessLevels,
    holders: ({ datasetId, permissions }) =>
      known.safeParse(permissions).data?.map((one) => ({
        name: granteeName(one),
        level: one.accessLevel,
        key: keyOfGrant(datasetId, one),
      })),
  },
  mail: {
    to({ permissions, sendEmail }, old) {
      if (!sendEmail) return [];
      const areKnown = foreseen.safeParse(permissions).success;
      if (typeof sendEmail !== "boolean" || !areKnown) return undefined;
      return granted(permissions, old?.permissions).map((one) => ({
        path: `permissions[${permissions.indexOf(one)}].id`,
        name:
          typeof one.id === "string"
            ? granteeName(one)
            : `a ${one.type.toLowerCase()} that is not known yet`,
      }));
    },
    when: "once, when this change is applied",
    sent: (inputs) => ({ ...inputs, sendEmail: false }),
  },

  documented: {
    create,
    update: {
      calls: [grantCall],
      refuse(old, { permissions }, changed, confirmed) {
        if (changed.includes("datasetId") || !changed.includes("permissions")) return [];
        const idOf = ({ type, id }: Grantee) => `${old.datasetId}/${type}/${id}`;
        const isConfirmed = (one: Grantee) => confirmed.includes(idOf(one));
        // The confirmation would also hold when the program removes this access the next time.
        const again = granteesNotIn(old.permissions, permissions).filter(isConfirmed);
        if (again.length > 0) {
          const reason = `${placeOf("confirmAbsent")} still has ${again.map(idOf).join(", ")}. With it, a later removal of ${again.map(granteeName).join(", ")} would leave the access on the instance`;
          const remove: Step = { setting: "confirmAbsent", remove: again.map(idOf) };
          return [
            { path: "permissions", reason, advice: [{ steps: [remove, { again: "command" }] }] },
          ];
        }
        const left = granteesNotIn(permissions, old.permissions).filter((one) => !isConfirmed(one));
        if (left.length === 0) return [];
        const ids = left.map(idOf);
        const advice: Advice = [
          { steps: [useExtended] },
          {
            steps: [
              { instance: "removeAccess", ids },
              confirmAbsent(ids, confirmed),
              { again: "command" },
            ],
          },
        ];
        const reason = `This change is not possible with the documented API: it cannot remove the access of ${left.map(granteeName).join(", ")} to dataset ${old.datasetId}`;
        return [{ path: "permissions", reason, advice }];
      },
      async run(instance, change) {
        await updateGrants(instance, change);
        return undefined;
      },
    },
  },

  extended: {
    create: {
      ...create,
      calls: [
        {
          route: routes.listPermissions,
          when: "before the create, to see who has access, and before a share with e-mail",
        },
        ...create.calls,
      ],
      async run(instance, inputs) {
        const { datasetId, permissions, sendEmail } = inputs;
        // Nobody gets an e-mail about access that they have.
        const mailed =
          sendEmail === true ? await notYetGiven(instance, datasetId, permissions) : [];
        await share(instance, inputs, permissions, mailed);
        return { id: datasetId };
      },
    },
    async precheck(instance, { datasetId, permissions, sendEmail }, old) {
      // An update that e-mails nobody does not depend on who has the access.
      const news =
        old !== undefined && sendEmail !== true ? [] : granted(permissions, old?.permissions);
      if (news.length === 0) return { refused: [] };
      const list = await listPermissions(instance, datasetId).catch((error: unknown) => {
        // Without the dataset, the share answers the same.
        if (old !== undefined && hasCode(error, "not_found")) return undefined;
        throw error;
      });
      if (list === undefined) return { refused: [] };
      const there = news.flatMap((one) => {
        const level = list.levelOf(one);
        if (level === undefined || isOwner(level)) return [];
        return list.has(one) ? [one] : [{ ...one, accessLevel: level }];
      });
      return { refused: [], alreadyPresent: { datasetId, permissions: there } };
    },
    fetch: {
      calls: [{ route: routes.listPermissions }],
      async run(instance, datasetId, state) {
        const list = await listPermissions(instance, datasetId).catch((error: unknown) => {
          if (hasCode(error, "not_found")) return undefined;
          throw error;
        });
        if (list === undefined) return undefined;
        const isMissing = (one: Grantee) => list.levelOf(one) === undefined;
        const missing = state?.permissions.filter(isMissing);
        if (!list.complete && missing?.length !== 0) {
          const lacks = missing && ` and lacks ${missing.map(granteeName).join(", ")}`;
          return {
            found: "unknown",
            why: `the list of those who have access is cut: it shows ${list.shown}${lacks ?? ""}`,
          };
        }
        // A program cannot declare the level of the owner.
        const permissions = state
          ? state.permissions.flatMap((one) => {
              const level = list.levelOf(one);
              if (level === undefined) return [];
              return isOwner(level) ? [one] : [{ ...one, accessLevel: level }];
            })
          : list.rows
              .filter(({ accessLevel }) => !isOwner(accessLevel))
              .map(({ type, id, accessLevel }) => ({ type, id, accessLevel }));
        const { notInProgram } = list;
        // Another instance shows nobody, too, so the other objects of the program count.
        if (permissions.length === 0) return state && { found: "absent" };
        return { found: "present", id: datasetId, live: { datasetId, permissions }, notInProgram };
      },
      absence: {
        calls: absentDatasetCalls,
        run: (instance, _id, { datasetId }) => absentDataset(instance, datasetId),
      },
    },
    update: {
      calls: [
        {
          route: routes.listPermissions,
          when: "if a user or group was removed, and before a share with e-mail",
        },
        { route: routes.removePermission, when: "for each removed user or group" },
        grantCall,
      ],
      async run(instance, change) {
        const { inputs, state, ownedElsewhere } = change;
        const { datasetId, permissions } = inputs;
        const left = granteesNotIn(permissions, state.permissions);
        // The call that can send e-mail comes last, so that no later failure repeats it.
        await removeAccess(
          instance,
          datasetId,
          left.filter((one) => !ownedElsewhere.includes(keyOfGrant(datasetId, one))),
        );
        await updateGrants(instance, change, (news) => notYetGiven(instance, datasetId, news));
        return undefined;
      },
    },
    delete: {
      calls: [
        { route: routes.listPermissions },
        { route: routes.removePermission, when: "for each declared user or group" },
      ],
      run: (instance, _id, { datasetId, permissions }, declared) =>
        removeAccess(
          instance,
          datasetId,
          permissions.filter((one) => !declared.includes(keyOfGrant(datasetId, one))),
        ),
    },
  },

  replacement: "createFirst",
  notes: {
    update: {
      documented: "The preview refuses to remove a user or group.",
      extended: "Removes the access of users and groups that your program no longer declares.",
    },
    delete:
      "The owner of the dataset, and users and groups that you did not declare, keep their access.",
  },
  limits: [
    "The provider assumes that a share adds the declared users and groups and removes nobody.",
    "A declared user or group who had access before loses it when you remove the declaration or the resource.",
    "With documented operations, Pulumi cannot see manual changes of access.",
  ],
  example: {
    name: "order-readers",
    args: {
      datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
      permissions: [
        { type: "USER", id: "6789456782", accessLevel: "CAN_EDIT" },
        { type: "GROUP", id: "5000000001", accessLevel: "CAN_VIEW" },
      ],
    },
    importId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
    answerWith: { sendEmail: { outcome: "done" } },
  },
});
