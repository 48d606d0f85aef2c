import type { Values } from "../definition/values";
import type { Existing } from "../definition/verbs";
import { withDetails } from "../objects/list";
import type { ObjectSource } from "../objects/source";
import { differingPaths } from "../state/compare";
import { notCompared } from "../state/likeness";
import type { CreatedObject } from "./objectCreate";

/**
 * Updates an existing object to the inputs of the program. Without an update verb, returns the paths that differ.
 * `wasWritten` means that an earlier run wrote these inputs, including those that no read shows.
 */
export async function manageExisting(
  source: ObjectSource,
  inputs: Values,
  object: Existing,
  wasWritten = false,
): Promise<CreatedObject | { differing: string[] }> {
  const { resource, verbs, instance } = source;
  const { id, outputs } = object;
  const hidden = (shown: Pick<Existing, "live">) =>
    wasWritten ? [] : notCompared({ resource, inputs }, shown);
  const differing = (live: Values) => differingPaths(resource.inputs, inputs, live);
  if (verbs.update === undefined) {
    const paths = differing(object.live);
    return paths.length > 0 ? { differing: paths } : { id, outputs, notYetWritten: hidden(object) };
  }
  // Without its details, every object would be written again.
  const { live } = hidden(object).length > 0 ? await withDetails(source, object) : object;
  // Paths that no read shows can also differ.
  const changed = [...hidden({ live }), ...differing(live)];
  if (changed.length === 0) return { id, outputs };
  const state = { ...inputs, ...live };
  const change = { id, inputs, state, changed, ownedElsewhere: [] };
  const updated = await verbs.update.run(instance, change);
  return { id, outputs: { ...outputs, ...updated } };
}
