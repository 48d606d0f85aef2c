// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";
import type * as dynamic from "../searchPartitions";

/** Arguments of searchPartitions. */
export type SearchPartitionsArgs = Omit<dynamic.SearchPartitionsArgs, "instance">;

/** Arguments of searchPartitionsOutput. */
export type SearchPartitionsOutputArgs = Omit<dynamic.SearchPartitionsOutputArgs, "instance">;

/** Result of searchPartitions. */
export type SearchPartitionsResult = dynamic.SearchPartitionsResult;

/** Searches the partitions of a dataset. Vendor documentation: the result has metadata, such as the row count. The function reads all pages. */
export function searchPartitions(
  args: SearchPartitionsArgs,
  opts?: pulumi.InvokeOptions,
): Promise<SearchPartitionsResult> {
  return call("searchPartitions", args, opts);
}

/**
 * Searches the partitions of a dataset. Vendor documentation: the result has metadata, such as the row count. The function reads all pages. Takes and returns outputs.
 *
 * @example
 * ```typescript
 * import * as platform from "pulumi-platform/plugin";
 *
 * const latest = platform.searchPartitionsOutput({
 *   datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
 *   paginationFields: [{ fieldName: "datecompleted", sortOrder: "DESC" }],
 *   limit: 1,
 * });
 * export const latestPartition = latest.partitions[0].partitionId;
 * ```
 */
export function searchPartitionsOutput(
  args: SearchPartitionsOutputArgs,
  opts?: pulumi.InvokeOptions,
): pulumi.Output<SearchPartitionsResult> {
  return callOutput("searchPartitions", args, opts);
}
