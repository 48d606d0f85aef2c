import { z } from "zod";
import { anyAnswer, anyId, anyText, listOf, maybe, orBareId } from "../definition/answers";
import { adoptField, meantName, openWord } from "../definition/fields";
import { defineObject } from "../definition/object";
import type { Candidate } from "../definition/verbs";
import type { Instance } from "../platform/instance";
import { readQueried } from "../platform/lists";
import { routes } from "../platform/routes";
import { absentIfTokenWorks } from "./roleList";

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
    .meta({ omitted: { write: "" } }),
  type: openWord("open", "closed", "dynamic").describe(
    "Who can join. Vendor documentation: anyone (`open`), invited users (`closed`), or users who match a rule (`dynamic`). A closed group never gets another type.",
  ),
  adopt: adoptField("group"),
  allowMembershipLoss: z
    .boolean()
    .optional()
    .describe(
      "Allows Pulumi to replace a closed group when its type changes. The new group has no members.",
    )
    .meta({ programOnly: "create", omitted: { default: false } }),
});

const fields = { name: maybe(anyText), description: maybe(anyText) };
const fetched = z.object({ id: anyId, type: maybe(anyText), ...fields });

/** The list has other names than the fetched group for the id and the type. */
const listed = z
  .object({ groupId: anyId, groupType: maybe(anyText), ...fields })
  .transform(({ groupId, groupType, ...rest }) => ({ id: groupId, type: groupType, ...rest }));

/** The page size that is asked for; the server may send less. */
const pageSize = 100;

type Group = z.infer<typeof fetched>;

const fetchOf = (id: string) => ({
  operation: `read group ${id}`,
  route: routes.fetchGroup,
  params: { group: id },
  answer: fetched,
});

function groupAt(instance: Instance, id: string): Promise<Group | undefined> {
  return instance.find(fetchOf(id));
}

function groupList(instance: Instance, when: "shared" | "baseline" | "fresh" = "shared") {
  const page = (offset: number) => ({
    operation: "list groups",
    route: routes.listGroups,
    query: { sort: "name", ascending: true, limit: pageSize, offset },
    answer: listOf(listed),
  });
  const read = () => readQueried<Group>(instance, ({ id }) => id, page);
  return instance.list("groups", read, when);
}

function toReading({ name, type, description }: Group): Candidate["reading"] {
  return { found: "present", live: { name, type, description } };
}

const create = {
  calls: [{ route: routes.createGroup }],
  run: (instance: Instance, { name, description, type }: z.infer<typeof inputs>) =>
    instance.send({
      operation: `create group "${name}"`,
      route: routes.createGroup,
      body: { name, description, type },
      answer: orBareId("id", z.object({ id: anyId })),
    }),
};

export const group = defineObject({
  name: "Group",
  noun: "group",
  doc: "A group of users. Pulumi does not manage its members.",
  inputs,
  outputs: z.object({}),
  named: "name",
  plural: "groups",
  naturalKey: ["name"],
  keysFrom: { group: (id) => id },
  label: ({ name }) => `"${name}"`,
  access: {
    unnamed: {
      deleted: "all members lose the access that the group gives",
      replaced:
        "all members leave the group, and lose the access that it gives: the new group has no members",
      createdAgain: "the group is created again, without members",
    },
  },

  documented: {
    create,
    read: {
      calls: [
        { route: routes.fetchGroup },
        { route: routes.listRoles, when: "once if a group is not found, to test the token" },
      ],
      async run(instance, id) {
        const found = await groupAt(instance, id);
        if (found) return toReading(found);
        return absentIfTokenWorks(instance, instance.capabilities.hasShownOther(fetchOf(id)));
      },
    },
    lookup: {
      calls: [{ route: routes.fetchGroup }],
      async run(instance, id) {
        const found = await groupAt(instance, id);
        return found && { id, live: toReading(found).live };
      },
    },
  },

  extended: {
    create: {
      ...create,
      calls: [
        ...create.calls,
        { route: routes.listGroups, when: "once before the first create, also in a preview" },
      ],
      async witness(instance, inputs, when) {
        const { items, complete } = await groupList(instance, when);
        const candidates = [...items.values()]
          .filter(({ name }) => meantName(name) === meantName(inputs.name))
          .map((item) => ({ id: item.id, reading: toReading(item) }));
        return { candidates, complete };
      },
    },
    read: {
      calls: [
        { route: routes.listGroups },
        { route: routes.fetchGroup, when: "if the list lacks the group" },
      ],
      shared: true,
      async run(instance, id) {
        const { items } = await groupList(instance);
        const found = items.get(id) ?? (await groupAt(instance, id));
        return found ? toReading(found) : { found: "absent" };
      },
    },
    list: {
      calls: [{ route: routes.listGroups }],
      run: async (instance) =>
        [...(await groupList(instance)).items.values()].map((item) => ({
          id: item.id,
          live: toReading(item).live,
        })),
    },
    update: {
      calls: [{ route: routes.updateGroups }],
      // A permission that is not known yet is truthy; the next check asks again when it is known.
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
      async run(instance, { id, inputs, changed }) {
        const { name, type } = inputs;
        const description = changed.includes("description")
          ? (inputs.description ?? "")
          : inputs.description;
        await instance.send({
          operation: `update group ${id} "${name}"`,
          route: routes.updateGroups,
          // The platform's own form of the id where it is a number.
          body: [{ groupId: /^\d+$/.test(id) ? Number(id) : id, name, type, description }],
          answer: anyAnswer,
        });
        return undefined;
      },
    },
    delete: {
      calls: [{ route: routes.deleteGroup }],
      async run(instance, id, { name }) {
        await instance.send({
          operation: `delete group ${id} "${name}"`,
          route: routes.deleteGroup,
          params: { group: id },
          answer: anyAnswer,
        });
      },
    },
  },

  // Observed: no two groups have the same name.
  replacement: "deleteFirst",
  replaces: (old, _inputs, changed) =>
    old.type === "closed" && changed.includes("type") ? ["type"] : [],
  notes: {
    update:
      "Changing `type` from `closed` replaces the group. Pulumi refuses that unless you set `allowMembershipLoss`.",
  },
  limits: ["A replaced group loses its members."],
  example: {
    name: "analysts",
    args: { name: "Analysts", description: "May read all sales reports", type: "open" },
    importId: "5000000001",
  },
});
