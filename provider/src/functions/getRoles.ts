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
  example: { name: "roles", args: {}, exports: { firstRole: "roles[0].name" } },
});
