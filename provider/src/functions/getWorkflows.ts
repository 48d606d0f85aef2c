import { z } from "zod";
import { listOf } from "../definition/answers";
import { openRecord } from "../definition/fields";
import { defineFunction } from "../definition/function";
import { byPosition, readWhole } from "../platform/lists";
import { routes } from "../platform/routes";
import { allowPartial, itemsOf } from "./partialLists";

export const getWorkflows = defineFunction({
  name: "getWorkflows",
  doc: "Lists the workflows of the workflow API. Set its address in `platform:apiUrl` or PLATFORM_API_URL, and its token in `platform:accessToken` or PLATFORM_ACCESS_TOKEN.",
  args: z.strictObject({ allowPartial }),
  result: z.object({
    workflows: z
      .array(openRecord())
      .describe(
        "The workflows, with the fields that the platform sends. The specification shows no fields.",
      ),
  }),
  calls: [{ route: routes.listWorkflows }],
  async run(instance, { allowPartial }) {
    const operation = "list the workflows";
    const listing = await readWhole(instance, byPosition, {
      operation,
      route: routes.listWorkflows,
      answer: listOf(openRecord()),
      hints: {
        forbidden: {
          advice: [
            {
              steps: [{ ask: "grant", grant: "Workflow API" }],
              note: "An administrator assigns the grant, or a custom role that contains it, in the administration panel, under **Roles**, then **Grants**. The grant also allows creating, changing and executing workflows, and reading their logs and statuses.",
            },
          ],
        },
      },
    });
    return { workflows: itemsOf(instance, operation, listing, allowPartial) };
  },
  example: {
    name: "found",
    args: {},
    exports: { workflows: "workflows" },
    answer: { workflows: [{ id: "nightly", name: "Nightly load" }] },
  },
});
