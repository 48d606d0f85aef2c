import { usedIds, withIds as withOtherIds } from "pulumi-platform-provider/contract";
import type { Id, UsedId, Values } from "pulumi-platform-provider/contract";
import type { Item } from "../inventory/inventory.js";

export { idKindOf } from "pulumi-platform-provider/contract";
export type { Id };
export type Use = UsedId;

/** The inputs of an item with other ids. */
export const withIds = ({ resource, inputs }: Item, translate: (use: Use) => Id): Values =>
  withOtherIds(resource.inputs, inputs, translate);

/** Every id in the inputs of an item. */
export const idsIn = ({ resource, inputs }: Item): Use[] => usedIds(resource.inputs, inputs);

/** Every id in the outputs of an item, such as its owner's. */
export const idsInOutputs = ({ resource, outputs }: Item): Use[] =>
  usedIds(resource.outputs, outputs);
