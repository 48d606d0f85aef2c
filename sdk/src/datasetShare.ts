// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "./platformResource";
import type { DatasetPermission } from "./types";
import type { DatasetPermissionArgs } from "./types";

/** Arguments of DatasetShare. */
export interface DatasetShareArgs {
  /** Id of the dataset. */
  datasetId: pulumi.Input<string>;
  /** Who gets access, each user or group once. */
  permissions: pulumi.Input<pulumi.Input<DatasetPermissionArgs>[]>;
  /** Whether the platform e-mails the users and groups that get access or another level. With documented operations, a create also e-mails those who have the access already. Changing only this argument makes no call. Default: `false`. */
  sendEmail?: pulumi.Input<boolean>;
  /** Values of any type. Pulumi gives all declared users and groups access again when one of them changes, for example after somebody changed the access by hand. That never e-mails anybody, unlike `triggers` of `ReportSend` and `ReportNotification`. Default: `[]`. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/**
 * Gives users and groups access to a dataset. Pulumi manages only the users and groups that you declare, so several shares can serve one dataset. An import takes over the access of everybody.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * new platform.DatasetShare("order-readers", {
 *   datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
 *   permissions: [
 *     { type: "USER", id: "6789456782", accessLevel: "CAN_EDIT" },
 *     { type: "GROUP", id: "5000000001", accessLevel: "CAN_VIEW" },
 *   ],
 * });
 * ```
 */
export class DatasetShare extends PlatformResource {
  /** Id of the dataset. */
  declare readonly datasetId: pulumi.Output<string>;
  /** Who gets access, each user or group once. */
  declare readonly permissions: pulumi.Output<DatasetPermission[]>;
  /** Whether the platform e-mails the users and groups that get access or another level. With documented operations, a create also e-mails those who have the access already. Changing only this argument makes no call. Default: `false`. */
  declare readonly sendEmail: pulumi.Output<boolean | undefined>;
  /** Values of any type. Pulumi gives all declared users and groups access again when one of them changes, for example after somebody changed the access by hand. That never e-mails anybody, unlike `triggers` of `ReportSend` and `ReportNotification`. Default: `[]`. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** Result of the last e-mail: `done`, `unknown` after a lost answer, or `muted` because of `platform:mail`. The users and groups have access in each case. */
  declare readonly outcome: pulumi.Output<"done" | "unknown" | "muted" | undefined>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  declare readonly instance: pulumi.Output<string | undefined>;

  constructor(name: string, args: DatasetShareArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      "DatasetShare",
      name,
      args,
      { inputs: ["datasetId", "permissions", "sendEmail", "triggers"], outputs: ["outcome"] },
      opts,
    );
  }
}
