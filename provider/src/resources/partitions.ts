import { z } from "zod";
import { anyId, maybe } from "../definition/fields";

/** The specification does not show the fields of a partition, so all that the platform sends is kept. */
export const partition = z
  .looseObject({ partitionId: maybe(anyId).describe("Id of the partition.") })
  .meta({ typeName: "Partition" });

export const datasetId = z.string().min(1).describe("Id of the dataset.");
