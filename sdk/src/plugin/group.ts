// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PluginResource } from "./pluginResource";

import type * as dynamic from "../group";

/** Arguments of Group. */
export type GroupArgs = Omit<dynamic.GroupArgs, "instance">;

/**
 * A group of users. `GroupMembers` manages its members and owners.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * new platform.Group("analysts", {
 *   name: "Analysts",
 *   description: "May read all sales reports",
 *   type: "open",
 * });
 * ```
 */
export class Group extends PluginResource {
  /** Name of the group. Observed: unique on the instance. */
  declare readonly name: pulumi.Output<string>;
  /** Purpose of the group. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Who can join. Vendor documentation: anyone (`open`), invited users (`closed`), or users who match a rule (`dynamic`). A closed group never gets another type. */
  declare readonly type: pulumi.Output<"open" | "closed" | "dynamic" | (string & {})>;
  /** Allows Pulumi to replace a closed group when its type changes. The new group has no members. Default: `false`. */
  declare readonly allowMembershipLoss: pulumi.Output<boolean | undefined>;
  /** Id of an existing object to manage instead of creating one. With documented operations it must match your program; with extended operations Pulumi updates it if it differs. You can remove this argument later. */
  declare readonly adopt: pulumi.Output<string | undefined>;

  constructor(name: string, args: GroupArgs, opts?: pulumi.CustomResourceOptions) {
    super("Group", name, args, [], opts);
  }
}
