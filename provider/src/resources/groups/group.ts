import { z } from "zod";
import {
  anyAnswer,
  anyId,
  anyText,
  heldByNoArgument,
  maybe,
  openObject,
} from "../../definition/answers";
import type { Usual } from "../../definition/answers";
import { collection } from "../../definition/collection";
import { meantName, openWord } from "../../definition/fields";
import { defineObject } from "../../definition/object";
import { routes } from "../../platform/routes";
import { bodyId, groupAbsence, groupAnswer } from "./groupAccess";

const inputs = z.strictObject({
  name: z
    .string()
    .refine((name) => name.trim() !== "", { error: "must not be empty" })
    .describe("Name of the group. Observed: unique on the instance.")
    .meta({ meaning: meantName }),
  description: z
    .string()
    .optional()
    .describe("Purpose of the group.")
    .meta({ meaning: meantName, omitted: { write: "" } }),
  type: openWord("open", "closed", "dynamic").describe(
    "Who can join. Vendor documentation: anyone (`open`), invited users (`closed`), or users who match a rule (`dynamic`). A closed group never gets another type.",
  ),
  allowMembershipLoss: z
    .boolean()
    .optional()
    .describe(
      "Allows Pulumi to replace a closed group when its type changes. The new group has no members.",
    )
    .meta({ programOnly: "create", omitted: { default: false } }),
});

/** The usual values of fields that a program has no argument for. */
const no = { is: "`false`", has: () => false };
const usual: Usual = {
  active: { is: "`true`", has: (value) => value === true },
  hidden: no,
  default: no,
};

const fetched = groupAnswer.transform((answer) => {
  const { id, name, description, type } = answer;
  return { id, live: { name, description, type }, notInProgram: heldByNoArgument(answer, usual) };
});

/** An item of the list, in which the id and the type have other names than in the answer to a fetch. */
const listed = openObject({
  ...groupAnswer.shape,
  id: z.unknown().optional(),
  groupId: anyId,
  groupType: maybe(anyText),
  owners: z.unknown().optional(),
  created: z.unknown().optional(),
}).transform((answer) => {
  const { groupId, groupType, name, description } = answer;
  const live = { type: groupType, name, description };
  return { id: groupId, live, notInProgram: heldByNoArgument(answer, usual) };
});

const noun = "group";
const groups = collection({ noun, inputs, answer: fetched });

export const group = defineObject({
  name: "Group",
  noun,
  doc: "A group of users. `GroupMembers` manages its members and owners.",
  inputs,
  naturalKey: ["name"],
  idKind: "group",
  importIds: { group: (id) => id },
  shown: { answer: groupAnswer, usual },
  access: {
    unnamed: {
      deleted: "all members lose the access that the group gives",
      replaced:
        "all members leave the group, and lose the access that it gives: the new group has no members",
      createdAgain: "the group is created again, without members",
    },
  },

  documented: {
    create: groups.create(routes.createGroup),
    fetch: { ...groups.fetch(routes.fetchGroup), absence: groupAbsence },
  },

  extended: {
    // The server may send fewer rows than the limit.
    list: groups.list(routes.listGroups, { sort: "name", ascending: true, limit: 100 }, listed),
    update: {
      calls: [{ route: routes.updateGroups }],
      // An unknown `allowMembershipLoss` counts as true. The check with the known value decides.
      refuse: (old, inputs, changed) =>
        old.type === "closed" && changed.includes("type") && !inputs.allowMembershipLoss
          ? [
              {
                path: "type",
                reason: `cannot change from closed to ${inputs.type}, because a closed group never gets another type. A replacement loses the members`,
                advice: [
                  {
                    to: "allow",
                    steps: [{ program: "set", path: "allowMembershipLoss", value: true }],
                  },
                ],
              },
            ]
          : [],
      async run(instance, { id, inputs: { name, type, description } }) {
        await instance.send({
          operation: `update group ${id} "${name}"`,
          route: routes.updateGroups,
          body: [{ groupId: bodyId(id), name, type, description }],
          answer: anyAnswer,
        });
        return undefined;
      },
    },
    delete: groups.delete(routes.deleteGroup),
  },

  // Observed: two groups cannot have the same name.
  replacement: "deleteFirst",
  replaces: (old, _inputs, changed) =>
    old.type === "closed" && changed.includes("type") ? ["type"] : [],
  notes: {
    update:
      "Changing `type` from `closed` replaces the group. Pulumi refuses that unless you set `allowMembershipLoss`.",
  },
  limits: [
    "A replaced group loses its members.",
    "A platform can refuse to delete a group that has members, such as the user who created it. Pulumi does not remove members that no `GroupMembers` declares.",
  ],
  example: {
    name: "analysts",
    args: { name: "Analysts", description: "May read all sales reports", type: "open" },
    importId: "5000000001",
  },
});
