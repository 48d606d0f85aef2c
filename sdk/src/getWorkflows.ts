// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";

/** Arguments of getWorkflows. */
export interface GetWorkflowsArgs {
  /** Allows a list that may lack rows, with a warning. Otherwise the call fails with `partial_list`. Default: `false`. */
  allowPartial?: boolean;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Arguments of getWorkflowsOutput. */
export interface GetWorkflowsOutputArgs {
  /** Allows a list that may lack rows, with a warning. Otherwise the call fails with `partial_list`. Default: `false`. */
  allowPartial?: pulumi.Input<boolean>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Result of getWorkflows. */
export interface GetWorkflowsResult {
  /** The workflows, with the fields that the platform sends. The specification shows no fields. */
  workflows: { [name: string]: unknown }[];
}

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
 * import * as platform from "pulumi-platform";
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
