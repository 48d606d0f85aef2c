import { z } from "zod";
import { anyId, maybe, orBare } from "../definition/answers";
import { datasetIdField } from "../definition/fields";

/** A partition. The specification does not show its fields, so all fields of the answer are kept. */
export const partition = orBare(
  "partitionId",
  z
    .looseObject({ partitionId: maybe(anyId).describe("Id of the partition.") })
    .meta({ typeName: "Partition" }),
);

/** The key of a partition, which may have no id. */
export const idOfPartition = (one: z.infer<typeof partition>): string =>
  one.partitionId ?? JSON.stringify(one);

export const datasetId = datasetIdField();
