import { z } from "zod";
import { defineFunction } from "../definition/function";
import { openWord, wholeNumber } from "../definition/fields";
import { datasetId, partition, partitionsPath } from "../resources/partitions";
import { readPages } from "../wire/pages";

/** As much as a page is asked to hold; the server may well give less. */
const pageSize = 100;

const bound = z.union([z.string(), z.number(), z.null()]).optional();

const paginationField = z
  .strictObject({
    fieldName: z.string().min(1).describe("Name of the field, as in `datecompleted`."),
    sortOrder: openWord("DESC", "ASC")
      .optional()
      .describe(
        "Whether the largest or the smallest comes first; as the platform decides where left out.",
      ),
    filterValues: z
      .strictObject({
        MIN: bound.describe("Smallest value of the field; no bound where null or left out."),
        MAX: bound.describe("Largest value of the field; no bound where null or left out."),
      })
      .optional()
      .describe("Only partitions whose field lies within these bounds, which belong to it."),
  })
  .meta({ typeName: "PaginationField" });

export const searchPartitions = defineFunction({
  name: "searchPartitions",
  doc: "Partitions of a dataset with what the platform knows of each, by the values of their fields. Paging is hidden: the result holds all that match.",
  args: z.strictObject({
    datasetId,
    paginationFields: z
      .array(paginationField)
      .optional()
      .describe("Fields to sort and to filter by, the first before the others."),
    limit: wholeNumber().optional().describe("At most so many partitions; all where left out."),
    offset: wholeNumber()
      .optional()
      .describe("So many partitions less at the start; 0 where left out."),
  }),
  result: z.object({ partitions: z.array(partition).describe("The partitions.") }),
  calls: ["POST /api/query/v1/datasources/{datasetId}/partition/list"],
  async run(instance, { datasetId, paginationFields, limit = Infinity, offset = 0 }) {
    const { items } = await readPages<z.infer<typeof partition>>(
      (item) => item.partitionId ?? JSON.stringify(item),
      (received) =>
        instance.send({
          operation: `search the partitions of dataset ${datasetId}`,
          method: "POST",
          path: `${partitionsPath(datasetId)}/list`,
          body: {
            paginationFields,
            limit: Math.min(pageSize, limit - received),
            offset: offset + received,
          },
          answer: z.array(partition),
          reads: true,
        }),
      limit,
    );
    return { partitions: [...items.values()].slice(0, limit) };
  },
  example: `import * as platform from "pulumi-platform";

const latest = platform.searchPartitionsOutput({
  datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
  paginationFields: [
    { fieldName: "datecompleted", sortOrder: "DESC", filterValues: { MIN: null, MAX: null } },
  ],
  limit: 1,
});
export const newest = latest.partitions.apply(([first]) => first?.partitionId);
`,
});
