import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { confirmAbsent } from "../definition/commands";
import { options, PlatformError } from "../wire/errors";
import type { Counted } from "./notices";
import { killedElsewhere, nameOf, nounOf, sameContent } from "./messageParts";

/** An id of one instance means nothing, or another object, on another instance. */
export function anotherInstance(
  resource: Resource,
  id: string,
  state: Values,
  made: string,
  here: string,
  place = "platform:baseUrl",
): PlatformError {
  return new PlatformError({
    code: "another_instance",
    operation: `use ${resource.noun} ${id} ${resource.label(state)}`,
    detail: `it was created on ${made}, and this run uses ${here}, so nothing was changed`,
    hint: `Check ${place}, and use one stack for each instance. If ${made} only has a new address, run \`pulumi refresh\`.`,
  });
}

interface Doubt {
  /** The ids that the settings confirm to be absent. */
  confirmed: readonly string[];
  isElsewhere?: boolean;
  /** What to do, where it is not to confirm that the object is gone. */
  hint?: string;
}

export function unknownState(
  resource: Resource,
  id: string,
  state: Values,
  why: string,
  { confirmed, isElsewhere = false, hint }: Doubt,
): PlatformError {
  const check = isElsewhere
    ? "Check platform:baseUrl first: another instance proves nothing. "
    : "";
  return new PlatformError({
    code: "unknown_state",
    operation: `check whether ${resource.noun} ${id} ${resource.label(state)} still exists`,
    detail: `${why}. Its state is unchanged`,
    hint: `${check}${hint ?? `If you checked that it is deleted, run ${confirmAbsent([id], confirmed)}, then \`pulumi refresh --run-program\`. Separate several ids with commas.`}`,
  });
}

/** The same for many objects, as a warning. */
export const unknownStates = ({ message }: PlatformError): Counted => ({
  kind: "unknown state",
  first: message,
  several: (resources) =>
    `${resources} keep their state, because the platform does not show whether they exist.`,
});

/** Whether a program can take over an existing object of this kind by its id. */
const canAdopt = ({ inputs }: Resource) => "adopt" in inputs.shape;

/** What is less safe where the instance does not show what exists. */
export const createsUnseen = ({ noun }: Resource): string =>
  `Pulumi creates each ${noun} without looking for an identical one first. If the answer to a create is lost, it cannot find out what the platform did.`;

/** The same for the runs of an action. */
export const runsUnseen = ({ noun }: Resource): string =>
  `If the answer to a ${noun} is lost, Pulumi cannot find out what the platform did, and reports the outcome as unknown.`;

/** The same for reads. */
export const readsDocumented = ({ noun }: Resource): string =>
  `Pulumi reads each ${noun} as with documented operations instead.`;

export const notReadable = ({ noun }: Resource): string =>
  `Pulumi keeps the state of each ${noun}, and cannot see manual changes.`;

/** A 404 that anything could have sent. */
export const unprovenAbsence = ({ reason }: PlatformError): string =>
  `${reason}. This answer is not in JSON, so a proxy could have sent it`;

/** Nothing shows that it belongs to this program: another program or a person may have created it. */
export function twinExists(
  resource: Resource,
  inputs: Values,
  twins: readonly { id: string }[],
  notCompared: readonly string[],
  /** How to go on where the object may be the one that the create replaces. */
  ifReplacing: string,
): PlatformError {
  const ids = twins.map(({ id }) => id);
  return new PlatformError({
    code: "twin_exists",
    operation: `create ${nounOf(resource, inputs)}`,
    detail: `the instance already has ${sameContent(ids, notCompared)}, so nothing was created`,
    hint: options([
      "If you renamed the resource in the program, set its resource option `aliases`",
      killedElsewhere,
      ...(canAdopt(resource) ? [`To manage the existing one, write \`adopt: "${ids[0]}"\``] : []),
      ...("allowDuplicate" in resource.inputs.shape
        ? ["To create another one, write `allowDuplicate: true`"]
        : []),
      ifReplacing,
    ]),
  });
}

export function severalMade(
  resource: Resource,
  inputs: Values,
  made: { id: string }[],
): PlatformError {
  return new PlatformError({
    code: "unknown_state",
    operation: `tell which ${nounOf(resource, inputs)} was created by a request without an answer`,
    detail: `the instance has ${made.length} new ones (ids ${made.map(({ id }) => id).join(", ")})`,
    hint: canAdopt(resource)
      ? "Delete the wrong ones on the instance, and set `adopt` to the id of the correct one."
      : "Delete them on the instance, then run the command again.",
  });
}

/** An object that may have been created, and could not be searched for. */
export function cannotLook(
  resource: Resource,
  inputs: Values,
  lost: PlatformError,
  failed: unknown,
): unknown {
  if (!(failed instanceof PlatformError) || failed.code === "unknown_state") return failed;
  return new PlatformError({
    code: "unknown_state",
    operation: `check whether ${nounOf(resource, inputs)} was created`,
    detail: `${lost.reason}. The search for it failed too: ${failed.reason}`,
    hint: `${failed.hint === undefined ? "" : `${failed.hint} `}Run the command again: it searches first, and creates nothing twice.`,
    cause: failed,
  });
}

/** An object that the state does not have, but the journal. Two states that share a journal show in the same way. */
export const takenOver = (resource: Resource, inputs: Values, id: string, at: number): Counted => ({
  kind: "taken over",
  first: `${nameOf(resource, inputs)} takes over ${resource.noun} ${id}, which a run of this stack at ${new Date(at).toISOString()} created without saving it in this state.`,
  several: (resources) =>
    `${resources} take over objects which an earlier run of this stack created without saving them in this state.`,
});

/** What takes so long, where a request got no answer. */
export const looksForCreated = (resource: Resource, inputs: Values, seconds: number): string =>
  `The platform may still create ${nounOf(resource, inputs)}, because a request for it got no answer. Pulumi looks for it on the instance, for up to ${seconds} s.`;

export function unknownCreate(
  resource: Resource,
  inputs: Values,
  identity: string | undefined,
  confirmed: readonly string[],
  lost?: PlatformError,
): PlatformError {
  const again =
    identity === undefined
      ? "run the command again"
      : `run ${confirmAbsent([identity], confirmed)}, run the command again, then remove that id`;
  return new PlatformError({
    code: "unknown_state",
    operation: `check whether ${nounOf(resource, inputs)} was created`,
    detail: lost === undefined ? "an earlier run ended before the platform answered" : lost.reason,
    hint: `Look on the instance. ${options([
      canAdopt(resource)
        ? "If it is there, set `adopt` to its id in the program"
        : "If it is there, delete it on the instance",
      `If it is not there, ${again}`,
    ])}`,
    cause: lost,
  });
}

/** The delete of one of two resources that are the same object. */
export function keptForAnother(resource: Resource, id: string, state: Values): string {
  return `Nothing was deleted: another resource of this program manages ${resource.noun} ${id} ${resource.label(state)}.`;
}

/** The delete of an object that a resource took over in this run. */
export function keptByThisRun({ noun, label }: Resource, id: string, state: Values): string {
  return `Nothing was deleted: this run took over ${noun} ${id} ${label(state)}.`;
}

/** Two resources of a program that are one object. */
export function saysTwice({ noun, label }: Resource, id: string, state: Values): string {
  return `Another resource of this program is ${noun} ${id} ${label(state)} too. Remove one of them from the state with \`pulumi state delete\`. The object is deleted only with the last of them.`;
}

/** The same connection leads to another address: only a read can tell whether the object is there. */
export function addressChanged(
  { noun, label }: Resource,
  id: string,
  state: Values,
  from: string,
  to: string,
): string {
  return `The ${noun} ${id} ${label(state)} was created on ${from}, and this run uses ${to}. If that is the same instance under a new address, run \`pulumi up --refresh --run-program\`. If it is not, restore the old address.`;
}
