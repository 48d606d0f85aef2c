import type { ObjectResource } from "../definition/object";
import type { Values } from "../definition/values";
import { meantAt } from "../state/compare";
import type { KnownState } from "./knownState";
import * as messages from "../report/messages";
import type { Ownership } from "./ownership";
import type { ObjectCreate } from "./objectCreate";

/** The natural key of an object as text. Other properties may not distinguish objects in a list. */
export const naturalKeyOf = (
  { name, naturalKey, inputs: schema }: ObjectResource,
  inputs: Values,
): string => JSON.stringify([name, ...naturalKey.map((path) => meantAt(schema, path, inputs))]);

/** Whether people may take one object for the other. */
export const hasSameNaturalKey = (resource: ObjectResource, one: Values, other: Values): boolean =>
  naturalKeyOf(resource, one) === naturalKeyOf(resource, other);

/** Refuses the create of a replacement if the old object must be deleted first, or cannot be deleted at all. */
export async function mustBeReplaceable(
  { resource, verbs, inputs, identity }: ObjectCreate,
  knownState: KnownState,
  ownership: Ownership,
  isGone: (id: string) => boolean,
  namesakes: () => Promise<string[] | undefined>,
): Promise<void> {
  // The program may have renamed a resource that only a refresh reported.
  if (knownState.of(identity)?.isDeclared === false) {
    await ownership.quietPeriod.waitForEngine(() => knownState.of(identity) === undefined);
  }
  const stored = knownState.of(identity);
  if (stored === undefined) {
    // With `--replace '**'`, the engine also replaces the provider. Only the earlier process knows the old object.
    const isOld = () => ownership.objectsAtStart(resource, identity).some((id) => !isGone(id));
    if (verbs.delete !== undefined || !isOld()) return;
    await ownership.quietPeriod.waitForEngine(() => !isOld());
    if (isOld()) throw messages.cannotReplaceNow(resource, inputs);
    return;
  }
  // A run that ended between the delete and the create left the old object in the state.
  if (stored.ids.size > 0 && [...stored.ids].every(isGone)) return;
  if (verbs.delete === undefined) throw messages.cannotReplaceNow(resource, inputs);
  if (!needsDeleteFirst(resource, stored.inputs, inputs)) return;
  // A run on another machine may have deleted it. Only the instance shows this.
  const ids = await namesakes();
  if (ids?.length === 0) return;
  throw messages.mustDeleteFirst(resource, inputs, stored.needsReplacement ? ids : undefined);
}

/** Whether the old object still has the unique name of the new one. */
export const needsDeleteFirst = (resource: ObjectResource, old: Values, inputs: Values): boolean =>
  resource.replacement === "deleteFirst" && hasSameNaturalKey(resource, old, inputs);
