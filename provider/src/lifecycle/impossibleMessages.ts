import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { confirmAbsent } from "../definition/commands";
import { get } from "../definition/paths";
import { options, PlatformError, withCode } from "../wire/errors";
import { createAnother, nounOf, noticeDelete, show, useExtended } from "./messageParts";

const isExtended = (resource: Resource, verb: "update" | "delete") =>
  resource.kind === "object" && verb in resource.extended;

/**
 * A change in the program that the documented API cannot make, for a check failure. `lacking` is the verb that
 * it needs: `delete` where the object has to be replaced. Without a state, there is no program to change either.
 */
export function cannotChange(
  resource: Resource,
  old: Values,
  next: Values,
  path: string,
  lacking: "update" | "delete",
  isStateless = false,
): string {
  const byHand = `${lacking === "update" ? "Change" : "Delete"} it on the instance`;
  const notice = lacking === "update" ? "`pulumi refresh`" : noticeDelete(resource);
  const ways = [
    ...(isExtended(resource, lacking) ? [useExtended] : []),
    ...(isStateless ? [byHand] : [`${byHand}, then run ${notice}`, createAnother(resource)]),
  ];
  const why =
    lacking === "update" ? "" : ` It needs a new ${resource.noun}, and the old one stays.`;
  return `This change is not possible with the documented API: ${path} of ${nounOf(resource, old)} (from ${show(get(old, path))} to ${show(get(next, path))}).${why} ${options(ways)}`;
}

const difference = (live: Values, inputs: Values, paths: readonly string[]) =>
  paths
    .map(
      (path) =>
        `${path} is ${show(get(live, path))} on the instance and ${show(get(inputs, path))} in the program`,
    )
    .join(", ");

/** A change made on the instance that the documented API cannot revert. */
export function cannotRepair(
  resource: Resource,
  id: string,
  values: Values,
  inputs: Values,
  problem: { property: string } | undefined,
  changed: readonly string[],
  /** The fields that `platform:mail` decides. */
  byMail: readonly string[],
): PlatformError {
  const paths =
    problem === undefined ? changed : changed.filter((path) => get(values, path) !== undefined);
  const canUpdate = isExtended(resource, "update");
  const muted = paths.filter((path) => byMail.includes(path)).join(", ");
  const cause = muted === "" ? "" : `platform:mail decides ${muted} in this stack, `;
  const live = "run `pulumi config set platform:mail live`, and write";
  const accepted = paths.map((path) => `\`${path}: ${show(get(values, path))}\``).join(", ");
  return new PlatformError({
    code: "impossible",
    operation: `update ${resource.noun} ${id} ${resource.label(inputs)}`,
    detail: `${cause}${difference(values, inputs, paths)}, and ${canUpdate ? "the documented API" : "the platform"} cannot change it`,
    hint: options([
      `Accept the value on the instance: ${muted === "" ? "write" : live} ${accepted} in the program`,
      ...(canUpdate ? [useExtended] : []),
      "Change it back on the instance, then run `pulumi refresh`",
    ]),
  });
}

/** A new resource that only extended operations can create, for a check failure. */
export const needsExtended = `The documented API cannot create this resource. ${useExtended}.`;

export function cannotCreate({ noun, label }: Resource, inputs: Values): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `create ${noun} ${label(inputs)}`,
    detail: "the documented API cannot create it, so no call was made",
    hint: `${useExtended}.`,
  });
}

/** A destroy reads the settings of the last update, unless it runs the program. */
const runAgain = "run the command again (`pulumi destroy` with `--run-program`)";

/** `notOffered` is the answer of an instance that does not know the extended operation. */
export function cannotDelete(
  resource: Resource,
  id: string,
  state: Values,
  identity: string | undefined,
  notOffered?: PlatformError,
): PlatformError {
  const isStateless = identity === undefined;
  const again = isStateless ? "run the command again" : runAgain;
  return new PlatformError({
    code: notOffered?.code ?? "impossible",
    operation: `delete ${resource.noun} ${id} ${resource.label(state)}`,
    detail: notOffered?.detail ?? "the documented API cannot delete it, so no call was made",
    cause: notOffered,
    hint: options([
      ...(notOffered ? [] : [`${useExtended}, then ${again}`]),
      ...(isStateless
        ? ["Delete it on the instance"]
        : [
            "Keep it on the instance: declare it with `retainOnDelete`, run `pulumi up`, then repeat the delete",
            `Delete it on the instance, then run ${noticeDelete(resource)}`,
          ]),
    ]),
  });
}

export function notDeleted(
  resource: Resource,
  id: string,
  state: Values,
  error: PlatformError,
  confirmed: readonly string[],
): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `delete ${resource.noun} ${id} ${resource.label(state)}`,
    detail: "the platform answered 404, but there is no proof that the object was deleted",
    hint: options([
      `If you checked that it is deleted, run ${confirmAbsent([id], confirmed)}, then ${runAgain}`,
      "If it is still there, the instance may not offer extended operations: set platform:operations to documented, and delete the object on the instance",
    ]),
    traceId: error.traceId,
    cause: error,
  });
}

/** Another instance for an object that cannot be deleted on the first one. */
export function cannotMove(resource: Resource, old: Values, from: string, to: string): string {
  const ways = [
    `${useExtended} for ${from}`,
    "Set `retainOnDelete` on the old one, run `pulumi up`, and declare the new one under another name",
  ];
  return `This change is not possible with the documented API: the instance of ${nounOf(resource, old)} (from ${from} to ${to}). The object on ${from} cannot be deleted. ${options(ways)}`;
}

/** The same, where the change comes from a provider of the program. */
export const refusedMove = (reason: string): Error => new Error(withCode(reason, "impossible"));

/** An object of an earlier run that differs from the program. */
export function cannotTakeOver(
  resource: Resource,
  id: string,
  inputs: Values,
  live: Values,
  changed: readonly string[],
): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `manage ${resource.noun} ${id} ${resource.label(inputs)}, which an earlier run created`,
    detail: `${difference(live, inputs, changed)}, and the documented API cannot change it`,
    hint: options(["Write the values on the instance in the program", useExtended]),
  });
}

export function differsFromAdopted(
  resource: Resource,
  inputs: Values,
  live: Values,
  path: string,
): string {
  const ways = [`Write \`${path}: ${show(get(live, path))}\` in the program`, useExtended];
  return `${difference(live, inputs, [path])}, and the documented API cannot change the adopted ${resource.noun}. ${options(ways)}`;
}

export const nothingToAdopt = ({ noun }: Resource, { adopt }: Values): string =>
  `adopt: ${noun} ${show(adopt)} does not exist, or the user of the token cannot see it.`;

export function cannotAdopt(
  resource: Resource,
  id: string,
  inputs: Values,
  why: string,
): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `adopt ${resource.noun} ${id} as ${resource.label(inputs)}`,
    detail: why,
  });
}
