import { isDeepStrictEqual } from "node:util";
import { decidedByMail } from "../definition/mail";
import { verbsOf } from "../definition/object";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Verbs } from "../definition/verbs";
import { adopted } from "../duplicates/adoption";
import type { PlatformError } from "../messages/errors";
import type { Failure } from "../report/diagnostics";
import * as messages from "../report/messages/index";
import type { Settings } from "../settings/index";
import { pick } from "../state/compare";
import type { Declared, DiffRequest } from "./requests";

/** The changes for which the instance has no call, with the ways out. */
export function impossibleChanges(
  { resource, inputs, stateless }: Pick<Declared, "resource" | "inputs" | "stateless">,
  old: Values,
  changed: readonly string[],
  { operations, confirmAbsent: confirmed }: Settings,
): Failure[] {
  if (resource.kind === "action") return [];
  const verbs = verbsOf(resource, operations);
  const refused = verbs.update?.refuse?.(old, inputs, changed, confirmed) ?? [];
  const replaced = resource.replaces(old, inputs, changed);
  const isStateless = stateless !== undefined;
  const hidden = neverShown(verbs);
  const changeOf = (path: string) => ({
    verb: replaced.includes(path) ? ("delete" as const) : ("update" as const),
    isNeverShown: hidden.includes(path),
  });
  return changed.flatMap((path): Failure[] => {
    const refusal = refused.find((candidate) => candidate.path === path);
    const change = changeOf(path);
    const paths = changed.filter((other) => isDeepStrictEqual(changeOf(other), change));
    const why =
      verbs[change.verb] === undefined
        ? messages.cannotChange(resource, inputs, { old, path, paths, isStateless, ...change })
        : refusal && messages.refusedChange(refusal);
    return why === undefined ? [] : [{ property: path, ...why, code: "impossible" }];
  });
}

/** The failure of an update that reverts a manual change with such a problem. */
export function cannotRepair(
  { resource, id = "", state, inputs }: DiffRequest,
  problem: Failure | undefined,
  changed: readonly string[],
  { mail, operations }: Settings,
): PlatformError {
  const values = pick(state, Object.keys(resource.inputs.shape));
  const byMail = decidedByMail(resource.mail, inputs, mail);
  const isOffered =
    resource.kind === "object" && verbsOf(resource, operations).update !== undefined;
  const repair = { id, values, changed, byMail, isOffered, problem };
  return messages.cannotRepair(resource, inputs, repair);
}

/** The paths of an object that no read shows. */
const neverShown = ({ fetch, list }: Verbs<Values, Values>): readonly string[] =>
  fetch === undefined ? (list?.unseen ?? []) : [];

/**
 * Changed paths that no call writes and no read shows. The person changed them on the instance, and says so by adopting
 * the own object: the state gets the program's values. A check refuses them where the adoption is not new.
 */
export function recordedPaths(
  resource: Resource,
  inputs: Values,
  changed: readonly string[],
  { operations }: Pick<Settings, "operations">,
): string[] {
  if (resource.kind === "action" || adopted(inputs) === undefined) return [];
  const verbs = verbsOf(resource, operations);
  return verbs.update === undefined
    ? changed.filter((path) => neverShown(verbs).includes(path))
    : [];
}
