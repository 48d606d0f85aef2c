// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";

/** Arguments of getGroup. */
export interface GetGroupArgs {
  /** Id of the group. */
  id: string;
}

/** Arguments of getGroupOutput. */
export interface GetGroupOutputArgs {
  /** Id of the group. */
  id: pulumi.Input<string>;
}

/** Result of getGroup. */
export interface GetGroupResult {
  /** Id of the group. */
  id: string;
  /** Name of the group. */
  name?: string;
  /** Who may join, as in `open` or `closed`. */
  type?: string;
  /** Ids of the members. */
  userIds?: string[];
  /** Id of the user who created the group. */
  creatorId?: string;
  /** Number of members. */
  memberCount?: number;
  /** Globally unique id of the group. */
  guid?: string;
  /** What the group is for. */
  description?: string;
  /** Whether the group is left out where groups are chosen. */
  hidden?: boolean;
  /** Whether it is a default group of the platform. */
  default?: boolean;
  /** Whether the group is in use. */
  active?: boolean;
}

/** A group as it is on the instance, with its members. */
export function getGroup(args: GetGroupArgs, opts?: pulumi.InvokeOptions): Promise<GetGroupResult> {
  return call("getGroup", args, opts);
}

/** A group as it is on the instance, with its members. Takes and gives outputs. */
export function getGroupOutput(
  args: GetGroupOutputArgs,
  opts?: pulumi.InvokeOptions,
): pulumi.Output<GetGroupResult> {
  return callOutput("getGroup", args, opts);
}
