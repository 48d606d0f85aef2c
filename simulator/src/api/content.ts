import { HttpError, type Context } from "../route.js";
import { newDataset } from "../seed.js";
import type { StoredDataset } from "../state.js";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether an object outside this API exists. Every id of the right form does, unless `state.missing`
 * names it, so that a program with ids of a real instance works on a new simulator.
 */
export function exists(context: Context, id: string, form: "uuid" | "number"): boolean {
  const wellFormed = form === "uuid" ? uuid.test(id) : /^\d+$/.test(id);
  return wellFormed && !context.state.missing.includes(id);
}

/** The dataset of the path. It is created when a call first names it. */
export function findDataset(context: Context): StoredDataset {
  const id = context.params["datasetId"] ?? "";
  if (!exists(context, id, "uuid")) throw new HttpError(404, "Not Found");
  const { state } = context;
  let dataset = state.datasets.find((one) => one.id === id);
  if (!dataset) {
    dataset = newDataset(id, context.user);
    state.datasets.push(dataset);
  }
  return dataset;
}
