// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";

/** Arguments of getRole. */
export interface GetRoleArgs {
  /** Id of the role. Set either `id` or `name`. */
  id?: string;
  /** Exact name of the role. Set either `id` or `name`. */
  name?: string;
  /** Allows a list that may lack rows, with a warning. Otherwise the call fails with `partial_list`. Default: `false`. */
  allowPartial?: boolean;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Arguments of getRoleOutput. */
export interface GetRoleOutputArgs {
  /** Id of the role. Set either `id` or `name`. */
  id?: pulumi.Input<string>;
  /** Exact name of the role. Set either `id` or `name`. */
  name?: pulumi.Input<string>;
  /** Allows a list that may lack rows, with a warning. Otherwise the call fails with `partial_list`. Default: `false`. */
  allowPartial?: pulumi.Input<boolean>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Result of getRole. */
export interface GetRoleResult {
  /** Id of the role. */
  id: string;
  /** Name of the role. */
  name: string;
  /** Purpose of the role. */
  description?: string;
  /** Number of grants that the role holds. */
  authorityCount?: number;
  /** Number of users who have the role. */
  userCount?: number;
  /** Creation time of the role. Vendor documentation: epoch milliseconds. */
  created?: number;
  /** Time of the last change. Vendor documentation: epoch milliseconds. */
  modified?: number;
  /** Other fields that the platform sends, by their names. */
  otherFields?: { [name: string]: unknown };
}

/** Gets one role by its id or by its exact name. The call fails if no role matches, or if several roles have the name. */
export function getRole(
  args: GetRoleArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetRoleResult> {
  return call("getRole", args, opts);
}

/**
 * Gets one role by its id or by its exact name. The call fails if no role matches, or if several roles have the name. Takes and returns outputs.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * const editor = platform.getRoleOutput({ name: "Editor" });
 * export const editors = editor.userCount;
 * ```
 */
export function getRoleOutput(
  args: GetRoleOutputArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<GetRoleResult> {
  return callOutput("getRole", args, opts);
}
