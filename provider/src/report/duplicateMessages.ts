import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Step, Way } from "../wire/advice";
import { PlatformError } from "../wire/errors";
import { adopting, canAdopt, killedElsewhere, nounOf, sameContent } from "./messageParts";

/** The existing objects with the content of a create, and the inputs that were not compared. */
export interface Duplicates {
  ids: readonly string[];
  notCompared: readonly string[];
}

/** The duplicate can belong to another program or to a person, so the create fails. */
export function duplicateExists(
  resource: Resource,
  inputs: Values,
  duplicates: readonly { id: string }[],
  notCompared: readonly string[],
  /** Ways out if the create may replace this object; undefined if it does not. */
  ifReplacing: readonly Way[] | undefined,
): PlatformError {
  const ids = duplicates.map(({ id }) => id);
  const ways =
    ifReplacing === undefined
      ? waysBesideOwn(resource, ids)
      : [...waysWithDuplicate(resource, ids), ...ifReplacing];
  return new PlatformError({
    code: "duplicate_exists",
    operation: `create ${nounOf(resource, inputs)}`,
    detail: `the instance already has ${sameContent(ids, notCompared)}, so nothing was created`,
    advice: ways,
  });
}

/** The ways out if the instance already has duplicates. */
export const waysWithDuplicate = (resource: Resource, [id]: readonly string[]): Way[] => [
  {
    when: "renamed",
    steps: [{ program: "option", option: "aliases", example: '[{ name: "OLD-NAME" }]' }],
  },
  killedElsewhere,
  ...(canAdopt(resource) ? [{ to: "manage" as const, steps: [adopting(id)] }] : []),
  ...duplicating(resource),
];

/** The ways out for a replacement. Its resource already has an object, so it cannot adopt another one. */
const waysBesideOwn = (resource: Resource, ids: readonly string[]): Way[] => [
  { when: "unmanaged", steps: [{ instance: "delete", ids }, { again: "command" }] },
  ...duplicating(resource),
];

/** The platform refuses a create, and no list shows whether a duplicate is the cause. */
export const refusedUnseen = (
  resource: Resource,
  inputs: Values,
  error: PlatformError,
  ifReplacing: readonly Way[],
): PlatformError => {
  const { code, detail, status, traceId, advice } = error;
  return new PlatformError({
    ...{ code, detail, status, traceId, cause: error },
    operation: `create ${nounOf(resource, inputs)}`,
    note: `The instance can already have a ${resource.noun} of this name.`,
    advice: [...advice, ...waysWithDuplicate(resource, []), ...ifReplacing],
  });
};

/** The way to create a duplicate, for resources that allow it. */
export const duplicating = (
  { inputs }: Resource,
  way: Pick<Way, "to" | "when"> = { to: "duplicate" },
): Way[] => {
  const step: Step = { program: "set", path: "allowDuplicate", value: true };
  return "allowDuplicate" in inputs.shape ? [{ ...way, steps: [step] }] : [];
};
