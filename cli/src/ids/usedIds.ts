import { idKinds, usedIds } from "pulumi-platform-provider/contract";
import type { IdKind, ObjectResource, UsedId } from "pulumi-platform-provider/contract";
import type { Item } from "../inventory/inventory.js";

/**
 * The kind of the ids of a type, if inputs of other objects contain such ids: groups. The ids of schedules are only in
 * actions, which are no objects.
 */
export const ownKind = ({ noun }: ObjectResource): IdKind | undefined =>
  idKinds.find((kind) => kind === noun);

/** Every id in the inputs of an item. */
export const idsIn = ({ resource, inputs }: Item): UsedId[] => usedIds(resource.inputs, inputs);

/** Every id in the outputs of an item, such as its owner's. */
export const idsInOutputs = ({ resource, outputs }: Item): UsedId[] =>
  usedIds(resource.outputs, outputs);
