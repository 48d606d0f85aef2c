import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Step, Way } from "../wire/advice";
import { PlatformError } from "../wire/errors";
import { canAdopt, killedElsewhere, nounOf, sameContent } from "./messageParts";

/** Nothing shows that it belongs to this program: another program or a person may have created it. */
export function twinExists(
  resource: Resource,
  inputs: Values,
  twins: readonly { id: string }[],
  notCompared: readonly string[],
  /** How to go on where the object may be the one that the create replaces. */
  ifReplacing: readonly Way[],
): PlatformError {
  const ids = twins.map(({ id }) => id);
  return new PlatformError({
    code: "twin_exists",
    operation: `create ${nounOf(resource, inputs)}`,
    detail: `the instance already has ${sameContent(ids, notCompared)}, so nothing was created`,
    advice: [...waysWithTwin(resource, ids), ...ifReplacing],
  });
}

/** What to do where the instance has objects like the one to create. */
export const waysWithTwin = (resource: Resource, [id]: readonly string[]): Way[] => [
  {
    when: "renamed",
    steps: [{ program: "option", option: "aliases", example: '[{ name: "OLD-NAME" }]' }],
  },
  killedElsewhere,
  ...(canAdopt(resource)
    ? [{ to: "manage" as const, steps: [{ program: "set" as const, path: "adopt", value: id }] }]
    : []),
  ...("allowDuplicate" in resource.inputs.shape
    ? [{ to: "duplicate" as const, steps: [allowingDuplicate] }]
    : []),
];

export const allowingDuplicate: Step = { program: "set", path: "allowDuplicate", value: true };
