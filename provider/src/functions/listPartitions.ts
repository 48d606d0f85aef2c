import { z } from "zod";
import { defineFunction } from "../definition/function";
import { routes } from "../platform/routes";
import { datasetId, partition } from "../resources/partitions";

export const listPartitions = defineFunction({
  name: "listPartitions",
  doc: "Lists the partitions of a dataset, without metadata such as row counts.",
  args: z.strictObject({ datasetId }),
  result: z.object({ partitions: z.array(partition).describe("The partitions.") }),
  calls: [{ route: routes.listPartitions }],
  run: async (instance, { datasetId }) => ({
    partitions: await instance.send({
      operation: `list the partitions of dataset ${datasetId}`,
      route: routes.listPartitions,
      params: { datasetId },
      answer: z.array(partition),
    }),
  }),
  example: `import * as platform from "pulumi-platform";

const orders = platform.listPartitionsOutput({
  datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
});
export const ids = orders.partitions.apply((all) => all.map(({ partitionId }) => partitionId));
`,
});
