// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";
import type * as dynamic from "../getWorkflows";

/** Arguments of getWorkflows. */
export type GetWorkflowsArgs = Omit<dynamic.GetWorkflowsArgs, "instance">;

/** Arguments of getWorkflowsOutput. */
export type GetWorkflowsOutputArgs = Omit<dynamic.GetWorkflowsOutputArgs, "instance">;

/** Result of getWorkflows. */
export type GetWorkflowsResult = dynamic.GetWorkflowsResult;

/** Lists the workflows of the workflow API. Set its address in `platform:apiUrl` or PLATFORM_API_URL, and its token in `platform:accessToken` or PLATFORM_ACCESS_TOKEN. */
export function getWorkflows(
  args: GetWorkflowsArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetWorkflowsResult> {
  return call("getWorkflows", args, opts);
}

/**
 * Lists the workflows of the workflow API. Set its address in `platform:apiUrl` or PLATFORM_API_URL, and its token in `platform:accessToken` or PLATFORM_ACCESS_TOKEN. Takes and returns outputs.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * const found = platform.getWorkflowsOutput();
 * export const workflows = found.workflows;
 * ```
 */
export function getWorkflowsOutput(
  args: GetWorkflowsOutputArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<GetWorkflowsResult> {
  return callOutput("getWorkflows", args, opts);
}
