// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PluginResource } from "./pluginResource";

import type * as dynamic from "../certification";

/** Arguments of Certification. */
export type CertificationArgs = Omit<dynamic.CertificationArgs, "instance">;

/**
 * Marks a card or a dataset as certified.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * new platform.Certification("orders", {
 *   entityType: "DATA_SOURCE",
 *   entityId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
 * });
 * ```
 */
export class Certification extends PluginResource {
  /** Type of the content: a card (`CARD`) or a dataset (`DATA_SOURCE`). */
  declare readonly entityType: pulumi.Output<"CARD" | "DATA_SOURCE">;
  /** Id of the card or dataset. */
  declare readonly entityId: pulumi.Output<string>;
  /** Values of any type. Pulumi certifies the content again when one of them changes, for example after somebody withdrew the certification. Default: `[]`. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** The platform's message when it certified the content, if it sent one. */
  declare readonly message: pulumi.Output<string | undefined>;

  constructor(name: string, args: CertificationArgs, opts?: pulumi.CustomResourceOptions) {
    super("Certification", name, args, ["message"], opts);
  }
}
