import { z } from "zod";
import { defineFunction } from "../definition/function";
import { routes } from "../platform/routes";
import { readRoles, role } from "../resources/roleList";

export const getRoles = defineFunction({
  name: "getRoles",
  doc: "Lists all roles of the instance, ordered by id.",
  args: z.strictObject({}),
  result: z.object({ roles: z.array(role).describe("The roles.") }),
  calls: [{ route: routes.listRoles }],
  run: async (instance) => ({ roles: await readRoles(instance) }),
  example: `import * as platform from "pulumi-platform";

export const roles = platform.getRolesOutput().roles;
`,
});
