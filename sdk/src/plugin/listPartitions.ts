// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";
import type * as dynamic from "../listPartitions";

/** Arguments of listPartitions. */
export type ListPartitionsArgs = Omit<dynamic.ListPartitionsArgs, "instance">;

/** Arguments of listPartitionsOutput. */
export type ListPartitionsOutputArgs = Omit<dynamic.ListPartitionsOutputArgs, "instance">;

/** Result of listPartitions. */
export type ListPartitionsResult = dynamic.ListPartitionsResult;

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
 * import * as platform from "pulumi-platform/plugin";
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
