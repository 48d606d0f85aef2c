import { z } from "zod";
import { heldByNoArgument } from "../../definition/answers";
import { openWord, setOf } from "../../definition/fields";
import { defineObject } from "../../definition/object";
import type { Call, Reading } from "../../definition/verbs";
import type { Instance } from "../../platform/instance";
import { routes } from "../../platform/routes";
import type { Listing } from "../../wire/pages";
import {
  changeAccess,
  groupAbsence,
  isUser,
  readMembership,
  readOwners,
  shownOwners,
} from "./groupAccess";
import type { Membership } from "./groupAccess";
import { hasChosenMembers, hasOwners, refusals } from "./groupTypes";
import {
  eachGranteeOnce,
  granteeKey,
  granteeName,
  granteesNotIn,
  kindOfGrantee,
  oddGranteeId,
} from "../grantee";
import type { Grantee } from "../grantee";

const grantee = z
  .strictObject({
    type: openWord("USER", "GROUP").describe("Whether the id is that of a user or of a group."),
    id: z.string().min(1).describe("Id of the user or group.").meta({ idOf: kindOfGrantee }),
  })
  .check(({ value, issues }) => void issues.push(...oddGranteeId(value, ["id"])))
  .meta({ typeName: "UserOrGroup" });

/** Users and groups whose values are all known. */
const known = z.array(z.object({ type: z.string(), id: z.string() }));

const grantees = (people: "members" | "owners") =>
  z
    .array(grantee)
    .check(eachGranteeOnce(people))
    .optional()
    .describe(
      `Users and groups to have as ${people}, each once. Pulumi keeps other ${people}, except after an import.`,
    )
    .meta({ meaning: setOf(granteeKey), omitted: { default: [], write: [] } });

const memberKey = (groupId: unknown, one: Grantee) =>
  `membership of ${granteeName(one)} in group ${String(groupId)}`;
const ownerKey = (groupId: unknown, one: Grantee) =>
  `ownership of group ${String(groupId)} by ${granteeName(one)}`;

const read: readonly Call[] = [
  { route: routes.fetchGroup },
  { route: routes.listGroupUsers, when: "if the group shows fewer users than it counts" },
];
const adding: readonly Call[] = [
  ...read,
  { route: routes.fetchGroupOwners, when: "if the program adds owners" },
  {
    route: routes.changeGroupAccess,
    when: "also for people who are there already, or left already",
  },
];

/** The group with its users. All callers share it until the next write. */
const sharedMembership = (instance: Instance, groupId: string) =>
  instance.shared(`members of group ${groupId}`, () => readMembership(instance, groupId));

/** The owners of the group, if the instance shows them. All callers share them until the next write. */
const optionalOwners = (instance: Instance, groupId: string, lessSafe: string) =>
  instance.optionalRead("the owners of groups", lessSafe, () =>
    instance.shared(`owners of group ${groupId}`, () => readOwners(instance, groupId)),
  );

/** Everybody whom an import manages; undefined if there is nobody. */
function imported(
  groupId: string,
  { type, users, complete, creatorId }: Membership,
  owning: Listing<Grantee> | undefined,
): Reading | undefined {
  if (!complete) return { found: "unknown", why: "the answers about the group are not complete" };
  const members = hasChosenMembers(type) ? [...users].map((id) => ({ type: "USER", id })) : [];
  const rows = [...(owning?.items.values() ?? [])];
  const owners = rows.map(({ type, id }) => ({ type, id }));
  if (members.length + owners.length === 0) return undefined;
  const live = { ...(members.length > 0 && { members }), ...(owners.length > 0 && { owners }) };
  const isImplied = [...members, ...owners].every((one) => isUser(one) && one.id === creatorId);
  const areOwnersUnseen = hasOwners(type) && owning === undefined;
  return {
    ...{ found: "present", id: groupId, live: { groupId, ...live }, isImplied },
    ...(areOwnersUnseen && { unseen: ["owners"] }),
    notInProgram: heldByNoArgument({ owners: rows }),
  };
}

export const groupMembers = defineObject({
  name: "GroupMembers",
  noun: "membership",
  doc: "Members and owners of a group. Pulumi manages only the users and groups that you declare, so several of these resources can serve one group.",
  inputs: z
    .strictObject({
      groupId: z
        .string()
        .min(1)
        .describe("Id of the group.")
        .meta({ idOf: "group", replaces: true }),
      members: grantees("members"),
      owners: grantees("owners"),
    })
    .check(({ value: { members, owners }, issues }) => {
      if (members !== undefined || owners !== undefined) return;
      const message = "is required if `owners` is omitted";
      issues.push({ code: "custom", input: members, path: ["members"], message });
    }),
  shown: { answer: shownOwners },
  importIds: { group: (id) => id },
  label: ({ groupId }) => `of group ${groupId}`,
  exclusiveKeys: ({ groupId, members = [], owners = [] }) => [
    ...members.map((one) => memberKey(groupId, one)),
    ...owners.map((one) => ownerKey(groupId, one)),
  ],
  access: {
    from: ["members", "owners"],
    group: ({ groupId }) => (typeof groupId === "string" ? `group ${groupId}` : undefined),
    holders({ groupId, members = [], owners = [] }) {
      const [all, owning] = [known.safeParse(members).data, known.safeParse(owners).data];
      if (all === undefined || owning === undefined) return undefined;
      return [
        ...all.map((one) => ({
          ...{ name: granteeName(one), level: "member", key: memberKey(groupId, one) },
        })),
        ...owning.map((one) => ({
          ...{ name: granteeName(one), level: "owner", key: ownerKey(groupId, one) },
        })),
      ];
    },
  },

  extended: {
    async precheck(instance, inputs, old) {
      const { groupId, members = [], owners = [] } = inputs;
      const group = await sharedMembership(instance, groupId);
      if (group === undefined) return { refused: [], missing: `group ${groupId}` };
      const { type, users } = group;
      const lessSafe = "A preview cannot see who owns such groups already.";
      const owning =
        hasOwners(type) && granteesNotIn(old?.owners, owners).length > 0
          ? await optionalOwners(instance, groupId, lessSafe)
          : undefined;
      const isMember = (one: Grantee) => isUser(one) && users.has(one.id);
      const isOwner = (one: Grantee) => owning?.items.has(granteeKey(one)) === true;
      return {
        refused: refusals(groupId, type, inputs),
        alreadyPresent: {
          groupId,
          members: members.filter(isMember),
          owners: owners.filter(isOwner),
        },
      };
    },
    create: {
      calls: adding,
      repeatable: true,
      async run(instance, { groupId, members, owners }) {
        await changeAccess(instance, groupId, { addMembers: members, addOwners: owners });
        return { id: groupId };
      },
    },
    fetch: {
      calls: [
        ...read,
        { route: routes.fetchGroupOwners, when: "if owners are declared, and for an import" },
      ],
      async run(instance, groupId, state) {
        const group = await sharedMembership(instance, groupId);
        if (group === undefined) return undefined;
        if (state === undefined) {
          const lessSafe = "Pulumi manages only the members of such groups.";
          const owning = hasOwners(group.type)
            ? await optionalOwners(instance, groupId, lessSafe)
            : undefined;
          return imported(groupId, group, owning);
        }
        const { members = [], owners = [] } = state;
        const lessSafe = "Pulumi keeps the owners in the state, and cannot see manual changes.";
        const owning =
          owners.length === 0 ? undefined : await optionalOwners(instance, groupId, lessSafe);
        // No known call shows the groups that are members.
        const isMember = (one: Grantee) => !isUser(one) || group.users.has(one.id);
        const isOwner = (one: Grantee) => owning?.items.has(granteeKey(one)) !== false;
        const missing = [
          ...(group.complete ? [] : members.filter((one) => !isMember(one))),
          ...(owning?.odd.length === 0 ? [] : owners.filter((one) => !isOwner(one))),
        ];
        if (missing.length > 0) {
          const why = `the answers about the group are not complete, and lack ${missing.map(granteeName).join(", ")}`;
          return { found: "unknown", why };
        }
        const live = { members: members.filter(isMember), owners: owners.filter(isOwner) };
        return { found: "present", id: groupId, live: { groupId, ...live } };
      },
      absence: groupAbsence,
    },
    update: {
      calls: adding,
      async run(instance, { inputs, state, ownedElsewhere }) {
        const { groupId, members, owners } = inputs;
        const isFree = (key: string) => !ownedElsewhere.includes(key);
        await changeAccess(instance, groupId, {
          addMembers: granteesNotIn(state.members, members),
          removeMembers: granteesNotIn(members, state.members).filter((one) =>
            isFree(memberKey(groupId, one)),
          ),
          addOwners: granteesNotIn(state.owners, owners),
          removeOwners: granteesNotIn(owners, state.owners).filter((one) =>
            isFree(ownerKey(groupId, one)),
          ),
        });
        return undefined;
      },
    },
    delete: {
      calls: [
        ...read,
        { route: routes.changeGroupAccess, when: "unless the type of the group forbids it" },
      ],
      run: (instance, groupId, { members = [], owners = [] }, declared) =>
        changeAccess(instance, groupId, {
          removeMembers: members.filter((one) => !declared.includes(memberKey(groupId, one))),
          removeOwners: owners.filter((one) => !declared.includes(ownerKey(groupId, one))),
        }),
    },
  },

  replacement: "createFirst",
  notes: {
    read: "Compares only the declared users and groups. No known call shows the groups that are members, so Pulumi keeps those of the state.",
    update: "Adds and removes users and groups in one request.",
    delete: "Members and owners that you did not declare stay in the group.",
  },
  limits: [
    "The preview refuses members of dynamic, directory and system groups, and owners of open groups. Of a group that the same `up` creates, only `up` does.",
    "An import manages all users who are members, and all owners if the instance shows them. It does not see the groups that are members.",
    "A declared user or group who was in the group before leaves it when you remove the declaration or the resource.",
  ],
  example: {
    name: "analyst-members",
    args: {
      groupId: "5000000002",
      members: [
        { type: "USER", id: "6789456782" },
        { type: "USER", id: "6789456783" },
      ],
      owners: [{ type: "USER", id: "6789456782" }],
    },
    importId: "5000000002",
  },
});
