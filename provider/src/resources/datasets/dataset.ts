import { z } from "zod";
import type { Call, Reading } from "../../definition/verbs";
import type { Instance } from "../../platform/instance";
import { routes } from "../../platform/routes";
import { reasonOf } from "../../messages/errors";
import { absentIfTokenWorks } from "../roleList";

/** The calls of `absentDataset`. */
export const absentDatasetCalls: readonly Call[] = [
  { route: routes.listPartitions, when: "if a dataset is not found, to prove that it is gone" },
  { route: routes.listRoles, when: "if nothing is found, to test the token" },
];

/**
 * Finds out what a 404 to an extended read of a dataset means. An instance without extended operations also answers 404,
 * so the dataset is absent only if a documented read does not find it.
 */
export function absentDataset(instance: Instance, datasetId: string): Promise<Reading> {
  return instance
    .find({
      operation: `list the partitions of dataset ${datasetId}`,
      route: routes.listPartitions,
      params: { datasetId },
      answer: z.unknown().transform(() => "exists"),
    })
    .then(
      (partitions): Reading | Promise<Reading> =>
        partitions === undefined
          ? absentIfTokenWorks(instance)
          : {
              found: "unknown",
              why: `dataset ${datasetId} exists, but the instance answered 404 to an extended operation on it. The instance may not offer extended operations`,
            },
      (error: unknown): Reading => ({
        found: "unknown",
        why: `it answered 404, but ${reasonOf(error)}`,
      }),
    );
}
