import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { PlatformError } from "../wire/errors";
import { withoutAddresses } from "../wire/redact";
import { get } from "../definition/paths";
import type { Problem } from "./problems";

export const ended = "This run was ended, and nothing was called.";
export const extended = "set platform:operations to extended";
/** A destroy uses the settings of the last update unless it runs the program. */
const extendedDelete = `${extended} and run \`pulumi up\`, or \`pulumi destroy --run-program\``;

const show = (value: unknown) =>
  value === undefined ? "nothing" : withoutAddresses(JSON.stringify(value));

/** The settings may hold others already. */
const confirm = (id: string) =>
  `\`pulumi config set --path 'platform:confirmAbsent[0]' ${id}\` (\`[1]\` for a second one, and so on)`;

/** What shows Pulumi that somebody deleted an object by hand. */
const seenByHand = (resource: Resource) =>
  resource.kind === "object" && resource.documented.read === undefined
    ? "`pulumi state delete <urn>`"
    : "`pulumi refresh`";

/**
 * A change of the program that has no way, for a check failure. `lacking` is the verb that it would need: what
 * is not changed in place has to be deleted, and is then made anew.
 */
export function cannotChange(
  resource: Resource,
  old: Values,
  next: Values,
  path: string,
  lacking: "update" | "delete",
): string {
  const { noun, label } = resource;
  const byHand =
    lacking === "update"
      ? "change it on the instance by hand, then run `pulumi refresh`"
      : `delete it on the instance by hand, then run ${seenByHand(resource)}`;
  const ways = [
    ...(resource.kind === "object" && lacking in resource.extended ? [extended] : []),
    byHand,
    "make a new one under a new name in the program: give the old one the resource option retainOnDelete first, and switch it off or delete it on the instance by hand, or both of them go on",
  ];
  const needed = lacking === "update" ? "" : ", which is needed to make another one in its place";
  return `cannot change from ${show(get(old, path))} to ${show(get(next, path))}: the documented API has no way to ${lacking} ${noun} ${label(old)}${needed}. Ways out: ${ways.join("; or ")}`;
}

/** What the instance changed and the documented API cannot put right. */
export function cannotRepair(
  resource: Resource,
  id: string,
  live: Values,
  inputs: Values,
  problem: Problem | undefined,
  changed: readonly string[],
): PlatformError {
  const paths =
    problem === undefined ? changed : changed.filter((path) => get(live, path) !== undefined);
  return new PlatformError({
    code: "impossible",
    operation: `update ${resource.noun} ${id} ${resource.label(inputs)}`,
    detail: `${paths.map((path) => `${path} is ${show(get(live, path))} on the instance and ${show(get(inputs, path))} in the program`).join(", ")}, and ${resource.kind === "object" && "update" in resource.extended ? "the documented API has no way to change it" : "it cannot be changed"}`,
    hint: `To accept what is on the instance, write ${paths.map((path) => `\`${path}: ${show(get(live, path))}\``).join(", ")} in the program; to restore what the program says, ${extended} or change it by hand.`,
  });
}

export function cannotDelete(resource: Resource, id: string, state: Values): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `delete ${resource.noun} ${id} ${resource.label(state)}`,
    detail: "the documented API has no way to delete it, and nothing was called",
    hint: `Ways out: ${extendedDelete}; or keep it on the instance and let Pulumi forget it: set the resource option retainOnDelete and run \`pulumi up\` before taking it out of the program, or run \`pulumi state delete <urn>\`; or delete it by hand and run ${seenByHand(resource)}.`,
  });
}

export function notDeleted(
  resource: Resource,
  id: string,
  state: Values,
  error: PlatformError,
): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `delete ${resource.noun} ${id} ${resource.label(state)}`,
    detail: "the platform answered 404, but nothing shows that the object is gone",
    hint: "This instance may not know extended operations: set platform:operations to documented, and delete it by hand.",
    cause: error,
  });
}

/** Another instance for an object that cannot be deleted where it is. */
export function cannotMove(resource: Resource, old: Values, from: string, to: string): string {
  return `cannot change from ${from} to ${to}: ${resource.noun} ${resource.label(old)} would be made anew there, and the documented API has no way to delete the one on ${from}. Ways out: ${extended} for that instance; or give the old one the resource option retainOnDelete, run \`pulumi up\`, and declare the new one under another name`;
}

/** What a preview says of a mail that the state does not hold, but the journal. */
export function mailedBefore({ name, label }: Resource, inputs: Values, sentAt: number): string {
  return `${name} ${label(inputs)} mails nobody: an earlier run began to, at ${new Date(sentAt).toISOString()}.`;
}

/** What the state does not hold, but the journal. */
export function doneBefore({ name, label }: Resource, inputs: Values, sentAt: number): string {
  return `${name} ${label(inputs)} was done by an earlier run, at ${new Date(sentAt).toISOString()}, and is not done again. To do it again, change \`triggers\`.`;
}

/** What was kept from mailing. */
export function muted(resource: Resource, inputs: Values): string {
  const hint =
    resource.kind === "object"
      ? "What was to be done besides is done, and is not mailed later."
      : "To send it later, change `triggers` when mail is live.";
  return `${resource.name} ${resource.label(inputs)} mailed nobody, as platform:mail says. ${hint}`;
}

/** What was mailed to somebody else. */
export function redirected({ name, label }: Resource, inputs: Values): string {
  return `${name} ${label(inputs)} was mailed to the address of platform:mail only. To send it to those whom the program names, change \`triggers\` when mail is live.`;
}

/** Where nothing tells whether the mail of something that is done was sent. */
export function unknownMail(resource: Resource, inputs: Values, why: string): string {
  return `${resource.name} ${resource.label(inputs)} is done, but it is not known whether its mail was sent: ${why}. It is not sent again. Ask one of those who should have it.`;
}

/** Where nothing tells whether an action was carried out. */
export function unknownOutcome(
  resource: Resource,
  inputs: Values,
  why: string,
  whenUnknown: string,
): string {
  return `It is not known whether ${resource.noun} ${resource.label(inputs)} was done: ${why}. It is not done again by itself. ${whenUnknown}`;
}

export const cannotWait = `waitMinutes: nothing is waited for, as the documented API does not tell how far it is; leave it out, or ${extended}`;

export function cannotTell({ name, label }: Resource, inputs: Values): string {
  return `${name} ${label(inputs)} was started, but is not waited for: the platform did not tell what to ask for.`;
}

export function goesOn({ name, label }: Resource, inputs: Values, said: string): string {
  return `${name} ${label(inputs)}: ${said}.`;
}

export function stillRunning({ name, label }: Resource, inputs: Values, said: string): string {
  return `${name} ${label(inputs)} goes on: ${said} after ${String(inputs.waitMinutes)} minutes. It is not run again by itself.`;
}

export function waitInterrupted(resource: Resource, inputs: Values, said: string): PlatformError {
  return new PlatformError({
    code: "interrupted",
    operation: `wait for ${resource.noun} ${resource.label(inputs)}`,
    detail: `this run was ended, and ${said}`,
    hint: "It goes on on the instance. The next `pulumi up` waits for it again, and does not run it again.",
  });
}

export function endedBadly(resource: Resource, inputs: Values, said: string): PlatformError {
  return new PlatformError({
    code: "ended_badly",
    operation: `wait for ${resource.noun} ${resource.label(inputs)}`,
    detail: said,
    hint: "Look on the instance for the reason. The next `pulumi up` runs it again.",
  });
}

/** Ids of one instance mean nothing, or something else, on another. */
export function anotherInstance(
  resource: Resource,
  id: string,
  state: Values,
  made: string,
  here: string,
): PlatformError {
  return new PlatformError({
    code: "another_instance",
    operation: `work on ${resource.noun} ${id} ${resource.label(state)}`,
    detail: `it was made on ${made}, and this run is for ${here}; nothing was changed`,
    hint: `Check platform:baseUrl and PLATFORM_BASE_URL, or use a stack of its own for each instance. If the instance only got another address, run \`pulumi refresh\`: it takes over what is the same there.`,
  });
}

export function unknownState(
  resource: Resource,
  id: string,
  state: Values,
  why: string,
  isElsewhere = false,
): PlatformError {
  const check = isElsewhere
    ? "Check platform:baseUrl and PLATFORM_BASE_URL: another instance tells nothing of this one. Only where that instance got this address, and i"
    : "I";
  return new PlatformError({
    code: "unknown_state",
    operation: `tell whether ${resource.noun} ${id} ${resource.label(state)} still exists`,
    detail: `${why}. Its state is left as it is`,
    hint: `${check}f you have seen that it is gone, say so: ${confirm(id)}, then \`pulumi refresh --run-program\` (without that flag a refresh uses the settings of the last update).`,
  });
}

/** Nothing says that it is ours: another program or person may have made it. */
export function twinExists(
  resource: Resource,
  inputs: Values,
  twins: { id: string }[],
): PlatformError {
  const ids = twins.map(({ id }) => id);
  return new PlatformError({
    code: "twin_exists",
    operation: `create ${resource.noun} ${resource.label(inputs)}`,
    detail: `the instance has ${ids.length === 1 ? "one" : String(ids.length)} with the same content already (${ids.join(", ")}), and nothing was created`,
    hint: `If it is the one that this program means, write \`adopt: "${ids[0]}"\`; if the resource only got a new name in the program, give it the resource option \`aliases\`${"allowDuplicate" in resource.inputs.shape ? "; if there are to be several, write `allowDuplicate: true`" : ""}.`,
  });
}

export function severalMade(
  resource: Resource,
  inputs: Values,
  made: { id: string }[],
): PlatformError {
  return new PlatformError({
    code: "unknown_state",
    operation: `tell which ${resource.noun} ${resource.label(inputs)} is the one that a request without an answer created`,
    detail: `there are several new ones: ${made.map(({ id }) => id).join(", ")}`,
    hint: `Look at them on the instance, delete those that should not be, and write \`adopt: "<id>"\` for the one that should.`,
  });
}

/** An object that may have been created, and that could not be looked for. */
export function cannotLook(
  resource: Resource,
  inputs: Values,
  lost: PlatformError,
  failed: unknown,
): unknown {
  if (!(failed instanceof PlatformError) || failed.code === "unknown_state") return failed;
  return new PlatformError({
    code: "unknown_state",
    operation: `tell whether ${resource.noun} ${resource.label(inputs)} was created`,
    detail: `${lost.reason}. To look for it failed as well: ${failed.reason}`,
    hint: `${failed.hint === undefined ? "" : `${failed.hint} `}Run again: it is looked for first, and not created twice.`,
    cause: failed,
  });
}

export function unknownCreate(
  resource: Resource,
  inputs: Values,
  identity: string | undefined,
  lost?: PlatformError,
): PlatformError {
  return new PlatformError({
    code: "unknown_state",
    operation: `tell whether ${resource.noun} ${resource.label(inputs)} was created`,
    detail:
      lost === undefined ? "an earlier run ended before its request was answered" : lost.reason,
    hint: `Look on the instance: if it is there, write \`adopt: "<id>"\` in the program; if it is not, ${identity === undefined ? "run again." : `${confirm(identity)}, run again, and take that out again.`}`,
    cause: lost,
  });
}

export function cannotTakeOver(
  resource: Resource,
  id: string,
  inputs: Values,
  live: Values,
  changed: readonly string[],
): PlatformError {
  return new PlatformError({
    code: "impossible",
    operation: `take over ${resource.noun} ${id} ${resource.label(inputs)}`,
    detail: `${changed.map((path) => `${path} is ${show(get(live, path))} on the instance and ${show(get(inputs, path))} in the program`).join(", ")}, and the documented API has no way to change it`,
    hint: `Write what is on the instance in the program, or ${extended}.`,
  });
}

export function differsFromAdopted(
  resource: Resource,
  inputs: Values,
  live: Values,
  path: string,
): string {
  return `is ${show(get(live, path))} on the ${resource.noun} to adopt and ${show(get(inputs, path))} in the program, and the documented API has no way to change it: write ${show(get(live, path))} in the program, or ${extended}`;
}

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

/** The same connection leads to another address: only a read can tell whether the object is there. */
export function addressChanged(
  { noun, label }: Resource,
  id: string,
  state: Values,
  made: string,
  here: string,
): string {
  return `The ${noun} ${id} ${label(state)} was made on ${made}, and this run is for ${here}. If both are the same instance, run \`pulumi up --refresh --run-program\`, which looks there. Otherwise, go back to the address of before.`;
}

/** A command without a program or a state. */
export const mailsAtOnce =
  "would be mailed at once, and no state keeps it from being mailed again: say that you mean it with --platform:mail live, or try it with --platform:mail muted";

/** Why nothing is known of a request that the journal holds. */
export const earlierRunEnded = "an earlier run ended before the answer came";
