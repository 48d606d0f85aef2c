import { z } from "zod";
import { anyId, maybe } from "../definition/fields";
import type { Reading } from "../definition/verbs";
import type { Instance } from "../platform/instance";
import { routes } from "../platform/routes";
import { reasonOf } from "../wire/errors";

/** A role, with the fields of the specification. */
export const role = z
  .object({
    id: anyId.describe("Id of the role."),
    name: z.string().describe("Name of the role."),
    description: maybe(z.string()).describe("Purpose of the role."),
    authorityCount: maybe(z.number()).describe("Number of grants that the role holds."),
    userCount: maybe(z.number()).describe("Number of users who have the role."),
    created: maybe(z.number()).describe(
      "Creation time of the role. Vendor documentation: epoch milliseconds.",
    ),
    modified: maybe(z.number()).describe(
      "Time of the last change. Vendor documentation: epoch milliseconds.",
    ),
  })
  .meta({ typeName: "Role" });

/** All roles of the instance, by id; shared by everyone who asks until the next write. */
export function readRoles(instance: Instance): Promise<z.infer<typeof role>[]> {
  return instance.shared("roles", async () => {
    const roles = await instance.send({
      operation: "read the roles of the instance",
      route: routes.listRoles,
      answer: z.array(role),
    });
    return roles.sort((a, b) => Number(a.id) - Number(b.id));
  });
}

/** A 404 can mean that the token shows nothing at all: it is evidence only if another read succeeds. */
export function absentIfTokenWorks(instance: Instance): Promise<Reading> {
  return readRoles(instance).then(
    (): Reading => ({ found: "absent" }),
    (error: unknown): Reading => ({
      found: "unknown",
      why: `it answered 404, but the token proved nothing: ${reasonOf(error)}`,
    }),
  );
}
