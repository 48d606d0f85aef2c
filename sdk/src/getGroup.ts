// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";

/** Arguments of getGroup. */
export interface GetGroupArgs {
  /** Id of the group. */
  id: string;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Arguments of getGroupOutput. */
export interface GetGroupOutputArgs {
  /** Id of the group. */
  id: pulumi.Input<string>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Result of getGroup. */
export interface GetGroupResult {
  /** Id of the group. */
  id: string;
  /** Name of the group. */
  name?: string;
  /** Who can join. Vendor documentation: `open`, `closed` or `dynamic`. */
  type?: string;
  /** Ids of the members. */
  userIds?: string[];
  /** Id of the user who created the group. */
  creatorId?: string;
  /** Number of members. */
  memberCount?: number;
  /** Globally unique id of the group. */
  guid?: string;
  /** Purpose of the group. */
  description?: string;
  /** Whether the group is hidden. */
  hidden?: boolean;
  /** Whether the group is a default group. */
  default?: boolean;
  /** Whether the group is active. */
  active?: boolean;
  /** Other fields that the platform sends, by their names. */
  otherFields?: { [name: string]: unknown };
}

/** Gets a group and the ids of its members. */
export function getGroup(args: GetGroupArgs, opts?: pulumi.InvokeOptions): Promise<GetGroupResult> {
  return call("getGroup", args, opts);
}

/**
 * Gets a group and the ids of its members. Takes and returns outputs.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
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
