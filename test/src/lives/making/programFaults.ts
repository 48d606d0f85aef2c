import { isUnderItsParent } from "../invariants/judged";
import type { Breach, Judged } from "../invariants/judged";
import type { Message } from "../judging/observed";

/** The name of the resource that a message is about, as the engine tells it. */
function nameIn(message: Message, { observed }: Judged): string | undefined {
  const errors = [...observed.told.errors];
  // Two resources with the same title differ only in the rest of the text.
  const [detail = ""] = message.text.split("\n");
  return errors.find(([, text]) => text.includes(detail))?.[0];
}

/** A replacement that somebody asked for, and that is not possible. */
export function isReplacementAsked({ message }: Breach, judged: Judged): boolean {
  if (message === undefined) return false;
  const wasKept = message.advice.some(({ when }) => when === "retained");
  const isOfReplacement = message.advice.some(({ when = "" }) =>
    ["replaceAsked", "tainted", "triggered", "replacing"].includes(when),
  );
  const name = nameIn(message, judged);
  const { opts } = judged.declared.find((one) => one.name === name) ?? {};
  if ((wasKept || isOfReplacement) && opts?.retainOnDelete === true) return true;
  return isOfReplacement && name !== undefined && judged.replaced.has(name);
}

/** Whether the program asks for objects that conflict with others, or that do not exist. */
export function isProgramsFault({ message }: Breach, judged: Judged): boolean {
  if (message === undefined) return false;
  switch (message.code) {
    case "rejected":
      // No two groups have the same name.
      return [...judged.observed.before.objects.keys()].some((key) => key.includes("Group"));
    case "declared_twice":
    case "not_found":
      return true;
    case "duplicate_exists":
      return isOfAnother(message, judged);
    case "impossible":
      return isNameTaken(message, judged) || adoptsHeld(message, judged);
    default:
      return false;
  }
}

/** Whether the resource adopts what another one of the stack has, or another one adopts its object. */
function adoptsHeld(message: Message, judged: Judged): boolean {
  const { observed, declared } = judged;
  const name = nameIn(message, judged);
  const held = observed.before.held.get(observed.stack) ?? [];
  return declared.some((one) =>
    held.some(
      (other) =>
        other.id === one.args.adopt &&
        other.name !== one.name &&
        [one.name, other.name].includes(name ?? ""),
    ),
  );
}

/** Whether another resource of the stack has the name of a group. */
function isNameTaken(message: Message, judged: Judged): boolean {
  const { observed, declared } = judged;
  const name = nameIn(message, judged);
  const group = declared.find((one) => one.name === name && one.type === "Group");
  const held = observed.before.held.get(observed.stack) ?? [];
  return held.some(
    (one) => one.name !== name && one.type === "Group" && one.inputs.name === group?.args.name,
  );
}

/** The resource's own object, and one that a run of the stack made and lost, are no reason to stop. */
function isOfAnother(message: Message, judged: Judged): boolean {
  const { observed, history } = judged;
  const name = nameIn(message, judged);
  const ids = message.advice.flatMap(({ steps }) =>
    steps.flatMap(({ path, value, ids = [] }) =>
      path === "adopt" && value !== undefined
        ? [JSON.stringify(value).replaceAll('"', "")]
        : [...ids],
    ),
  );
  return ids.some((id) => {
    const key = [...observed.before.objects.keys()].find((one) => one.endsWith(`/${id}`));
    if (key === undefined) return true;
    const holders = [...observed.before.held].flatMap(([stack, held]) =>
      held.filter(({ keys }) => keys.includes(key)).map((one) => ({ ...one, stack })),
    );
    const isOwn = (one: (typeof holders)[number]) =>
      one.stack === observed.stack && one.name === name && isUnderItsParent(one, judged);
    if (holders.length > 0) return !holders.some(isOwn);
    return history.madeBy.get(key) !== observed.stack || history.released.has(key);
  });
}
