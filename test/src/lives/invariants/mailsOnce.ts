import { isDeepStrictEqual } from "node:util";
import type { Declared } from "../../engine/pulumiStack";
import type { Values } from "../../lifecycle/row";
import type { Invariant, Judged } from "./judged";
import type { Held } from "../objects";
import { isPartial } from "../observed";

const senders = ["ReportSend", "ReportNotification"];

/** Whom a resource mails, as the simulator calls them. */
function addressOf({ args }: Declared): string {
  const [first] = args.recipients as { value?: string; emailAddress?: string }[];
  return first?.value ?? first?.emailAddress ?? "";
}

const aliasesOf = ({ opts }: Declared): string[] =>
  ((opts?.aliases ?? []) as { name: string }[]).map(({ name }) => name);

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

/**
 * A person asks for a mail by declaring it where the state does not have it like that. Until a run succeeds, that
 * stays one intent.
 */
function brokenMails({ observed, declared, history, mail, parents }: Judged): string[] {
  const { name, stack, before, after, mails, told, cut } = observed;
  if (name !== "up") {
    // What an earlier, killed run asked for can happen now.
    const isAsked = observed.calls.some(({ method }) => method === "POST");
    return mails.length === 0 || !isAsked
      ? []
      : [`${observed.args.join(" ")} mailed ${mails.map(({ to }) => to).join(", ")}`];
  }
  const isOver = told.code === 0 && cut === undefined;
  const isWhole = !isPartial(observed);
  const held = before.held.get(stack) ?? [];
  return declared
    .filter(({ type }) => senders.includes(type))
    .flatMap((one) => {
      const found = heldFor(one, held);
      // With another parent it is another resource.
      const known = found?.urn.includes("$") === parents.has(one.name) ? found : undefined;
      const ops = told.ops.get(one.name) ?? [];
      const isSame =
        known !== undefined &&
        isDeepStrictEqual(askedOf(known.inputs), askedOf(one.args)) &&
        known.inputs.scheduleId === heldFor(one, after.held.get(stack) ?? [])?.inputs.scheduleId;
      const isForced = ops.some((op) => op.includes("replace"));
      const isDue = !isSame || isForced;
      const sent = mails.filter(({ to }) => to === addressOf(one)).length;
      const key = JSON.stringify([stack, one.type, one.name, askedOf(one.args)]);
      const total = (history.mailed.get(key) ?? 0) + sent;
      const broken: string[] = [];
      if (!isDue && sent > 0)
        broken.push(`${one.type} ${one.name} mailed, and nobody asked for it`);
      if (!isDue) return broken;
      history.mailed.set(key, total);
      if (total > 1) broken.push(`${one.type} ${one.name} mailed ${total} times for one intent`);
      const now = heldFor(one, after.held.get(stack) ?? []);
      if (!isOver || !isWhole) return broken;
      if (now?.outputs.outcome === "done" && total === 0 && mail === "live" && ops.length > 0) {
        const isSaid = observed.messages.some(
          ({ kind, code }) => kind === "warning" && code === undefined,
        );
        if (!isSaid)
          broken.push(`${one.type} ${one.name} says that it mailed, and nobody got mail`);
      }
      history.mailed.delete(key);
      return broken;
    });
}

export const mailsOnce: Invariant = {
  name: "an intent mails at most once, and exactly once where the run says that it did",
  broken: brokenMails,
};
