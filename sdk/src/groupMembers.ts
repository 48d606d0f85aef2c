// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "./platformResource";
import type { UserOrGroup } from "./types";
import type { UserOrGroupArgs } from "./types";

/** Arguments of GroupMembers. */
export interface GroupMembersArgs {
  /** Id of the group. */
  groupId: pulumi.Input<string>;
  /** Users and groups to have as members, each once. Pulumi keeps other members, except after an import. Default: `[]`. */
  members?: pulumi.Input<pulumi.Input<UserOrGroupArgs>[]>;
  /** Users and groups to have as owners, each once. Pulumi keeps other owners, except after an import. Default: `[]`. */
  owners?: pulumi.Input<pulumi.Input<UserOrGroupArgs>[]>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/**
 * Members and owners of a group. Pulumi manages only the users and groups that you declare, so several of these resources can serve one group.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * new platform.GroupMembers("analyst-members", {
 *   groupId: "5000000002",
 *   members: [{ type: "USER", id: "6789456782" }, { type: "USER", id: "6789456783" }],
 *   owners: [{ type: "USER", id: "6789456782" }],
 * });
 * ```
 */
export class GroupMembers extends PlatformResource {
  /** Id of the group. */
  declare readonly groupId: pulumi.Output<string>;
  /** Users and groups to have as members, each once. Pulumi keeps other members, except after an import. Default: `[]`. */
  declare readonly members: pulumi.Output<UserOrGroup[] | undefined>;
  /** Users and groups to have as owners, each once. Pulumi keeps other owners, except after an import. Default: `[]`. */
  declare readonly owners: pulumi.Output<UserOrGroup[] | undefined>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  declare readonly instance: pulumi.Output<string | undefined>;

  constructor(name: string, args: GroupMembersArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      "GroupMembers",
      name,
      args,
      { inputs: ["groupId", "members", "owners"], outputs: [] },
      opts,
    );
  }
}
