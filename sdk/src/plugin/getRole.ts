// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";
import type * as dynamic from "../getRole";

/** Arguments of getRole. */
export type GetRoleArgs = Omit<dynamic.GetRoleArgs, "instance">;

/** Arguments of getRoleOutput. */
export type GetRoleOutputArgs = Omit<dynamic.GetRoleOutputArgs, "instance">;

/** Result of getRole. */
export type GetRoleResult = dynamic.GetRoleResult;

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
 * import * as platform from "pulumi-platform/plugin";
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
