// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { PluginResource } from "./pluginResource";

/** Arguments of DatasetIndex. */
export interface DatasetIndexArgs {
  /** Id of the dataset. */
  datasetId: pulumi.Input<string>;
  /** Ids of the data versions to index, in any order. All that are complete and not indexed yet where it is left out or empty; left out, the request is empty. */
  dataIds?: pulumi.Input<pulumi.Input<string>[]>;
  /** Values of any kind; the action runs again when one of them changes. */
  triggers?: pulumi.Input<pulumi.Input<unknown>[]>;
  /** Waits at most so many minutes for the end, and fails where it ends badly; where the time is over, it succeeds with a warning. Not at all where left out; needs extended operations. */
  waitMinutes?: pulumi.Input<number>;
}

/**
 * Indexes data versions of a dataset, so that they can be queried: when it is created, and again when an argument or a trigger changes. Indexing goes on after the answer.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * new platform.DatasetIndex("orders", {
 *   datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
 *   triggers: ["2024-06-30"],
 * });
 * ```
 */
export class DatasetIndex extends PluginResource {
  /** Id of the dataset. */
  declare readonly datasetId: pulumi.Output<string>;
  /** Ids of the data versions to index, in any order. All that are complete and not indexed yet where it is left out or empty; left out, the request is empty. */
  declare readonly dataIds: pulumi.Output<string[] | undefined>;
  /** Values of any kind; the action runs again when one of them changes. */
  declare readonly triggers: pulumi.Output<unknown[] | undefined>;
  /** Waits at most so many minutes for the end, and fails where it ends badly; where the time is over, it succeeds with a warning. Not at all where left out; needs extended operations. */
  declare readonly waitMinutes: pulumi.Output<number | undefined>;
  /** Key of the index request, where the platform tells it. */
  declare readonly indexRequestKey: pulumi.Output<string | undefined>;
  /** How many data versions of the request were indexed when it was last looked at. */
  declare readonly indexedVersions: pulumi.Output<number | undefined>;
  /** How many data versions the request had when it was last looked at. */
  declare readonly requestedVersions: pulumi.Output<number | undefined>;
  /** What is known of it: `done`, `unknown` where the answer was lost (then it is not run again by itself), or `muted` where `platform:mail` kept it from mailing. */
  declare readonly outcome: pulumi.Output<"done" | "unknown" | "muted">;
  /** When it ran, in epoch milliseconds. */
  declare readonly ranAt: pulumi.Output<number>;

  constructor(name: string, args: DatasetIndexArgs, opts?: pulumi.CustomResourceOptions) {
    super(
      "DatasetIndex",
      name,
      args,
      ["indexRequestKey", "indexedVersions", "requestedVersions", "outcome", "ranAt"],
      opts,
    );
  }
}
