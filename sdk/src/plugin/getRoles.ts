// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";
import type * as dynamic from "../getRoles";

/** Arguments of getRoles. */
export type GetRolesArgs = Omit<dynamic.GetRolesArgs, "instance">;

/** Arguments of getRolesOutput. */
export type GetRolesOutputArgs = Omit<dynamic.GetRolesOutputArgs, "instance">;

/** Result of getRoles. */
export type GetRolesResult = dynamic.GetRolesResult;

/** Lists all roles of the instance, ordered by id. */
export function getRoles(
  args: GetRolesArgs = {},
  opts?: pulumi.InvokeOptions,
): Promise<GetRolesResult> {
  return call("getRoles", args, opts);
}

/**
 * Lists all roles of the instance, ordered by id. Takes and returns outputs.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * const roles = platform.getRolesOutput();
 * export const firstRole = roles.roles[0].name;
 * ```
 */
export function getRolesOutput(
  args: GetRolesOutputArgs = {},
  opts?: pulumi.InvokeOptions,
): pulumi.Output<GetRolesResult> {
  return callOutput("getRoles", args, opts);
}
