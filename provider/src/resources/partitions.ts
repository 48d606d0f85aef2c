import { z } from "zod";
import { anyId, maybe } from "../definition/fields";

export const partitionsPath = (datasetId: string) =>
  `/api/query/v1/datasources/${encodeURIComponent(datasetId)}/partition`;

/** A partition; the specification does not show its fields, so all that the platform tells is kept. */
export const partition = z
  .looseObject({
    partitionId: maybe(anyId).describe("Id of the partition."),
  })
  .meta({ typeName: "Partition" });

export const datasetId = z.string().min(1).describe("Id of the dataset.");
