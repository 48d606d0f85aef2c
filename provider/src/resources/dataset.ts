import { z } from "zod";
import type { Reading } from "../definition/verbs";
import { PlatformError, reasonOf } from "../wire/errors";
import type { Instance } from "../platform/instance";
import { partitionsPath } from "./partitions";
import { absentIfTokenWorks } from "./roleList";

/**
 * What to make of a 404 to an extended read of a dataset. An instance that does not know extended operations
 * answers the same, so a documented read has to miss the dataset as well.
 */
export function absentDataset(instance: Instance, datasetId: string): Promise<Reading> {
  return instance
    .send({
      operation: `list the partitions of dataset ${datasetId}`,
      method: "GET",
      path: partitionsPath(datasetId),
      answer: z.unknown(),
    })
    .then(
      (): Reading => ({
        found: "unknown",
        why: `dataset ${datasetId} is there, but the instance answered 404 to an extended operation on it, as one does that does not know it`,
      }),
      (error: unknown): Reading | Promise<Reading> =>
        error instanceof PlatformError && error.code === "not_found"
          ? absentIfTokenWorks(instance)
          : { found: "unknown", why: `it answered 404, but ${reasonOf(error)}` },
    );
}
