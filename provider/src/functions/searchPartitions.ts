import { z } from "zod";
import { listOf } from "../definition/answers";
import { defineFunction } from "../definition/function";
import { openWord, wholeNumber } from "../definition/fields";
import { readPaged } from "../platform/lists";
import { routes } from "../platform/routes";
import { datasetId, idOfPartition, partition, partitions } from "../resources/datasets/partitions";
import { allowPartial, itemsOf } from "./partialLists";

/** The requested page size. The server may send fewer rows. */
const pageSize = 100;

/** A limit of any type, because the specification shows none. */
const bound = z.unknown().optional();

const paginationField = z
  .strictObject({
    fieldName: z.string().min(1).describe("Name of the field. Observed: `datecompleted`."),
    sortOrder: openWord("DESC", "ASC")
      .optional()
      .describe(
        "Order of the values. If you omit it, the platform chooses. The specification shows `DESC`; `ASC` is assumed.",
      ),
    filterValues: z
      .strictObject({
        MIN: bound.describe(
          "Smallest value of the field. Assumed: of any type. Write whole numbers from 2^53 on as text, because numbers lose digits. If you omit it, Pulumi sends null. Assumed: null means no limit.",
        ),
        MAX: bound.describe(
          "Largest value of the field. Assumed: of any type. Write whole numbers from 2^53 on as text, because numbers lose digits. If you omit it, Pulumi sends null. Assumed: null means no limit.",
        ),
      })
      .meta({ typeName: "PaginationFieldFilterValues" })
      .optional()
      .describe("Returns only partitions whose field is within these bounds."),
  })
  .meta({ typeName: "PaginationField" });

export const searchPartitions = defineFunction({
  name: "searchPartitions",
  doc: "Searches the partitions of a dataset. Vendor documentation: the result has metadata, such as the row count. The function reads all pages.",
  args: z.strictObject({
    datasetId,
    paginationFields: z.array(paginationField).optional().describe("Fields to sort and filter by."),
    limit: wholeNumber()
      .optional()
      .describe("Maximum number of partitions. If you omit it, the result holds all."),
    offset: wholeNumber()
      .optional()
      .describe("Number of partitions to skip.")
      .meta({ omitted: { default: 0 } }),
    allowPartial,
  }),
  result: z.object({ partitions }),
  calls: [{ route: routes.searchPartitions }],
  async run(instance, args) {
    const { datasetId, paginationFields, limit = Infinity, offset = 0, allowPartial } = args;
    const operation = `search the partitions of dataset ${datasetId}`;
    const page = (received: number) => ({
      operation,
      route: routes.searchPartitions,
      params: { datasetId },
      body: {
        paginationFields: paginationFields?.map(({ filterValues, ...field }) => ({
          ...field,
          filterValues: filterValues && { MIN: null, MAX: null, ...filterValues },
        })),
        // Rows of another form are received, too, and do not count.
        limit: Math.min(pageSize, Math.max(limit - received, Math.min(limit, 1))),
        offset: offset + received,
      },
      answer: listOf(partition),
    });
    const listing = await readPaged(instance, idOfPartition, page, ({ size }) => size >= limit);
    return { partitions: itemsOf(instance, operation, listing, allowPartial).slice(0, limit) };
  },
  example: {
    name: "latest",
    args: {
      datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
      paginationFields: [{ fieldName: "datecompleted", sortOrder: "DESC" }],
      limit: 1,
    },
    exports: { latestPartition: "partitions[0].partitionId" },
    answer: {
      partitions: [{ partitionId: "2024-06-30", rowCount: 1200, datecompleted: 1_719_792_000_000 }],
    },
  },
});
