import type { Goal } from "./registration";
import { newState } from "../states/state";
import type { ResourceState } from "../states/state";

/** A new resource as the program wants it. */
export function stateOf(goal: Goal, urn: string, alias: string, old: ResourceState | undefined) {
  return newState({
    urn,
    type: goal.type,
    custom: goal.custom,
    inputs: goal.inputs,
    parent: goal.parent,
    provider: goal.provider,
    dependencies: goal.dependencies,
    propertyDependencies: goal.propertyDependencies,
    protect: goal.protect ?? false,
    retainOnDelete: goal.retainOnDelete ?? false,
    refreshBeforeUpdate: old?.refreshBeforeUpdate ?? false,
    aliases: alias === "" ? [] : [alias],
    timeouts: goal.timeouts,
    importId: goal.importId,
    ignoreChanges: goal.ignoreChanges,
    replaceOnChanges: goal.replaceOnChanges,
    replacementTrigger: goal.replacementTrigger,
  });
}
