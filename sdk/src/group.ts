// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "./platformResource";

/** Arguments of Group. */
export interface GroupArgs {
  /** Name of the group. Observed: unique on the instance. */
  name: pulumi.Input<string>;
  /** Purpose of the group. */
  description?: pulumi.Input<string>;
  /** Who can join. Vendor documentation: anyone (`open`), invited users (`closed`), or users who match a rule (`dynamic`). A closed group never gets another type. */
  type: pulumi.Input<"open" | "closed" | "dynamic" | (string & {})>;
  /** Allows Pulumi to replace a closed group when its type changes. The new group has no members. Default: `false`. */
  allowMembershipLoss?: pulumi.Input<boolean>;
  /** Id of an existing object to manage instead of creating one. With documented operations it must match your program; with extended operations Pulumi updates it if it differs. You can remove this argument later. */
  adopt?: pulumi.Input<string>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/**
 * A group of users. `GroupMembers` manages its members and owners.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * new platform.Group("analysts", {
 *   name: "Analysts",
 *   description: "May read all sales reports",
 *   type: "open",
 * });
 * ```
 */
export class Group extends PlatformResource {
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
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  declare readonly instance: pulumi.Output<string | undefined>;

  constructor(name: string, args: GroupArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      "Group",
      name,
      args,
      { inputs: ["name", "description", "type", "allowMembershipLoss", "adopt"], outputs: [] },
      opts,
    );
  }
}
