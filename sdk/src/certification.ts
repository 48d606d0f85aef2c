// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "./platformResource";

/** Arguments of Certification. */
export interface CertificationArgs {
  /** Type of the content: a card (`CARD`) or a dataset (`DATA_SOURCE`). */
  entityType: pulumi.Input<"CARD" | "DATA_SOURCE">;
  /** Id of the card or dataset. */
  entityId: pulumi.Input<string>;
  /** Values of any type. Pulumi certifies the content again when one of them changes, for example after somebody withdrew the certification. Default: `[]`. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/**
 * Marks a card or a dataset as certified.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * new platform.Certification("orders", {
 *   entityType: "DATA_SOURCE",
 *   entityId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
 * });
 * ```
 */
export class Certification extends PlatformResource {
  /** Type of the content: a card (`CARD`) or a dataset (`DATA_SOURCE`). */
  declare readonly entityType: pulumi.Output<"CARD" | "DATA_SOURCE">;
  /** Id of the card or dataset. */
  declare readonly entityId: pulumi.Output<string>;
  /** Values of any type. Pulumi certifies the content again when one of them changes, for example after somebody withdrew the certification. Default: `[]`. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** The platform's message when it certified the content, if it sent one. */
  declare readonly message: pulumi.Output<string | undefined>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  declare readonly instance: pulumi.Output<string | undefined>;

  constructor(name: string, args: CertificationArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      "Certification",
      name,
      args,
      { inputs: ["entityType", "entityId", "triggers"], outputs: ["message"] },
      opts,
    );
  }
}
