// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";

/** Arguments of getRole. */
export interface GetRoleArgs {
  /** Id of the role; this or `name`. */
  id?: string;
  /** Exact name of the role; this or `id`. */
  name?: string;
}

/** Arguments of getRoleOutput. */
export interface GetRoleOutputArgs {
  /** Id of the role; this or `name`. */
  id?: pulumi.Input<string>;
  /** Exact name of the role; this or `id`. */
  name?: pulumi.Input<string>;
}

/** Result of getRole. */
export interface GetRoleResult {
  /** Id of the role. */
  id: string;
  /** Name of the role. */
  name: string;
  /** What the role is for. */
  description?: string;
  /** Number of grants that the role holds. */
  authorityCount?: number;
  /** Number of users who have the role. */
  userCount?: number;
  /** When the role was created, in epoch milliseconds. */
  created?: number;
  /** When the role was last changed, in epoch milliseconds. */
  modified?: number;
}

/** One role of the instance, by its id or by its exact name. Fails where there is none, and where several have that name. */
export function getRole(
  args: GetRoleArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetRoleResult> {
  return call("getRole", args, opts);
}

/** One role of the instance, by its id or by its exact name. Fails where there is none, and where several have that name. Takes and gives outputs. */
export function getRoleOutput(
  args: GetRoleOutputArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<GetRoleResult> {
  return callOutput("getRole", args, opts);
}
