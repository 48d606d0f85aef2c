import { z } from "zod";
import { defineAction } from "../definition/action";
import { anyId, maybe, setOf } from "../definition/fields";

const indexesPath = (datasetId: string) =>
  `/api/data/v3/datasources/${encodeURIComponent(datasetId)}/indexes`;

/** The answer is documented nowhere: whatever else it is, the request was taken. */
const started = z.object({ indexRequestKey: maybe(anyId) }).catch({});

const statuses = z.array(z.object({ status: maybe(z.string()) }));

/** The words of the statuses are documented nowhere: any other goes on. */
const goodWords = ["SUCCESS", "COMPLETED"];
const badWords = ["ERROR", "FAILED", "CANCELLED"];

export const datasetIndex = defineAction({
  name: "DatasetIndex",
  noun: "indexing",
  doc: "Indexes data versions of a dataset, so that they can be queried: when it is created, and again when an argument or a trigger changes. Indexing goes on after the answer.",
  inputs: z.strictObject({
    datasetId: z.string().min(1).describe("Id of the dataset."),
    dataIds: z
      .array(z.string().min(1))
      .optional()
      .describe(
        "Ids of the data versions to index, in any order. All that are complete and not indexed yet where it is left out or empty; left out, the request is empty.",
      )
      .meta({ meaning: setOf((id: string) => id), sameAsAbsent: [], whenRemoved: [] }),
  }),
  outputs: z.object({
    indexRequestKey: z
      .string()
      .optional()
      .describe("Key of the index request, where the platform tells it."),
    indexedVersions: z
      .number()
      .optional()
      .describe("How many data versions of the request were indexed when it was last looked at."),
    requestedVersions: z
      .number()
      .optional()
      .describe("How many data versions the request had when it was last looked at."),
  }),
  label: ({ datasetId }) => `of dataset ${datasetId}`,
  calls: [
    "POST /api/data/v3/datasources/{datasetId}/indexes",
    "GET /api/data/v3/datasources/{datasetId}/indexes/{indexId}/statuses where `waitMinutes` is given",
  ],
  repeatable: true,
  async run(instance, { datasetId, dataIds }) {
    return instance.send({
      operation: `index dataset ${datasetId}`,
      method: "POST",
      path: indexesPath(datasetId),
      body: { dataIds },
      answer: started,
      repeatable: true,
    });
  },
  async progress(instance, { datasetId }, { indexRequestKey: key }) {
    if (key === undefined) return undefined;
    const answered = await instance.send({
      operation: `read how far index request ${key} of dataset ${datasetId} is`,
      method: "GET",
      path: `${indexesPath(datasetId)}/${encodeURIComponent(key)}/statuses`,
      answer: statuses,
    });
    const words = answered.map(({ status }) => status?.toUpperCase() ?? "");
    const [indexed, failed] = [goodWords, badWords].map(
      (known) => words.filter((word) => known.includes(word)).length,
    ) as [number, number];
    const said =
      words.length === 0
        ? "no data version is to be indexed"
        : `${indexed} of ${words.length} data versions are indexed${failed > 0 ? `, ${failed} failed` : ""}`;
    return {
      outputs: { indexedVersions: indexed, requestedVersions: words.length },
      said,
      ended: indexed + failed < words.length ? undefined : failed > 0 ? "badly" : "well",
    };
  },
  whenUnknown:
    "Look at the dataset on the instance. Indexing again does no harm: change `triggers` for it.",
  example: `import * as platform from "pulumi-platform";

new platform.DatasetIndex("orders", {
  datasetId: "0f6a3a2e-5d6b-4f0e-9a51-3f0f5f1c7a01",
  triggers: ["2024-06-30"],
});
`,
});
