import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { confirmAbsent, shellWord } from "../definition/commands";
import { options, PlatformError } from "../wire/errors";
import { killedElsewhere, knownName, nameOf, nounOf, useExtended } from "./messageParts";
import type { Counted } from "./notices";

/** How a person takes back that Pulumi is to replace a resource. */
const withdraw = (urn?: string) =>
  `Remove \`--replace\` from the command, or take back a change of \`replacementTrigger\`. After \`pulumi state taint\`, run \`pulumi state untaint ${urn === undefined ? "URN" : shellWord(urn)}\``;

const theOldOneStays = "the documented API cannot delete the old one";

/** A replacement that the program or the command asks for, for a check failure. */
export const cannotReplace = (resource: Resource, inputs: Values, urn?: string): string =>
  `This replacement of ${knownName(resource, inputs)} is not possible, because ${theOldOneStays}. ${options([withdraw(urn), useExtended])}`;

/** The same, where only a create shows that it is a replacement. */
export function cannotReplaceNow(resource: Resource, inputs: Values): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `replace ${nounOf(resource, inputs)}`,
    detail: `${theOldOneStays}, so nothing was created`,
    hint: options([withdraw(), useExtended]),
  });
}

/** The same in a preview. */
export const willNotReplace = (resource: Resource, inputs: Values): Counted => ({
  kind: "cannot replace",
  code: "impossible",
  first: `${nameOf(resource, inputs)} cannot be replaced, because ${theOldOneStays}. ${options([withdraw(), useExtended])}`,
  several: (resources) => `${resources} cannot be replaced, because ${theOldOneStays}.`,
});

const deleteFirst = "set its resource option `deleteBeforeReplace` to `true`";

/** A replacement whose old object has what only one object can have. */
export function mustDeleteFirst(resource: Resource, inputs: Values): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `replace ${nounOf(resource, inputs)}`,
    detail: "the old one still has this name, so nothing was created",
    hint: `To replace it, ${deleteFirst}. ${withdraw()} to keep it.`,
  });
}

/** The same in a preview, which does not show the option. */
export const willNeedDeleteFirst = (resource: Resource, inputs: Values): Counted => ({
  kind: "needs deleteBeforeReplace",
  first: `${nameOf(resource, inputs)} is replaced. Two of them cannot have the same name: ${deleteFirst}, or \`pulumi up\` fails.`,
  several: (resources) =>
    `${resources} are replaced. Without \`deleteBeforeReplace\`, \`pulumi up\` fails.`,
});

/** What to do where the object that a create found may be the one that it replaces. */
export const ifReplacing = ({ kind, ...resource }: Resource, canDelete: boolean): string => {
  if (!canDelete) return `If it is the object of this resource, ${theOldOneStays}. ${withdraw()}`;
  const first =
    kind === "object" && "replacement" in resource && resource.replacement === "deleteFirst";
  return `If Pulumi replaces this resource (\`--replace\`, \`pulumi state taint\`), add \`--refresh\` to the command${first ? `, and ${deleteFirst}` : ""}`;
};

const savedBy = (at: number) =>
  `a run of this stack at ${new Date(at).toISOString()} created and saved, but which this state does not have`;

interface Lost {
  resource: Resource;
  inputs: Values;
  verbs: { delete?: unknown };
}

/** An object that was in a state: another stack, another copy of the state, or nobody may manage it now. */
export function savedElsewhere(
  { resource, inputs, verbs }: Lost,
  id: string,
  at: number,
): PlatformError {
  return new PlatformError({
    code: "twin_exists",
    operation: `create ${nounOf(resource, inputs)}`,
    detail: `the instance has ${resource.noun} ${id}, which ${savedBy(at)}, so nothing was created`,
    hint: options([
      ifReplacing(resource, verbs.delete !== undefined),
      killedElsewhere,
      `If no stack manages it, write \`adopt: "${id}"\``,
      ...("allowDuplicate" in resource.inputs.shape
        ? ["If another stack manages it, write `allowDuplicate: true`"]
        : []),
    ]),
  });
}

/** The same in a preview. */
export const willMeetSaved = (
  resource: Resource,
  inputs: Values,
  id: string,
  at: number,
): Counted => ({
  kind: "saved elsewhere",
  code: "twin_exists",
  first: `${nameOf(resource, inputs)} cannot be created, because the instance has ${resource.noun} ${id}, which ${savedBy(at)}. \`pulumi up\` lists your options.`,
  several: (resources) =>
    `${resources} cannot be created, because the instance has objects of earlier runs, which this state does not have.`,
});

/** The preview shows a create, which takes over what a killed run created. */
export const willTakeOver = (
  resource: Resource,
  inputs: Values,
  id: string,
  at: number,
): Counted => ({
  kind: "will take over",
  first: `${nameOf(resource, inputs)} takes over ${resource.noun} ${id} instead of creating one: a run of this stack at ${new Date(at).toISOString()} created it without saving it in this state.`,
  several: (resources) =>
    `${resources} take over objects which an earlier run of this stack created without saving them in this state.`,
});

/** The preview shows a create, which looks first for what a killed run may have created. */
export const willLookFor = (resource: Resource, inputs: Values, at: number): Counted => ({
  kind: "will look for",
  first: `A run of this stack at ${new Date(at).toISOString()} may have created ${nounOf(resource, inputs)}. \`pulumi up\` looks for it first, and takes it over if it is there.`,
  several: (resources) =>
    `${resources} may have been created by an earlier run. \`pulumi up\` looks for them first, and takes over those that are there.`,
});

/** A replacement whose run ended between its create and the delete of the old object. */
export function unfinishedReplacement(
  { noun, label }: Resource,
  id: string,
  state: Values,
  successor: string,
  identity: string | undefined,
  confirmed: readonly string[],
): string {
  const name = successor === identity ? "" : ` ${successor}`;
  return `A run that replaced ${noun} ${id} ${label(state)} was interrupted: its successor${name} may exist, and no state has it. ${options(
    [
      "To finish the replacement, ask for it again, for example with `--replace`",
      `To keep ${id}, delete the successor on the instance, then run ${confirmAbsent([successor], confirmed)}`,
    ],
  )}`;
}
