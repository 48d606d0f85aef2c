import { z } from "zod";
import { anyId, maybe, orBare } from "../definition/answers";
import { datasetIdField } from "../definition/fields";

/** The specification does not show the fields of a partition, so all that the platform sends is kept. */
export const partition = orBare(
  "partitionId",
  z
    .looseObject({ partitionId: maybe(anyId).describe("Id of the partition.") })
    .meta({ typeName: "Partition" }),
);

/** Tells partitions apart, also those without an id. */
export const idOfPartition = (one: z.infer<typeof partition>): string =>
  one.partitionId ?? JSON.stringify(one);

export const datasetId = datasetIdField();
