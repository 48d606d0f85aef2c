import {
  differingPaths,
  fetchDetails,
  fieldsOf,
  get,
  holdsUnknown,
  metaOf,
  notCompared,
  sourceOf,
  unknown,
} from "pulumi-platform-provider/contract";
import type { Existing, ObjectResource, Values } from "pulumi-platform-provider/contract";
import type { Connection } from "../instances/connect.js";
import { DetailCache } from "../inventory/details.js";
import { pluralOf } from "../inventory/inventory.js";
import type { Gap } from "../inventory/inventory.js";
import { notListed, readInventory } from "../inventory/read.js";
import { withInstead } from "../stack/values.js";
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
    const objects = items.map(({ id, inputs, outputs, untold }) => {
      return { id, live: inputs, outputs, unseen: untold };
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
  const first = differences(resource, wanted, listed.live);
  if (first.length > 0) return candidate(resource, wanted, listed);
  const read = () => fetchDetails(sourceOf(resource, connection.instance), listed);
  const detailed = await connection.instance
    .lasting(`details of ${resource.name} ${listed.id}`, read)
    .catch((error: unknown) => {
      reasonOf(error);
      return listed;
    });
  return candidate(resource, wanted, { ...listed, live: detailed.live });
}

/** Secrets become unknown values, which the provider does not compare. */
const comparable = (wanted: Values) => withInstead(wanted, () => unknown) as Values;

function candidate(resource: ObjectResource, wanted: Values, { id, live }: Existing): Candidate {
  return {
    ...{ id, live },
    differing: differences(resource, wanted, live),
    notCompared: uncompared(resource, comparable(wanted), live),
  };
}

/** The paths that both sides show with different values. */
const differences = (resource: ObjectResource, wanted: Values, live: Values): string[] =>
  differingPaths(resource.inputs, comparable(wanted), live);

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
  const inputs = comparable(wanted);
  const others = [...uncompared(resource, inputs, live), ...differences(resource, wanted, live)];
  return (
    naturalKey.length > 0 &&
    naturalKey.every((path) => get(inputs, path) !== undefined && !others.includes(path))
  );
}
