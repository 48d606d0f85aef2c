// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PluginResource } from "./pluginResource";

/** Arguments of Group. */
export interface GroupArgs {
  /** Name of the group, unique on the instance. */
  name: pulumi.Input<string>;
  /** What the group is for. */
  description?: pulumi.Input<string>;
  /** Who may join: `open`, `closed` (by invitation) or `dynamic` (by rule). A closed group can never get another type. */
  type: pulumi.Input<"open" | "closed" | "dynamic" | (string & {})>;
  /** Id of an object on the instance to take over instead of creating one. In documented operations it must be as the program says; in extended ones it gets the program's values. It can be taken out of the program afterwards. */
  adopt?: pulumi.Input<string>;
  /** Allows the replacement of a closed group by one of another type, which has no members. False by default. */
  allowMembershipLoss?: pulumi.Input<boolean>;
}

/**
 * A group of users. Its members are not managed here and are never touched.
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
  /** Name of the group, unique on the instance. */
  declare readonly name: pulumi.Output<string>;
  /** What the group is for. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** Who may join: `open`, `closed` (by invitation) or `dynamic` (by rule). A closed group can never get another type. */
  declare readonly type: pulumi.Output<"open" | "closed" | "dynamic" | (string & {})>;
  /** Id of an object on the instance to take over instead of creating one. In documented operations it must be as the program says; in extended ones it gets the program's values. It can be taken out of the program afterwards. */
  declare readonly adopt: pulumi.Output<string | undefined>;
  /** Allows the replacement of a closed group by one of another type, which has no members. False by default. */
  declare readonly allowMembershipLoss: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: GroupArgs, opts?: pulumi.CustomResourceOptions) {
    super("Group", name, args, [], opts);
  }
}
