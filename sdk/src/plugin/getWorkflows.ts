// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";

/** Arguments of getWorkflows. */
export type GetWorkflowsArgs = Record<string, never>;

/** Arguments of getWorkflowsOutput. */
export type GetWorkflowsOutputArgs = Record<string, never>;

/** Result of getWorkflows. */
export interface GetWorkflowsResult {
  /** The workflows, with the fields that the platform sends. */
  workflows: { [name: string]: unknown }[];
}

/** Lists the workflows of the workflow API. Set its address in `platform:apiUrl` or PLATFORM_API_URL, and its token in `platform:accessToken` or PLATFORM_ACCESS_TOKEN. */
export function getWorkflows(
  args: GetWorkflowsArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetWorkflowsResult> {
  return call("getWorkflows", args, opts);
}

/** Lists the workflows of the workflow API. Set its address in `platform:apiUrl` or PLATFORM_API_URL, and its token in `platform:accessToken` or PLATFORM_ACCESS_TOKEN. Takes and returns outputs. */
export function getWorkflowsOutput(
  args: GetWorkflowsOutputArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<GetWorkflowsResult> {
  return callOutput("getWorkflows", args, opts);
}
