import { z } from "zod";
import { repeatOption } from "../../messages/options";
import { defineAction } from "../../definition/action";
import { anyId, anyText, listOf, maybe, orBare } from "../../definition/answers";
import { datasetIdField, setOf, wholeNumber } from "../../definition/fields";
import { byPosition, readWhole } from "../../platform/lists";
import { routes } from "../../platform/routes";

/** The specification does not show the answer. Every answer means that the platform accepted the request. */
const started = z.object({ indexRequestKey: maybe(anyId) }).catch({});

/** The status of each data version; null before its indexing begins. */
const statuses = listOf(orBare("status", z.object({ status: anyText.nullable() })));

/** The specification does not list the statuses. Every other status means that indexing continues. */
const indexedWords = ["SUCCESS", "COMPLETED"];
const failedWords = ["ERROR", "FAILED", "CANCELLED"];

export const datasetIndex = defineAction({
  name: "DatasetIndex",
  noun: "indexing",
  does: "indexes a dataset",
  doc: "Indexes data versions of a dataset so that queries find them. Pulumi starts indexing when it creates the resource, and again when an argument or a trigger changes.",
  inputs: z.strictObject({
    datasetId: datasetIdField(),
    dataIds: z
      .array(z.union([z.string().min(1), wholeNumber()]))
      .optional()
      .describe(
        "Ids of the data versions to index, as text or whole numbers, in any order. Pulumi sends each as you write it. An empty list means all complete versions that are not indexed.",
      )
      .meta({ meaning: setOf(String), omitted: { default: [], write: [] }, idOf: "dataVersion" }),
  }),
  outputs: z.object({
    indexRequestKey: z
      .string()
      .optional()
      .describe("Key of the index request, if the platform returns one."),
    indexedVersions: z
      .number()
      .optional()
      .describe("Number of data versions that were indexed at the last look."),
    requestedVersions: z
      .number()
      .optional()
      .describe("Number of data versions in the request at the last look."),
  }),
  label: ({ datasetId }) => `of dataset ${datasetId}`,
  calls: [
    { route: routes.indexDataset },
    { route: routes.listIndexStatuses, when: "if you set `waitMinutes`" },
  ],
  repeatable: true,
  async run(instance, { datasetId, dataIds }) {
    return instance.send({
      operation: `index dataset ${datasetId}`,
      route: routes.indexDataset,
      params: { datasetId },
      body: { dataIds },
      answer: started,
      repeatable: true,
    });
  },
  async progress(instance, { datasetId }, { indexRequestKey }) {
    if (indexRequestKey === undefined) return undefined;
    const { items, odd } = await readWhole(instance, byPosition, {
      operation: `read how far index request ${indexRequestKey} of dataset ${datasetId} is`,
      route: routes.listIndexStatuses,
      params: { datasetId, indexId: indexRequestKey },
      answer: statuses,
    });
    const words = [...items.values()].map(({ status }) => status?.toUpperCase() ?? "");
    const count = (known: readonly string[]) => words.filter((word) => known.includes(word)).length;
    const [indexed, failed] = [count(indexedWords), count(failedWords)];
    const isUnderWay = indexed + failed < words.length || (words.length === 0 && odd.length > 0);
    const status =
      words.length === 0
        ? "no data version needs to be indexed"
        : `${indexed} of ${words.length} data versions are indexed${failed > 0 ? `, ${failed} failed` : ""}`;
    return {
      outputs: { indexedVersions: indexed, requestedVersions: words.length },
      status,
      ended: isUnderWay ? undefined : failed > 0 ? "badly" : "well",
    };
  },
  whenUnknown: [{ steps: [{ instance: "look", at: "the dataset" }] }, repeatOption],
  limits: [
    "The create ends when the platform answers, unless you set `waitMinutes`. The provider assumes that indexing then continues.",
  ],
  example: {
    name: "order-index",
    args: { datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01", triggers: ["2024-06-30"] },
    answer: { indexRequestKey: "5f0c7f1e-2b6d-4a3f-8c55-9d1e7b2a4c06" },
    answerWith: { waitMinutes: { indexedVersions: 2, requestedVersions: 2 } },
  },
});
