// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";
import { call, callOutput } from "./call";
import type { PaginationField, Partition } from "../types";
import type { PaginationFieldArgs } from "../types";

/** Arguments of searchPartitions. */
export interface SearchPartitionsArgs {
  /** Id of the dataset. */
  datasetId: string;
  /** Fields to sort and to filter by, the first before the others. */
  paginationFields?: PaginationField[];
  /** At most so many partitions; all where left out. */
  limit?: number;
  /** So many partitions less at the start; 0 where left out. */
  offset?: number;
}

/** Arguments of searchPartitionsOutput. */
export interface SearchPartitionsOutputArgs {
  /** Id of the dataset. */
  datasetId: pulumi.Input<string>;
  /** Fields to sort and to filter by, the first before the others. */
  paginationFields?: pulumi.Input<pulumi.Input<PaginationFieldArgs>[]>;
  /** At most so many partitions; all where left out. */
  limit?: pulumi.Input<number>;
  /** So many partitions less at the start; 0 where left out. */
  offset?: pulumi.Input<number>;
}

/** Result of searchPartitions. */
export interface SearchPartitionsResult {
  /** The partitions. */
  partitions: Partition[];
}

/** Partitions of a dataset with what the platform knows of each, by the values of their fields. Paging is hidden: the result holds all that match. */
export function searchPartitions(
  args: SearchPartitionsArgs,
  opts?: pulumi.InvokeOptions,
): Promise<SearchPartitionsResult> {
  return call("searchPartitions", args, opts);
}

/** Partitions of a dataset with what the platform knows of each, by the values of their fields. Paging is hidden: the result holds all that match. Takes and gives outputs. */
export function searchPartitionsOutput(
  args: SearchPartitionsOutputArgs,
  opts?: pulumi.InvokeOptions,
): pulumi.Output<SearchPartitionsResult> {
  return callOutput("searchPartitions", args, opts);
}
