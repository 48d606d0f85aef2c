import type { Resource } from "../../definition/resource";
import type { Values } from "../../definition/values";
import { extendedOption } from "../../messages/options";
import { PlatformError } from "../../messages/errors";
import type { Advised, Refused } from "../diagnostics";
import { accepting, advised, difference, labelOf, objectOf, show } from "./messageParts";

/** An object of an earlier run that differs from the program. */
export function cannotTakeOver(
  resource: Resource,
  id: string,
  inputs: Values,
  live: Values,
  changed: readonly string[],
  byMail: readonly string[],
): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `manage ${objectOf(resource, id, inputs)}, which an earlier run created`,
    detail: `${difference(live, inputs, changed)}, and the documented API cannot change it`,
    advice: [{ to: "accept", steps: accepting(live, changed, byMail) }, extendedOption],
  });
}

export function differsFromAdopted(
  resource: Resource,
  inputs: Values,
  live: Values,
  path: string,
  byMail: readonly string[],
): Refused {
  return {
    reason: `${difference(live, inputs, [path])}, and the documented API cannot change the adopted ${resource.noun}`,
    advice: [{ steps: accepting(live, [path], byMail) }, extendedOption],
  };
}

export const nothingToAdopt = ({ noun }: Resource, { adopt }: Values): Refused => ({
  reason: `adopt: ${noun} ${show(adopt)} does not exist, or the user of the token cannot see it`,
});

/** The instance can still show what a run deleted a moment ago. */
export const adoptsDeleted = ({ noun }: Resource, { adopt }: Values): Refused => ({
  reason: `adopt: an earlier run deleted ${noun} ${show(adopt)}, also if the instance still shows it`,
  advice: [{ steps: [{ program: "unset", path: "adopt" }] }],
});

export function cannotAdopt(
  resource: Resource,
  id: string,
  inputs: Values,
  { reason, advice }: Refused,
  code: "impossible" | "declared_twice" = "impossible",
): PlatformError {
  return new PlatformError({
    code,
    operation: `adopt ${resource.noun} ${id} as ${labelOf(resource.label, inputs)}`,
    detail: reason,
    advice,
  });
}

/** Pulumi deletes an object that is still needed. */
const kept = (why: string) => (resource: Resource, id: string, state: Values) =>
  `Nothing was deleted: ${why} ${objectOf(resource, id, state)}.`;

/** Two resources manage the same object, and the program no longer declares one of them. */
export const keptForAnother = kept("a resource of this program manages");

export const keptByThisRun = kept("this run took over");

/** Perhaps with the same resource. */
export const keptForAdoption = kept("the program adopts");

/** Two resources of a program manage the same object. */
export function managedTwice(resource: Resource, id: string, state: Values): Advised {
  return advised(`Another resource of this program is ${objectOf(resource, id, state)} too.`, [
    { steps: [{ program: "remove" }], note: "The object is deleted only with the last of them." },
  ]);
}

/** Another resource adopts the object of this resource, so its create will fail. */
export function adoptedElsewhere(resource: Resource, id: string, state: Values): Advised {
  const object = objectOf(resource, id, state);
  const fact = `Another resource of this program adopts ${object}, which this resource manages.`;
  return { ...advised(fact, [{ steps: [{ program: "remove" }] }]), code: "declared_twice" };
}
