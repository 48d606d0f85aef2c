// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PluginResource } from "./pluginResource";
import type { UserOrGroup } from "../types";
import type * as dynamic from "../groupMembers";

/** Arguments of GroupMembers. */
export type GroupMembersArgs = Omit<dynamic.GroupMembersArgs, "instance">;

/**
 * Members and owners of a group. Pulumi manages only the users and groups that you declare, so several of these resources can serve one group.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * new platform.GroupMembers("analyst-members", {
 *   groupId: "5000000002",
 *   members: [{ type: "USER", id: "6789456782" }, { type: "USER", id: "6789456783" }],
 *   owners: [{ type: "USER", id: "6789456782" }],
 * });
 * ```
 */
export class GroupMembers extends PluginResource {
  /** Id of the group. */
  declare readonly groupId: pulumi.Output<string>;
  /** Users and groups to have as members, each once. Pulumi keeps other members, except after an import. Default: `[]`. */
  declare readonly members: pulumi.Output<UserOrGroup[] | undefined>;
  /** Users and groups to have as owners, each once. Pulumi keeps other owners, except after an import. Default: `[]`. */
  declare readonly owners: pulumi.Output<UserOrGroup[] | undefined>;

  constructor(name: string, args: GroupMembersArgs, opts?: pulumi.CustomResourceOptions) {
    super("GroupMembers", name, args, [], opts);
  }
}
