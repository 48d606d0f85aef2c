// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";

/** Arguments of getWorkflows. */
export type GetWorkflowsArgs = Record<string, never>;

/** Arguments of getWorkflowsOutput. */
export type GetWorkflowsOutputArgs = Record<string, never>;

/** Result of getWorkflows. */
export interface GetWorkflowsResult {
  /** The workflows, each with the fields that the platform tells. */
  workflows: { [name: string]: unknown }[];
}

/** All workflows that the workflow API lists. It has an address and a token of its own: set `platform:apiUrl` and the secret `platform:accessToken`, or PLATFORM_API_URL and PLATFORM_ACCESS_TOKEN. The token's user needs the grant `Workflow API`. */
export function getWorkflows(
  args: GetWorkflowsArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetWorkflowsResult> {
  return call("getWorkflows", args, opts);
}

/** All workflows that the workflow API lists. It has an address and a token of its own: set `platform:apiUrl` and the secret `platform:accessToken`, or PLATFORM_API_URL and PLATFORM_ACCESS_TOKEN. The token's user needs the grant `Workflow API`. Takes and gives outputs. */
export function getWorkflowsOutput(
  args: GetWorkflowsOutputArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<GetWorkflowsResult> {
  return callOutput("getWorkflows", args, opts);
}
