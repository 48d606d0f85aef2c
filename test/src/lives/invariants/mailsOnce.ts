import { isDeepStrictEqual } from "node:util";
import type { Declared } from "../../engine/stacks/pulumiStack";
import type { Values } from "../../lifecycle/tables/row";
import { placed } from "../history";
import { aliasesOf, isDone, isUnderItsParent, senders } from "./judged";
import type { Breach, Invariant, Judged } from "./judged";
import type { Held } from "../judging/objects";
import { isPartial } from "../judging/observed";
import type { Observed } from "../judging/observed";

/** Whom a resource mails, as the simulator calls them. */
function addressOf({ args }: Declared): string {
  const [first] = args.recipients as { value?: string; emailAddress?: string }[];
  return first?.value ?? first?.emailAddress ?? "";
}

const dynamic = "pulumi-nodejs:dynamic";

/** The resource in a state that a declaration stands for, perhaps under a former name. */
export function heldFor(declared: Declared, held: readonly Held[]): Held | undefined {
  const names = [declared.name, ...aliasesOf(declared)];
  return names
    .map((name) =>
      held.find((one) => one.name === name && one.type === declared.type && !one.isOld),
    )
    .find((one) => one !== undefined);
}

/** What an intent asks for again: everything that is compared when it is updated. */
const askedOf = ({ recipients, triggers = [] }: Values) => ({ recipients, triggers });

/** Whether both ask for the same mail. */
export const isSameMail = (one: Values, other: Values): boolean =>
  isDeepStrictEqual(askedOf(one), askedOf(other)) && one.scheduleId === other.scheduleId;

/**
 * A person asks for a mail by declaring it where the state does not have it like that. Until a run succeeds, that
 * stays one intent.
 */
function breaches(judged: Judged): Breach[] {
  const { observed, declared } = judged;
  if (observed.name === "up")
    return declared
      .filter(({ type }) => senders.includes(type))
      .flatMap((one) => breachesOf(one, judged));
  // What an earlier, killed run asked for can happen now.
  const isAsked = observed.calls.some(({ method }) => method === "POST");
  const whom = observed.mails.map(({ to }) => to).join(", ");
  return whom === "" || !isAsked ? [] : [{ what: `${observed.args.join(" ")} mailed ${whom}` }];
}

function breachesOf(one: Declared, judged: Judged): Breach[] {
  const { observed, history, parents } = judged;
  const { stack, after, told, mails } = observed;
  const ops = told.ops.get(one.name) ?? [];
  const sent = mails.filter(({ to }) => to === addressOf(one)).map(({ subject }) => subject);
  const says = (what: string) => [{ what: `${one.type} ${one.name} ${what}`, declared: one }];
  const mailed = history.mailed(stack, one.type, placed(one.name, parents.get(one.name)));
  const known = heldFor(one, observed.before.held.get(stack) ?? []);
  // Whoever replaces what the state has asks for its mail again.
  if (known !== undefined && isReplaced(ops) && history.isFirstReplaced(known)) mailed.clear();
  if (!isDue(one, judged)) {
    if (isDone(observed)) mailed.clear();
    return sent.length > 0 ? says("mailed, and nobody asked for it") : [];
  }
  const asked = JSON.stringify(askedOf(one.args));
  const now = heldFor(one, after.held.get(stack) ?? []);
  const isStated = now !== undefined && isDeepStrictEqual(askedOf(now.inputs), askedOf(one.args));
  // Once the state has this, what was asked for earlier can be asked for again.
  for (const key of mailed.keys()) if (isStated && !key.startsWith(asked)) mailed.delete(key);
  for (const subject of sent) {
    const key = `${asked} of ${subject}`;
    mailed.set(key, (mailed.get(key) ?? 0) + 1);
  }
  const most = Math.max(
    0,
    ...[...mailed].filter(([key]) => key.startsWith(asked)).map(([, count]) => count),
  );
  const twice = most > 1 ? says(`mailed ${most} times for one intent`) : [];
  // What a target leaves out is the same, whatever the program says.
  const isTold = ops.some((op) => op !== "same") || !isPartial(observed);
  if (!isDone(observed) || !isTold) return twice;
  mailed.clear();
  // Redirected, another address gets it.
  const isLive = judged.mail === "live";
  const isSilent =
    isLive && isStated && now.outputs.outcome === "done" && most === 0 && ops.length > 0;
  return isSilent && !warnsOf(one, observed)
    ? [...twice, ...says("says that it mailed, and nobody got mail")]
    : twice;
}

/** Whether it gets a successor; the old one of an earlier run is only deleted. */
const isReplaced = (ops: readonly string[]): boolean =>
  ops.some((op) => op.includes("replace") && op !== "delete-replaced");

/** Whether the resource is not in the state as the program declares it, or is replaced. */
function isDue(one: Declared, { observed, ...judged }: Judged): boolean {
  const { stack, before, after, told } = observed;
  const found = heldFor(one, before.held.get(stack) ?? []);
  const now = heldFor(one, after.held.get(stack) ?? []);
  // With another parent it is another resource, and so it is with another name and in the other way at once.
  const isMoved =
    found?.name !== one.name && now?.urn.includes(dynamic) !== found?.urn.includes(dynamic);
  const isAnother =
    found === undefined || !isUnderItsParent({ ...found, name: one.name }, judged) || isMoved;
  const ops = told.ops.get(one.name) ?? [];
  const isMade = ops.includes("create") && now?.urn !== found?.urn;
  const known = isAnother || isMade ? undefined : found;
  const isSame =
    known !== undefined &&
    isSameMail(known.inputs, { ...one.args, scheduleId: now?.inputs.scheduleId });
  // The state of a killed run does not have the new id of the schedule yet.
  const hasNewSchedule =
    !isDone(observed) &&
    ops.includes("update") &&
    judged.declared.some(
      ({ type, name }) =>
        type === "ReportSchedule" && told.ops.get(name)?.some((op) => op.startsWith("create")),
    );
  return !isSame || isReplaced(ops) || hasNewSchedule;
}

/** Whether the run says of this resource that it mailed earlier, or that it is not known. */
const warnsOf = ({ type }: Declared, { messages }: Observed): boolean =>
  messages.some(
    ({ kind, code, resource, mails }) =>
      resource === type && ((kind === "warning" && code === undefined) || mails?.who?.length === 0),
  );

export const mailsOnce: Invariant = {
  name: "an intent mails at most once, and exactly once where the run says that it did",
  exceptions: ["journalLost", "removedAfterKill"],
  breaches,
};
