import { z } from "zod";
import { anyId, orBare } from "../../definition/answers";
import { datasetIdField, openRecord } from "../../definition/fields";
import type { Values } from "../../definition/values";

/** A partition. The specification does not show its fields, so all fields of the answer are kept. */
export const partition = orBare(
  "partitionId",
  openRecord().transform((row) => {
    const { data: partitionId } = anyId.safeParse(row.partitionId);
    return partitionId === undefined ? row : { ...row, partitionId };
  }),
);

export const partitions = z
  .array(openRecord())
  .describe(
    "The partitions, with the fields that the platform sends. The specification does not show them. Observed: `partitionId`, the id of the partition as text.",
  );

/** The key of a partition, which may have no id. */
export const idOfPartition = (one: Values): string =>
  typeof one.partitionId === "string" ? one.partitionId : JSON.stringify(one);

export const datasetId = datasetIdField();
