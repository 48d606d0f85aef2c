import { Refusal, type Context } from "../route.js";
import { newDataset } from "../seed.js";
import type { StoredDataset } from "../state.js";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Whether something outside of this API exists: any id of the right form does, unless the state
 * names it in `missing`. So a program runs against a new simulator with the ids that it has.
 */
export function exists(context: Context, id: string, form: "uuid" | "number"): boolean {
  const wellFormed = form === "uuid" ? uuid.test(id) : /^\d+$/.test(id);
  return wellFormed && !context.state.missing.includes(id);
}

/** The dataset of the path, which comes into being when it is first named. */
export function findDataset(context: Context): StoredDataset {
  const id = context.params["datasetId"] ?? "";
  if (!exists(context, id, "uuid")) throw new Refusal(404, "Not Found");
  const { state } = context;
  let dataset = state.datasets.find((one) => one.id === id);
  if (!dataset) {
    dataset = newDataset(id, context.user);
    state.datasets.push(dataset);
  }
  return dataset;
}
