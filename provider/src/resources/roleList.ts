import { z } from "zod";
import type { Reading } from "../definition/verbs";
import { anyId, maybe } from "../definition/fields";
import { reasonOf } from "../wire/errors";
import type { Instance } from "../platform/instance";

/** A role, as the specification describes it. */
export const role = z
  .object({
    id: anyId.describe("Id of the role."),
    name: z.string().describe("Name of the role."),
    description: maybe(z.string()).describe("What the role is for."),
    authorityCount: maybe(z.number()).describe("Number of grants that the role holds."),
    userCount: maybe(z.number()).describe("Number of users who have the role."),
    created: maybe(z.number()).describe("When the role was created, in epoch milliseconds."),
    modified: maybe(z.number()).describe("When the role was last changed, in epoch milliseconds."),
  })
  .meta({ typeName: "Role" });

/** All roles of the instance, by id; read once for everyone until the next write. */
export function readRoles(instance: Instance): Promise<z.infer<typeof role>[]> {
  return instance.shared("roles", async () => {
    const roles = await instance.send({
      operation: "read the roles of the instance",
      method: "GET",
      path: "/api/authorization/v1/roles",
      answer: z.array(role),
    });
    return roles.sort((a, b) => Number(a.id) - Number(b.id));
  });
}

/**
 * What to make of a 404: it may mean that this token sees nothing of the kind at all, so that another read
 * has to succeed.
 */
export function absentIfTokenWorks(instance: Instance): Promise<Reading> {
  return readRoles(instance).then(
    (): Reading => ({ found: "absent" }),
    (error: unknown): Reading => ({
      found: "unknown",
      why: `it answered 404, but the token proved nothing: ${reasonOf(error)}`,
    }),
  );
}
