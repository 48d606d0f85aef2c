// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PlatformResource } from "./platformResource";

/** Arguments of DatasetIndex. */
export interface DatasetIndexArgs {
  /** Id of the dataset. */
  datasetId: pulumi.Input<string>;
  /** Ids of the data versions to index, as text or whole numbers, in any order. Pulumi sends each as you write it. An empty list means all complete versions that are not indexed. Default: `[]`. */
  dataIds?: pulumi.Input<pulumi.Input<string | number>[]>;
  /** Values of any type. Pulumi runs the action again when one of them changes. Default: `[]`. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /** Waits at most this many minutes for the end of the run, and fails if the run fails. If the time ends first, Pulumi warns. Needs extended operations. */
  waitMinutes?: pulumi.Input<number>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/**
 * Indexes data versions of a dataset so that queries find them. Pulumi starts indexing when it creates the resource, and again when an argument or a trigger changes.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * new platform.DatasetIndex("order-index", {
 *   datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
 *   triggers: ["2024-06-30"],
 * });
 * ```
 */
export class DatasetIndex extends PlatformResource {
  /** Id of the dataset. */
  declare readonly datasetId: pulumi.Output<string>;
  /** Ids of the data versions to index, as text or whole numbers, in any order. Pulumi sends each as you write it. An empty list means all complete versions that are not indexed. Default: `[]`. */
  declare readonly dataIds: pulumi.Output<(string | number)[] | undefined>;
  /** Values of any type. Pulumi runs the action again when one of them changes. Default: `[]`. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** Waits at most this many minutes for the end of the run, and fails if the run fails. If the time ends first, Pulumi warns. Needs extended operations. */
  declare readonly waitMinutes: pulumi.Output<number | undefined>;
  /** Key of the index request, if the platform returns one. */
  declare readonly indexRequestKey: pulumi.Output<string | undefined>;
  /** Number of data versions that were indexed at the last look. */
  declare readonly indexedVersions: pulumi.Output<number | undefined>;
  /** Number of data versions in the request at the last look. */
  declare readonly requestedVersions: pulumi.Output<number | undefined>;
  /** Result of the last run: `done`, `unknown` after a lost answer, or `muted` because of `platform:mail`. Pulumi never repeats an unknown run automatically. */
  declare readonly outcome: pulumi.Output<"done" | "unknown" | "muted">;
  /** Time of the last run, in epoch milliseconds. */
  declare readonly ranAt: pulumi.Output<number>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  declare readonly instance: pulumi.Output<string | undefined>;

  constructor(name: string, args: DatasetIndexArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      "DatasetIndex",
      name,
      args,
      {
        inputs: ["datasetId", "dataIds", "triggers", "waitMinutes"],
        outputs: ["indexRequestKey", "indexedVersions", "requestedVersions", "outcome", "ranAt"],
      },
      opts,
    );
  }
}
