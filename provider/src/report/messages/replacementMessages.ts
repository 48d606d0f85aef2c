import { reusesIds } from "../../definition/object";
import type { ObjectResource } from "../../definition/object";
import type { Resource } from "../../definition/resource";
import type { Values } from "../../definition/values";
import { confirmAbsent, extendedOption } from "../../messages/options";
import type { Advice, Step, Option } from "../../messages/advice";
import { adviceText } from "../../messages/adviceText";
import { PlatformError } from "../../messages/errors";
import {
  advised,
  adopting,
  canAdopt,
  killedElsewhere,
  nameOf,
  sameForAll,
  nounOf,
  objectOf,
  refresh,
  uniqueName,
  withoutReplace,
} from "./messageParts";
import type { Notice } from "../notices";
import type { Advised, Refused } from "../diagnostics";
import { duplicating, renamedFrom } from "./duplicateMessages";
import { notShownYet } from "./unknownMessages";

/** How a person cancels a replacement that was not caused by changed inputs. */
const withdrawn = (urn?: string): Option[] => [
  withoutReplace,
  {
    when: "tainted",
    steps: [
      { run: ["pulumi", "state", "untaint", ...(urn === undefined ? [] : [urn])] },
      { again: "command" },
    ],
  },
  { when: "triggered", steps: [{ program: "undo" }] },
];

const theOldOneStays = "the documented API cannot delete the old one";

/** A replacement without a changed input, for a check failure. */
export const cannotReplace = (resource: Resource, inputs: Values, urn?: string): Refused => ({
  reason: `This replacement of ${nameOf(resource, inputs)} is not possible, because ${theOldOneStays}.`,
  advice: [...withdrawn(urn), extendedOption],
});

/** The way out if the create only looks like a replacement. */
export const ifRenamed = (mayBeRenamed: boolean): Option[] =>
  mayBeRenamed ? [renamedFrom(undefined, "renamedInState")] : [];

/** The same, if only the create shows that it is a replacement. */
export function cannotReplaceNow(
  resource: Resource,
  inputs: Values,
  renamed: readonly Option[],
): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `replace ${nounOf(resource, inputs)}`,
    detail: `${theOldOneStays}, so nothing was created`,
    advice: [...withdrawn(), ...renamed, extendedOption],
  });
}

const deleteFirst: Step = { program: "option", option: "deleteBeforeReplace", value: true };

/**
 * The old object still has the unique name of the new one. `kept` has its ids if Pulumi should have deleted it first.
 */
export function mustDeleteFirst(
  resource: Resource,
  inputs: Values,
  renamed: readonly Option[],
  kept?: readonly string[],
): PlatformError {
  const deleting: Step = { instance: "delete", ids: kept };
  return new PlatformError({
    code: "impossible",
    operation: `replace ${nounOf(resource, inputs)}`,
    detail: "the old one still has this name, so nothing was created",
    advice: [
      kept === undefined
        ? { to: "replace", steps: [deleteFirst] }
        : { when: "retained", steps: [deleting, { again: "command" }] },
      ...withdrawn(),
      ...renamed,
    ],
  });
}

/** The same in a preview, which does not show the options of the resource. */
export function willNeedDeleteFirst(
  resource: Resource,
  inputs: Values,
  renamed: readonly Option[],
): Notice {
  const advice: Advice = [{ to: "replace", steps: [deleteFirst] }, ...renamed];
  return {
    kind: "needs deleteBeforeReplace",
    code: "impossible",
    advice,
    first: `${nameOf(resource, inputs)} is replaced. Two of them cannot have the same name, so \`pulumi up\` fails, unless the resource has the option \`deleteBeforeReplace\` already. ${adviceText(advice, "sentences")}`,
    several: (resources) =>
      `${resources} are replaced. Each needs the option \`deleteBeforeReplace\`, or \`pulumi up\` fails.`,
  };
}

/** The ways out if a create may replace the object that it found. */
export const ifReplacing = (resource: Resource, canDelete: boolean): Option[] => {
  if (!canDelete) return withdrawn();
  return [
    {
      when: "replacing",
      steps: [
        ...(uniqueName(resource) ? [deleteFirst] : []),
        { again: "command", with: ["--refresh", "--run-program"] },
      ],
      ...(uniqueName(resource) && { note: "The resource must not have `retainOnDelete`." }),
    },
  ];
};

interface Lost {
  resource: Resource;
  inputs: Values;
  verbs: { delete?: unknown };
}

/** The object was in a state. Another stack, another copy of the state, or nobody can manage it now. */
export function savedElsewhere(
  { resource, inputs, verbs }: Lost,
  id: string,
  at: number,
  confirmed: readonly string[],
): PlatformError {
  return new PlatformError({
    code: "duplicate_exists",
    operation: `create ${nounOf(resource, inputs)}`,
    detail: `the instance has ${resource.noun} ${id}, which a run of this stack at ${new Date(at).toISOString()} created and saved, but which Pulumi did not report from this state, so nothing was created`,
    advice: [
      ...ifReplacing(resource, verbs.delete !== undefined),
      renamedFrom(undefined, "renamedInState"),
      killedElsewhere,
      ...(canAdopt(resource) ? [{ when: "unmanaged" as const, steps: [adopting(id)] }] : []),
      ...duplicating(resource, { when: "managedElsewhere" }),
      // Only after a restored backup, an id is that of another object.
      { when: "anotherObject", steps: [confirmAbsent([id], confirmed), { again: "command" }] },
    ],
  });
}

/** The program chose another instance. */
export const willMove = (resource: Resource, inputs: Values, from: string, to: string): Notice => {
  const said = ` moves from ${from} to ${to}: \`pulumi up\` creates another ${resource.noun} there, and deletes the old one, unless that has \`retainOnDelete\`. What no argument holds, such as an end date, is lost.`;
  return { kind: `moves to ${to}`, ...sameForAll(resource, inputs, said) };
};

/** The preview shows a create that first looks for an object of a killed run, until `end` if that takes long. */
export const willLookFor = (
  resource: Resource,
  inputs: Values,
  at: number,
  { searchEnd: end, mayBeHidden }: { searchEnd?: number; mayBeHidden: boolean },
): Notice => ({
  ...{ kind: "will look for", earlier: "object", isAboutEach: true },
  first: `A run of this stack at ${new Date(at).toISOString()} may have created ${nounOf(resource, inputs)}. \`pulumi up\` looks for it first, and takes it over if it is there.${end === undefined ? "" : ` It looks until ${new Date(end).toISOString()} at the latest. Then it creates the object, or fails if it cannot know.`}${mayBeHidden ? " Another token sent the request: where this one does not see the object, `pulumi up` fails." : ""}`,
  several: (resources) =>
    `${resources} may have been created by an earlier run. \`pulumi up\` looks for them first, and takes over those that are there.`,
});

/** A destroy leaves what a killed run created, because no state has it. */
export function staysUnsaved(open: readonly { type: string; sentAt: number }[]): string {
  const what = open.map(({ type, sentAt }) => `${type}, ${new Date(sentAt).toISOString()}`);
  return `A run of this stack ended before it knew whether it had created this (${what.join("; ")}). No state has it, so it stays on the instance: look for it there. Otherwise run \`pulumi up\` with the program before a destroy.`;
}

/** The preview shows a create that first waits for an object of an earlier run. */
export const willWaitFor = (
  resource: Resource,
  inputs: Values,
  id: string,
  ageMs: number,
): Notice => ({
  ...{ kind: "will wait for", earlier: "object", isAboutEach: true },
  first: `${nameOf(resource, inputs)}: an earlier run of this stack created ${resource.noun} ${id}. ${notShownYet(ageMs)}. \`pulumi up\` waits for it, and takes it over.`,
  several: (resources) =>
    `${resources} were created by an earlier run, and the instance does not show them yet. \`pulumi up\` waits for them, and takes them over.`,
});

/** A replacement whose run ended between its create and the delete of the old object. */
export function unfinishedReplacement(
  resource: Resource,
  id: string,
  state: Values,
  successor: string,
  identity: string | undefined,
  confirmed: readonly string[],
): Advised {
  const name = successor === identity ? "" : ` ${successor}`;
  const known = successor === identity ? {} : { ids: [successor] };
  const advice: Advice = [
    { to: "finishReplacement", steps: [{ again: "command", with: ["--replace"] }] },
    {
      to: "keepOld",
      steps: [{ instance: "delete", ...known }, confirmAbsent([successor], confirmed)],
    },
  ];
  const fact = `A run replaced ${objectOf(resource, id, state)}, and this state lacks its successor${name}, which may exist.`;
  return advised(fact, advice, "options");
}

/** An earlier run deleted the object without saving the state, or its delete got no answer. */
export function deletedUnsaved(
  resource: ObjectResource,
  id: string,
  state: Values,
  { isDeleted, isRead }: { isDeleted: boolean; isRead: boolean },
): Advised {
  const notice: Step = isRead ? refresh : { run: ["pulumi", "state", "delete"] };
  const steps: Step[] = [notice, { run: ["pulumi", "up"] }];
  const isAgainPossible = isDeleted && reusesIds(resource);
  const finish: Option = { to: "finishDestroy", steps: [{ run: ["pulumi", "destroy"] }] };
  const advice: Advice = isDeleted
    ? [isAgainPossible ? { when: "notCreatedAgain", steps } : { steps }]
    : [finish, { to: "keepDeclared", steps }];
  const object = objectOf(resource, id, state);
  const ended = isAgainPossible ? "" : ", and ended before the state was saved";
  const fact = isDeleted
    ? `An earlier run deleted ${object}${ended}.`
    : `An earlier run asked the platform to delete ${object}, and nothing shows whether it did.`;
  return advised(fact, advice);
}
