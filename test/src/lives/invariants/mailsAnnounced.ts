import type { Message, Observed } from "../judging/observed";
import { heldFor, isSameMail } from "./mailsOnce";
import { isDone, senders } from "./judged";
import type { Invariant, Judged } from "./judged";

/** Mail that is sent while the command runs, not by a schedule later. */
const isSentNow = ({ mails }: Message) => mails?.when.startsWith("once") === true;

/** An update that becomes a replacement is announced again. */
const isLast = ({ resource, identity, urn }: Message, at: number, all: readonly Message[]) =>
  !all
    .slice(at + 1)
    .some(
      (one) =>
        (identity !== undefined || urn !== undefined) &&
        one.resource === resource &&
        one.identity === identity &&
        one.urn === urn,
    );

const typeOf = ({ resource }: Message) => resource;

const saysSentBefore = ({ kind, code, resource = "" }: Message) =>
  kind === "warning" && code === undefined && senders.includes(resource);

/** The platform knows addresses of users; a preview names their ids. */
const nameOf = (to: string) => (to.includes("@") ? to : to.toLowerCase().replace(":", " "));

const counted = (names: readonly string[]) => names.toSorted().join(", ");

export const mailsAnnounced: Invariant = {
  name: "a preview names the people whom the command then mails, and no others",
  exceptions: [],
  breaches(judged) {
    const { observed } = judged;
    const { previewed } = observed;
    if (previewed === undefined || previewed.told.code !== 0 || !isDone(observed)) return [];
    const announced = previewed.messages.filter(isSentNow).filter(isLast);
    if (announced.some(({ mails }) => mails?.who === undefined)) return [];
    const mailed = mailsOf(observed);
    // Which schedule is sent can be known only then, and so can be that it was sent before.
    const sentBefore = new Set([
      ...observed.messages.filter(saysSentBefore).map(typeOf),
      ...sentAlready(judged),
    ]);
    const isMailed = (name: string) => mailed.includes(name);
    const named = announced.flatMap((message) =>
      (message.mails?.who ?? []).filter(
        (name) => !sentBefore.has(typeOf(message)) || isMailed(name),
      ),
    );
    return counted(named) === counted(mailed)
      ? []
      : [{ what: `announced: ${counted(named)}; mailed: ${counted(mailed)}` }];
  },
};

/** The senders that turn out to be the same, once it is known what they send: a replaced schedule can keep its id. */
const sentAlready = ({ observed, declared }: Judged): string[] => {
  const { stack, told, previewed, before, after } = observed;
  const isReplaced = [...told.ops.values()].flat().includes("create-replacement");
  return declared
    .filter((one) => {
      const ops = told.ops.get(one.name) ?? [];
      const isSame = ops.every((op) => op === "same");
      const wasOther = previewed?.told.ops.get(one.name)?.some((op) => op !== "same") === true;
      const [had, has] = [before, after].map(({ held }) => heldFor(one, held.get(stack) ?? []));
      const isKept = isReplaced && had && has && isSameMail(had.inputs, has.inputs);
      return senders.includes(one.type) && wasOther && (isSame || isKept);
    })
    .map(({ type }) => type);
};

const mailsOf = ({ mails }: Observed): string[] => mails.map(({ to }) => nameOf(to));
