import { z } from "zod";
import { defineFunction } from "../definition/function";
import { openRecord } from "../definition/fields";
import { routes } from "../platform/routes";

export const getWorkflows = defineFunction({
  name: "getWorkflows",
  doc: "Lists the workflows of the workflow API. Set its address in `platform:apiUrl` or PLATFORM_API_URL, and its token in `platform:accessToken` or PLATFORM_ACCESS_TOKEN.",
  args: z.strictObject({}),
  result: z.object({
    workflows: z
      .array(openRecord())
      .describe("The workflows, with the fields that the platform sends."),
  }),
  calls: [{ route: routes.listWorkflows }],
  run: async (instance) => ({
    workflows: await instance.send({
      operation: "list the workflows",
      route: routes.listWorkflows,
      answer: z.array(openRecord()),
      hints: {
        forbidden:
          "The user of the access token needs the grant `Workflow API`. It is looked up in the administration panel under Roles, then Grants; an administrator assigns it, or makes a custom role that has it.",
      },
    }),
  }),
  example: `import * as platform from "pulumi-platform";

export const workflows = platform.getWorkflowsOutput().workflows;
`,
});
