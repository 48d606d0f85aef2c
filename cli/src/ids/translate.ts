import { idKinds, usedIds, withIds as withOtherIds } from "pulumi-platform-provider/contract";
import type { Id, IdKind, ObjectResource, UsedId, Values } from "pulumi-platform-provider/contract";
import type { Item } from "../inventory/inventory.js";

/**
 * The kind of the ids of a type, if inputs of other objects contain such ids: groups. The ids of schedules are only in
 * actions, which are no objects.
 */
export const ownKind = ({ noun }: ObjectResource): IdKind | undefined =>
  idKinds.find((kind) => kind === noun);

/** The inputs of an item with other ids. */
export const withIds = ({ resource, inputs }: Item, translate: (used: UsedId) => Id): Values =>
  withOtherIds(resource.inputs, inputs, translate);

/** Every id in the inputs of an item. */
export const idsIn = ({ resource, inputs }: Item): UsedId[] => usedIds(resource.inputs, inputs);

/** Every id in the outputs of an item, such as its owner's. */
export const idsInOutputs = ({ resource, outputs }: Item): UsedId[] =>
  usedIds(resource.outputs, outputs);
