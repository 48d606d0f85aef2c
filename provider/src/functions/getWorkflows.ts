import { z } from "zod";
import { defineFunction } from "../definition/function";
import { openRecord } from "../definition/fields";

export const getWorkflows = defineFunction({
  name: "getWorkflows",
  doc: "All workflows that the workflow API lists. It has an address and a token of its own: set `platform:apiUrl` and the secret `platform:accessToken`, or PLATFORM_API_URL and PLATFORM_ACCESS_TOKEN. The token's user needs the grant `Workflow API`.",
  args: z.strictObject({}),
  result: z.object({
    workflows: z
      .array(openRecord())
      .describe("The workflows, each with the fields that the platform tells."),
  }),
  calls: ["GET {api_url}/v1/workflows"],
  run: async (instance) => ({
    workflows: await instance.send(
      {
        operation: "list the workflows",
        method: "GET",
        path: "/v1/workflows",
        answer: z.array(openRecord()),
        hints: {
          forbidden:
            "The user of the access token needs the grant `Workflow API`. It is looked up in the administration panel under Roles, then Grants; an administrator assigns it, or makes a custom role that has it.",
        },
      },
      "workflow",
    ),
  }),
  example: `import * as platform from "pulumi-platform";

export const workflows = platform.getWorkflowsOutput().workflows;
`,
});
