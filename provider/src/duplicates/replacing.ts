import type { ObjectResource } from "../definition/object";
import { get } from "../definition/paths";
import type { Values } from "../definition/values";
import type { KnownState } from "./knownState";
import * as messages from "../report/messages";
import type { Ownership } from "./ownership";
import type { CreateRequest } from "./duplicateFinder";

/** Objects that a list may not tell apart, whatever else they differ in. */
export const familyOf = ({ name, naturalKey }: ObjectResource, inputs: Values): string =>
  JSON.stringify([name, ...naturalKey.map((path) => get(inputs, path))]);

/** Refuses a create that replaces an object which has to be deleted first, or cannot be deleted at all. */
export async function mustBeReplaceable(
  { resource, verbs, inputs, identity }: CreateRequest,
  state: KnownState,
  ownership: Ownership,
  isGone: (id: string) => boolean,
  namesakes: () => Promise<string[] | undefined>,
): Promise<void> {
  // What only a refresh told may have another name in the program by now.
  if (state.of(identity)?.isDeclared === false) {
    await ownership.news.engineQuiet(() => state.of(identity) === undefined);
  }
  const held = state.of(identity);
  if (held === undefined) {
    // With `--replace '**'`, the engine replaces the provider too: only the process before was told of the object.
    const isOld = () => ownership.seenAs(resource, identity).some((id) => !isGone(id));
    if (verbs.delete !== undefined || !isOld()) return;
    await ownership.news.engineQuiet(() => !isOld());
    if (isOld()) throw messages.cannotReplaceNow(resource, inputs);
    return;
  }
  // A run that ended between the delete and the create left the old object in the state.
  if (held.ids.size > 0 && [...held.ids].every(isGone)) return;
  if (verbs.delete === undefined) throw messages.cannotReplaceNow(resource, inputs);
  if (!blocks(resource, held.inputs, inputs)) return;
  // A run elsewhere may have deleted it: only the instance shows that.
  const ids = await namesakes();
  if (ids?.length === 0) return;
  throw messages.mustDeleteFirst(resource, inputs, held.needsNew ? ids : undefined);
}

/** Whether the old object has what only one object can have. */
export const blocks = (resource: ObjectResource, old: Values, inputs: Values): boolean =>
  resource.replacement === "deleteFirst" && familyOf(resource, old) === familyOf(resource, inputs);
