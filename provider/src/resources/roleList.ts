import type { z } from "zod";
import { anyId, anyNumber, anyText, listOf, maybe, openObject } from "../definition/answers";
import type { Reading } from "../definition/verbs";
import type { Instance } from "../platform/instance";
import { readWhole } from "../platform/lists";
import { routes } from "../platform/routes";
import { isRefusal, reasonOf } from "../messages/errors";
import type { Listing } from "../wire/pages";

/** A role, with the fields of the specification. */
export const role = openObject({
  id: anyId.describe("Id of the role."),
  name: anyText.describe("Name of the role."),
  description: maybe(anyText).describe("Purpose of the role."),
  authorityCount: maybe(anyNumber).describe("Number of grants that the role holds."),
  userCount: maybe(anyNumber).describe("Number of users who have the role."),
  created: maybe(anyNumber).describe(
    "Creation time of the role. Vendor documentation: epoch milliseconds.",
  ),
  modified: maybe(anyNumber).describe(
    "Time of the last change. Vendor documentation: epoch milliseconds.",
  ),
}).meta({ typeName: "Role" });

/** Ids can have more digits than a number holds. */
const byNumber = new Intl.Collator("en", { numeric: true });

type Role = z.infer<typeof role>;

/** All roles of the instance in the order of their ids. All callers share one list until the next write. */
export function readRoles(instance: Instance): Promise<Listing<Role>> {
  return instance.list("roles", async () => {
    const listing = await readWhole<Role>(instance, ({ id }) => id, {
      operation: "read the roles of the instance",
      route: routes.listRoles,
      answer: listOf(role),
    });
    const ordered = [...listing.items].sort(([a], [b]) => byNumber.compare(a, b));
    return { ...listing, items: new Map(ordered) };
  });
}

/**
 * The reading after a 404. The token may show nothing at all, so the 404 is evidence only if another read succeeds. This
 * reads the roles. `showsOther` means that another read already succeeded, if the platform refuses to show the roles.
 */
export function absentIfTokenWorks(instance: Instance, showsOther = false): Promise<Reading> {
  const unknown = (why: string): Reading => ({
    found: "unknown",
    why: `it answered 404, but the token proved nothing: ${why}`,
  });
  return readRoles(instance).then(
    ({ complete }) =>
      complete
        ? { found: "absent" }
        : unknown("the list of roles does not have the form that is expected"),
    (error: unknown) =>
      showsOther && isRefusal(error) ? { found: "absent" } : unknown(reasonOf(error)),
  );
}
