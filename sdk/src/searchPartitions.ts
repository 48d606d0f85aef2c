// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";
import type { PaginationField } from "./types";
import type { PaginationFieldArgs } from "./types";

/** Arguments of searchPartitions. */
export interface SearchPartitionsArgs {
  /** Id of the dataset. */
  datasetId: string;
  /** Fields to sort and filter by. */
  paginationFields?: PaginationField[];
  /** Maximum number of partitions. If you omit it, the result holds all. */
  limit?: number;
  /** Number of partitions to skip. Default: `0`. */
  offset?: number;
  /** Allows a list that may lack rows, with a warning. Otherwise the call fails with `partial_list`. Default: `false`. */
  allowPartial?: boolean;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Arguments of searchPartitionsOutput. */
export interface SearchPartitionsOutputArgs {
  /** Id of the dataset. */
  datasetId: pulumi.Input<string>;
  /** Fields to sort and filter by. */
  paginationFields?: pulumi.Input<pulumi.Input<PaginationFieldArgs>[]>;
  /** Maximum number of partitions. If you omit it, the result holds all. */
  limit?: pulumi.Input<number>;
  /** Number of partitions to skip. Default: `0`. */
  offset?: pulumi.Input<number>;
  /** Allows a list that may lack rows, with a warning. Otherwise the call fails with `partial_list`. Default: `false`. */
  allowPartial?: pulumi.Input<boolean>;
  /** Name of the instance in `platform:instances`. If you omit it, `platform:baseUrl` applies. */
  instance?: string;
}

/** Result of searchPartitions. */
export interface SearchPartitionsResult {
  /** The partitions, with the fields that the platform sends. The specification does not show them. Observed: `partitionId`, the id of the partition as text. */
  partitions: { [name: string]: unknown }[];
}

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
 * import * as platform from "pulumi-platform";
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
