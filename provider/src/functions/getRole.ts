import { z } from "zod";
import { defineFunction } from "../definition/function";
import { nearestFirst } from "../definition/ids/nearest";
import { routes } from "../platform/routes";
import { readRoles, role } from "../resources/roleList";
import { PlatformError } from "../messages/errors";
import { allowPartial, itemsOf } from "./partialLists";

/** The maximum number of roles that the message names. */
const few = 10;

export const getRole = defineFunction({
  name: "getRole",
  doc: "Gets one role by its id or by its exact name. The call fails if no role matches, or if several roles have the name.",
  args: z
    .strictObject({
      id: z
        .string()
        .min(1)
        .optional()
        .describe("Id of the role. Set either `id` or `name`.")
        .meta({ idOf: "role" }),
      name: z
        .string()
        .min(1)
        .optional()
        .describe("Exact name of the role. Set either `id` or `name`."),
      allowPartial,
    })
    .check(({ value: { id, name }, issues }) => {
      if ((id === undefined) !== (name === undefined)) return;
      const given = id === undefined ? "neither was given" : "both were given";
      const message = `Set either id or name: ${given}`;
      issues.push({ code: "custom", input: undefined, message });
    }),
  result: role,
  calls: [{ route: routes.listRoles }],
  async run(instance, { id, name, allowPartial }) {
    const roles = itemsOf(instance, "list the roles", await readRoles(instance), allowPartial);
    const found = roles.filter((one) => (id === undefined ? one.name === name : one.id === id));
    const [only] = found;
    if (only !== undefined && found.length === 1) return only;
    const wanted = id ?? name ?? "";
    const near = nearestFirst(wanted, found.length > 0 ? found : roles, (one) =>
      id === undefined ? one.name : one.id,
    );
    const listed = near.slice(0, few).map((one) => `${one.name} (${one.id})`);
    const more = near.length > few ? ` and ${near.length - few} more` : "";
    throw new PlatformError({
      code: only === undefined ? "not_found" : "ambiguous",
      operation: id === undefined ? `find the role "${name}"` : `find role ${id}`,
      detail: `${only === undefined ? "the instance has no such role" : "several roles have that name"}: there are ${listed.join(", ") || "none"}${more}`,
      ...(only === undefined
        ? { note: "Names are compared exactly, case and spaces included." }
        : {
            advice: [
              {
                steps: [
                  { program: "unset", path: "name" },
                  { program: "set", path: "id" },
                ],
              },
            ],
          }),
    });
  },
  example: {
    name: "editor",
    args: { name: "Editor" },
    exports: { editors: "userCount" },
    answer: {
      id: "2",
      name: "Editor",
      description: "Changes content",
      authorityCount: 12,
      userCount: 5,
      created: 1_704_067_200_000,
      modified: 1_704_067_200_000,
    },
  },
});
