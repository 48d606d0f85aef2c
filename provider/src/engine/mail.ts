import type { Interlock, Resource, Values } from "../define";
import type { Settings } from "../settings";
import { get, set } from "./compare";
import { holdsUnknown } from "./unknowns";

/** More than so many people are only counted. */
const few = 5;

/** What keeps mail from whom the program names; undefined where mail is live. */
export function interlockOf({ mail }: Settings): Interlock | undefined {
  if (mail === "live") return undefined;
  return mail === "muted"
    ? { mode: mail }
    : { mode: "redirect", address: mail.slice(mail.indexOf(":") + 1) };
}

/** The inputs as they are declared under the interlock: for what goes on mailing by itself. */
export function declaredInputs(resource: Resource, inputs: Values, settings: Settings): Values {
  const interlock = interlockOf(settings);
  const changes = interlock && resource.mail?.declared?.(inputs, interlock);
  if (changes === undefined) return inputs;
  const declared = structuredCloneOf(inputs);
  for (const [path, value] of Object.entries(changes)) {
    // Of what is not known yet, or is no object at all, nothing can be said.
    const parent = path.includes(".") ? get(inputs, path.slice(0, path.lastIndexOf("."))) : inputs;
    if (typeof parent === "object" && parent !== null) set(declared, path, value);
  }
  return declared;
}

/** What a preview says of mail: who gets it when the inputs take the place of the old ones. */
export function mailNotice(
  resource: Resource,
  inputs: Values,
  old: Values | undefined,
  settings: Settings,
): string | undefined {
  const { mail } = resource;
  if (mail === undefined) return undefined;
  const interlock = interlockOf(settings);
  // Only values that are all known are sure to have a label.
  const name = holdsUnknown(inputs) ? resource.name : `${resource.name} ${resource.label(inputs)}`;
  const named = mail.to(inputs, old);
  if (named?.length === 0) return undefined;
  const sent = interlock && mail.sent ? mail.sent(inputs, interlock) : inputs;
  const people = sent && (sent === inputs ? named : mail.to(sent, old));
  if (interlock !== undefined && (sent === undefined || people?.length === 0)) {
    return `${name} mails nobody: platform:mail is ${settings.mail}.`;
  }
  return people === undefined
    ? `${name} mails people who are not known yet, ${mail.when}.`
    : `${name} mails ${count(people.length)} ${mail.when}${people.length > few ? "" : `: ${people.map((one) => one.name).join(", ")}`}.`;
}

const count = (people: number) => `${people} ${people === 1 ? "recipient" : "recipients"}`;

/** As `structuredClone`, which does not take the symbol that stands for an unknown value. */
function structuredCloneOf(value: Values): Values {
  const copy = (inner: unknown): unknown =>
    Array.isArray(inner)
      ? inner.map(copy)
      : typeof inner === "object" && inner !== null
        ? Object.fromEntries(Object.entries(inner).map(([key, field]) => [key, copy(field)]))
        : inner;
  return copy(value) as Values;
}
