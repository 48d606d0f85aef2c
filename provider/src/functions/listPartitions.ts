import { z } from "zod";
import { listOf } from "../definition/answers";
import { defineFunction } from "../definition/function";
import { byPosition, readWhole } from "../platform/lists";
import { routes } from "../platform/routes";
import { datasetId, partition, partitions } from "../resources/datasets/partitions";
import { allowPartial, itemsOf } from "./partialLists";

export const listPartitions = defineFunction({
  name: "listPartitions",
  doc: "Lists the partitions of a dataset, without metadata such as row counts.",
  args: z.strictObject({ datasetId, allowPartial }),
  result: z.object({ partitions }),
  calls: [{ route: routes.listPartitions }],
  async run(instance, { datasetId, allowPartial }) {
    const operation = `list the partitions of dataset ${datasetId}`;
    const listing = await readWhole(instance, byPosition, {
      operation,
      route: routes.listPartitions,
      params: { datasetId },
      answer: listOf(partition),
    });
    return { partitions: itemsOf(instance, operation, listing, allowPartial) };
  },
  example: {
    name: "orderPartitions",
    args: { datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01" },
    exports: { firstPartition: "partitions[0].partitionId" },
    answer: { partitions: [{ partitionId: "2024-06-29" }, { partitionId: "2024-06-30" }] },
  },
});
