// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";

/** Arguments of listPartitions. */
export interface ListPartitionsArgs {
  /** Id of the dataset. */
  datasetId: string;
  /** Allows a list that may lack rows, with a warning. Otherwise the call fails with `partial_list`. Default: `false`. */
  allowPartial?: boolean;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Arguments of listPartitionsOutput. */
export interface ListPartitionsOutputArgs {
  /** Id of the dataset. */
  datasetId: pulumi.Input<string>;
  /** Allows a list that may lack rows, with a warning. Otherwise the call fails with `partial_list`. Default: `false`. */
  allowPartial?: pulumi.Input<boolean>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Result of listPartitions. */
export interface ListPartitionsResult {
  /** The partitions, with the fields that the platform sends. The specification does not show them. Observed: `partitionId`, the id of the partition as text. */
  partitions: { [name: string]: unknown }[];
}

/** Lists the partitions of a dataset, without metadata such as row counts. */
export function listPartitions(
  args: ListPartitionsArgs,
  opts?: pulumi.InvokeOptions,
): Promise<ListPartitionsResult> {
  return call("listPartitions", args, opts);
}

/**
 * Lists the partitions of a dataset, without metadata such as row counts. Takes and returns outputs.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform";
 *
 * const orderPartitions = platform.listPartitionsOutput({
 *   datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
 * });
 * export const firstPartition = orderPartitions.partitions[0].partitionId;
 * ```
 */
export function listPartitionsOutput(
  args: ListPartitionsOutputArgs,
  opts?: pulumi.InvokeOptions,
): pulumi.Output<ListPartitionsResult> {
  return callOutput("listPartitions", args, opts);
}
