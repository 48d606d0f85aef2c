import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { get, set } from "../definition/paths";
import type { Settings } from "../settings/index";
import { PlatformError } from "../wire/errors";
import { changedPaths, pick } from "./compare";
import { newlySecret } from "./hiding";
import { saysTwice, saysUnsent } from "./imports";
import type { InstanceIdentity, State } from "./instanceIdentity";
import { mailNotice } from "./mail";
import { moveOf } from "./moves";
import type { Ownership } from "./ownership";
import { stableOutputs } from "./previews";
import type { DiffRequest } from "./requests";
import { told } from "./results";
import type { Difference, DiffResult } from "./results";
import { notYetWrittenPaths } from "./writes";

interface Context {
  settings: Settings;
  ownership: Ownership;
  here: InstanceIdentity;
}

/** What differs between a state and the inputs of the program, and what Pulumi is to do about it. */
export function differencesOf(request: DiffRequest, context: Context): DiffResult {
  const { resource, id, state, inputs, identity, hidden, choice } = request;
  const { settings, ownership, here } = context;
  const warnings =
    id === undefined || ownership.hold(resource, id, identity)
      ? []
      : [saysTwice(resource, id, state)];
  const stable = stableOutputs(resource);

  const move = moveOf({ resource, id: id ?? "", state, here, choice });
  if (move.kind === "refused") {
    throw new PlatformError({
      code: "impossible",
      operation: `move ${resource.noun} ${id ?? ""}`,
      detail: move.reason,
    });
  }
  if (move.kind === "replace") {
    const path = choice?.property ?? "provider";
    // Names are unique on each instance only: nothing is deleted before the new object exists.
    const differences = [{ path, kind: "update" as const, replaces: true }];
    return { differences, deleteBeforeReplace: false, stable, ...told(), warnings };
  }

  const changed = changedPaths(resource.inputs, state, inputs);
  if (move.kind === "addressChanged") {
    if (changed.length > 0) throw move.error;
    warnings.push(move.warning);
  }
  const replaces = resource.kind === "object" ? resource.replaces(state, inputs, changed) : [];
  const differences = changed.map((path) => differenceAt(path, state, inputs, replaces));
  // A write that calls nothing puts into the state what became secret, and the new name of the instance.
  const unwritten = newlySecret(hidden).filter((path) => !changed.includes(path));
  if (choice?.isAnother === true && choice.property === "instance") unwritten.push("instance");
  differences.push(...unwritten.map((path) => differenceAt(path, state, inputs)));

  const updates = changed.length > 0 && replaces.length === 0;
  const notice = updates ? updateNotice(resource, state, inputs, settings) : undefined;
  const deleteBeforeReplace = resource.kind === "object" && resource.replacement === "deleteFirst";
  return { differences, deleteBeforeReplace, stable, ...told({ notice }), warnings };
}

/** The kind of a difference at a path. */
export function differenceAt(
  path: string,
  state: Values,
  inputs: Values,
  replaces: readonly string[] = [],
): Difference {
  const kind =
    get(state, path) === undefined ? "add" : get(inputs, path) === undefined ? "delete" : "update";
  return { path, kind, replaces: replaces.includes(path) };
}

/** Who gets mail because of an update, and which fields it is the first to write since an import. */
function updateNotice(resource: Resource, state: State, inputs: Values, settings: Settings) {
  const notYetWritten = notYetWrittenPaths(state, inputs);
  if (notYetWritten.length === 0) return mailNotice(resource, inputs, state, settings);
  const known = structuredClone(pick(state, Object.keys(resource.inputs.shape)));
  for (const path of notYetWritten) set(known, path, undefined);
  const mails = mailNotice(resource, inputs, known, settings);
  const writes = saysUnsent(resource, inputs, notYetWritten);
  return mails === undefined ? writes : `${mails} ${writes}`;
}
