// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";
import type * as dynamic from "../getGroup";

/** Arguments of getGroup. */
export type GetGroupArgs = Omit<dynamic.GetGroupArgs, "instance">;

/** Arguments of getGroupOutput. */
export type GetGroupOutputArgs = Omit<dynamic.GetGroupOutputArgs, "instance">;

/** Result of getGroup. */
export type GetGroupResult = dynamic.GetGroupResult;

/** Gets a group and the ids of its members. */
export function getGroup(args: GetGroupArgs, opts?: pulumi.InvokeOptions): Promise<GetGroupResult> {
  return call("getGroup", args, opts);
}

/**
 * Gets a group and the ids of its members. Takes and returns outputs.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * const group = platform.getGroupOutput({ id: "5000000001" });
 * export const members = group.userIds;
 * ```
 */
export function getGroupOutput(
  args: GetGroupOutputArgs,
  opts?: pulumi.InvokeOptions,
): pulumi.Output<GetGroupResult> {
  return callOutput("getGroup", args, opts);
}
