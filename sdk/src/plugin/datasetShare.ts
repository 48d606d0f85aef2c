// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PluginResource } from "./pluginResource";
import type { DatasetPermission } from "../types";
import type { DatasetPermissionArgs } from "../types";

/** Arguments of DatasetShare. */
export interface DatasetShareArgs {
  /** Id of the dataset. Another one is a replacement. */
  datasetId: pulumi.Input<string>;
  /** Who gets access, each once. */
  permissions: pulumi.Input<pulumi.Input<DatasetPermissionArgs>[]>;
  /** Whether those who get access, or another level of it, are told by e-mail. False by default. Changing it alone does nothing. */
  sendEmail?: pulumi.Input<boolean>;
}

/**
 * Gives users and groups access to a dataset. Only those whom it names are managed: access that others have is never touched, so that several of them can share one dataset with different people.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * new platform.DatasetShare("orders", {
 *   datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
 *   permissions: [
 *     { type: "USER", id: "6789456782", accessLevel: "CAN_EDIT" },
 *     { type: "GROUP", id: "5000000001", accessLevel: "CAN_VIEW" },
 *   ],
 * });
 * ```
 */
export class DatasetShare extends PluginResource {
  /** Id of the dataset. Another one is a replacement. */
  declare readonly datasetId: pulumi.Output<string>;
  /** Who gets access, each once. */
  declare readonly permissions: pulumi.Output<DatasetPermission[]>;
  /** Whether those who get access, or another level of it, are told by e-mail. False by default. Changing it alone does nothing. */
  declare readonly sendEmail: pulumi.Output<boolean | undefined>;
  /** What is known of the last e-mail that was asked for: `done`, `unknown` where the answer was lost (then it is not sent again), or `muted` where `platform:mail` kept it back. Access is given in each case. */
  declare readonly outcome: pulumi.Output<"done" | "unknown" | "muted" | undefined>;

  constructor(name: string, args: DatasetShareArgs, opts?: pulumi.CustomResourceOptions) {
    super("DatasetShare", name, args, ["outcome"], opts);
  }
}
