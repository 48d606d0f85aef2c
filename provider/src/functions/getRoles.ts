import { z } from "zod";
import { defineFunction } from "../definition/function";
import { routes } from "../platform/routes";
import { readRoles, role } from "../resources/roleList";
import { allowPartial, itemsOf } from "./partialLists";

export const getRoles = defineFunction({
  name: "getRoles",
  doc: "Lists all roles of the instance, ordered by id.",
  args: z.strictObject({ allowPartial }),
  result: z.object({ roles: z.array(role).describe("The roles.") }),
  calls: [{ route: routes.listRoles }],
  async run(instance, args) {
    const listing = await readRoles(instance);
    return { roles: itemsOf(instance, "list the roles", listing, args.allowPartial) };
  },
  example: {
    name: "roles",
    args: {},
    exports: { firstRole: "roles[0].name" },
    answer: {
      roles: [
        {
          id: "1",
          name: "Admin",
          description: "Manages the instance",
          authorityCount: 40,
          userCount: 2,
          created: 1_704_067_200_000,
          modified: 1_704_067_200_000,
        },
        {
          id: "2",
          name: "Editor",
          description: "Changes content",
          authorityCount: 12,
          userCount: 5,
          created: 1_704_067_200_000,
          modified: 1_704_067_200_000,
        },
      ],
    },
  },
});
