import { z } from "zod";
import { defineObject } from "../definition/object";
import type { Candidate } from "../definition/verbs";
import { adoptField, anyId, maybe, openWord } from "../definition/fields";
import { PlatformError } from "../wire/errors";
import type { Instance } from "../platform/instance";
import { absentIfTokenWorks } from "./roleList";

const groupsPath = "/api/content/v2/groups";
export const groupPath = (id: string) => `${groupsPath}/${encodeURIComponent(id)}`;

/** As much as a page is asked to hold; the server may well give less. */
const pageSize = 100;

const fetched = z.object({
  id: anyId,
  name: maybe(z.string()),
  type: maybe(z.string()),
  description: maybe(z.string()),
});

const listed = z.object({
  groupId: anyId,
  name: maybe(z.string()),
  groupType: maybe(z.string()),
  description: maybe(z.string()),
});

/** The group by its own address, or undefined after a 404 with a JSON body. */
async function groupAt(instance: Instance, id: string) {
  try {
    return await instance.send({
      operation: `read group ${id}`,
      method: "GET",
      path: groupPath(id),
      answer: fetched,
    });
  } catch (error) {
    if (error instanceof PlatformError && error.code === "not_found") return undefined;
    throw error;
  }
}

function groupList(instance: Instance, when: "shared" | "baseline" | "fresh" = "shared") {
  return instance.list<z.infer<typeof listed>>(
    "groups",
    ({ groupId }) => groupId,
    (offset) => ({
      operation: "list groups",
      method: "GET",
      path: `${groupsPath}/grouplist`,
      query: { sort: "name", ascending: true, limit: pageSize, offset },
      answer: z.array(listed),
    }),
    when,
  );
}

function present({ name, type, description }: z.infer<typeof fetched>): Candidate["reading"] {
  return { found: "present", live: { name, type, description } };
}

async function create(
  instance: Instance,
  { name, description, type }: { name: string; description?: string; type: string },
) {
  return instance.send({
    operation: `create group "${name}"`,
    method: "POST",
    path: groupsPath,
    body: { name, description, type },
    answer: z.object({ id: anyId }),
  });
}

export const group = defineObject({
  name: "Group",
  noun: "group",
  doc: "A group of users. Its members are not managed here and are never touched.",
  inputs: z.strictObject({
    name: z
      .string()
      .refine((name) => name.trim() !== "", { error: "must not be empty" })
      .describe("Name of the group, unique on the instance."),
    description: z.string().optional().describe("What the group is for.").meta({ whenRemoved: "" }),
    type: openWord("open", "closed", "dynamic").describe(
      "Who may join: `open`, `closed` (by invitation) or `dynamic` (by rule). A closed group can never get another type.",
    ),
    adopt: adoptField,
    allowMembershipLoss: z
      .boolean()
      .optional()
      .describe(
        "Allows the replacement of a closed group by one of another type, which has no members. False by default.",
      )
      .meta({ createOnly: true }),
  }),
  outputs: z.object({}),
  named: "name",
  label: ({ name }) => `"${name}"`,

  documented: {
    create: {
      calls: ["POST /api/content/v2/groups"],
      run: create,
    },
    read: {
      calls: [
        "GET /api/content/v2/groups/{group}",
        "GET /api/authorization/v1/roles once where a group is not found, to prove the token",
      ],
      async run(instance, id) {
        const found = await groupAt(instance, id);
        return found ? present(found) : absentIfTokenWorks(instance);
      },
    },
    lookup: {
      calls: ["GET /api/content/v2/groups/{group}"],
      async run(instance, id) {
        const found = await groupAt(instance, id);
        return found && { id, live: present(found).live };
      },
    },
  },

  extended: {
    create: {
      calls: [
        "POST /api/content/v2/groups",
        "GET /api/content/v2/groups/grouplist once before the first, to tell what was there",
      ],
      run: create,
      async witness(instance, inputs, when) {
        const { items, complete } = await groupList(instance, when);
        const candidates = [...items.values()]
          .filter(({ name }) => name === inputs.name)
          .map((item) => ({
            id: item.groupId,
            reading: present({ ...item, id: item.groupId, type: item.groupType }),
          }));
        return { candidates, complete };
      },
    },
    read: {
      calls: [
        "GET /api/content/v2/groups/grouplist",
        "GET /api/content/v2/groups/{group} where the list lacks it",
      ],
      shared: true,
      async run(instance, id) {
        const { items } = await groupList(instance);
        const item = items.get(id);
        if (item) return present({ ...item, id, type: item.groupType });
        const found = await groupAt(instance, id);
        return found ? present(found) : { found: "absent" };
      },
    },
    list: {
      calls: ["GET /api/content/v2/groups/grouplist"],
      run: async (instance) =>
        [...(await groupList(instance)).items.values()].map((item) => ({
          id: item.groupId,
          live: present({ ...item, id: item.groupId, type: item.groupType }).live,
        })),
    },
    update: {
      calls: ["PUT /api/content/v2/groups"],
      // A permission that is not known yet is truthy, and is asked for again when it is known.
      refuse: (old, inputs, changed) =>
        old.type === "closed" && changed.includes("type") && !inputs.allowMembershipLoss
          ? [
              {
                path: "type",
                reason: `cannot change from closed to ${inputs.type}: a closed group never gets another type, and its replacement would lose its members. Keep closed, or set allowMembershipLoss: true`,
              },
            ]
          : [],
      async run(instance, { id, inputs, changed }) {
        const { name, type, description } = inputs;
        await instance.send({
          operation: `update group ${id} "${name}"`,
          method: "PUT",
          path: groupsPath,
          body: [
            {
              groupId: Number(id),
              name,
              type,
              description: changed.includes("description") ? (description ?? "") : description,
            },
          ],
          answer: z.unknown(),
        });
        return undefined;
      },
    },
    delete: {
      calls: ["DELETE /api/content/v2/groups/{group}"],
      async run(instance, id, { name }) {
        await instance.send({
          operation: `delete group ${id} "${name}"`,
          method: "DELETE",
          path: groupPath(id),
          answer: z.unknown(),
        });
      },
    },
  },

  replacement: "deleteFirst",
  replaces: (old, _inputs, changed) =>
    old.type === "closed" && changed.includes("type") ? ["type"] : [],
  notes: {
    update:
      "From `closed` to another type is a replacement, refused unless `allowMembershipLoss` is true.",
  },
  example: `import * as platform from "pulumi-platform";

new platform.Group("analysts", {
  name: "Analysts",
  description: "May read all sales reports",
  type: "open",
});
`,
});
