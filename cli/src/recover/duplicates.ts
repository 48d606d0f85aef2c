import {
  differingPaths,
  fetchDetails,
  fieldsOf,
  get,
  holdsUnknown,
  metaOf,
  notCompared,
  pluralOf,
  sourceOf,
} from "pulumi-platform-provider/contract";
import type { Existing, ObjectResource, Values } from "pulumi-platform-provider/contract";
import type { Connection } from "../instances/connect.js";
import { DetailCache } from "../inventory/details.js";
import type { Gap } from "../inventory/inventory.js";
import { notListed, readInventory } from "../inventory/read.js";
import { withoutSecrets } from "../stack/values.js";
import type { Candidate } from "./finding.js";
import { reasonOf } from "./instances.js";

/** The objects of a kind on an instance. */
export interface Listed {
  objects: readonly Existing[];
  /** Why further objects can exist. */
  gaps: readonly Pick<Gap, "reason" | "needs">[];
  /** Whether the instance lists objects of this kind at all. */
  isList: boolean;
}

/** Lists the objects of a type, without their details. */
export async function listObjects(
  connection: Connection,
  resource: ObjectResource,
  progress: (what: string, done: number, total: number) => void,
): Promise<Listed> {
  try {
    const wanted = { kinds: [resource], ids: {}, isListOnly: true };
    const watcher = { progress, details: new DetailCache() };
    const { items, gaps, unlisted = [] } = await readInventory(connection, wanted, watcher);
    const objects = items.map(({ id, inputs, outputs, unseen }) => {
      return { id, live: inputs, outputs, unseen };
    });
    const isList = !unlisted.includes(pluralOf(resource));
    // No option of this command names ids.
    const own = gaps.map((one) => (one.needs === "ids" ? { ...one, reason: notListed } : one));
    return { objects, gaps: own, isList };
  } catch (error) {
    return { objects: [], gaps: [{ reason: reasonOf(error) }], isList: false };
  }
}

/** Compares an object with the requested inputs: first as the list shows it, then with its details. */
export async function compared(
  connection: Connection,
  resource: ObjectResource,
  wanted: Values,
  listed: Existing,
): Promise<Candidate> {
  const first = candidate(resource, wanted, listed);
  if (first.differing.length > 0) return first;
  const read = () => fetchDetails(sourceOf(resource, connection.instance), listed);
  const detailed = await connection.instance
    .lasting(`details of ${resource.name} ${listed.id}`, read)
    .catch((error: unknown) => {
      reasonOf(error);
      return listed;
    });
  return candidate(resource, wanted, { id: listed.id, live: detailed.live });
}

function candidate(
  resource: ObjectResource,
  wanted: Values,
  { id, live }: Pick<Existing, "id" | "live">,
): Candidate {
  const inputs = withoutSecrets(wanted);
  return {
    ...{ id, live },
    differing: differingPaths(resource.inputs, inputs, live),
    notCompared: uncompared(resource, inputs, live),
  };
}

/** The paths that the instance does not show, or whose values are secret or not known yet. */
function uncompared(resource: ObjectResource, inputs: Values, live: Values): string[] {
  const hidden = fieldsOf(resource.inputs)
    .filter(({ schema }) => metaOf(schema).programOnly === undefined)
    .filter(({ path }) => holdsUnknown(get(inputs, path)));
  const notShown = notCompared({ resource, inputs }, { live });
  return [...new Set([...notShown, ...hidden.map(({ path }) => path)])];
}

/** Whether all parts of the natural key are known and equal. */
export function hasSameKey(resource: ObjectResource, wanted: Values, live: Values): boolean {
  const { naturalKey } = resource;
  const inputs = withoutSecrets(wanted);
  const isPart = (path: string) => naturalKey.includes(path);
  return (
    naturalKey.length > 0 &&
    naturalKey.every((path) => get(inputs, path) !== undefined) &&
    !differingPaths(resource.inputs, inputs, live).some(isPart) &&
    !uncompared(resource, inputs, live).some(isPart)
  );
}
