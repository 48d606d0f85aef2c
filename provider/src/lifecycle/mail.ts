import { isDeepStrictEqual } from "node:util";
import type { Interlock } from "../definition/mail";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Settings } from "../settings/index";
import { get, set } from "../definition/paths";
import { holdsUnknown, lift } from "../definition/unknowns";

/** More than so many people are only counted. */
const few = 5;

/** What keeps mail from whom the program names; undefined where mail is live. */
function interlockOf({ mail }: Settings): Interlock | undefined {
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
  const declared = lift(inputs) as Values;
  for (const [path, value] of Object.entries(changes)) {
    // Of what is not known yet, or is no object at all, nothing can be said.
    const parent = path.includes(".") ? get(inputs, path.slice(0, path.lastIndexOf("."))) : inputs;
    if (typeof parent === "object" && parent !== null) set(declared, path, value);
  }
  return declared;
}

/**
 * The inputs as they go to the platform: under the interlock others than the program's, or none where nothing
 * is to be called.
 */
export function sentInputs(
  resource: Resource,
  inputs: Values,
  settings: Settings,
): Values | undefined {
  const { mail } = resource;
  const interlock = interlockOf(settings);
  if (mail === undefined || interlock === undefined) return inputs;
  return mail.declared
    ? declaredInputs(resource, inputs, settings)
    : mail.sent?.(inputs, interlock);
}

/** What a preview says of mail: who gets it when the inputs take the place of the old ones. */
export function mailNotice(
  resource: Resource,
  inputs: Values,
  old: Values | undefined,
  settings: Settings,
): string | undefined {
  const { mail } = resource;
  const named = mail?.to(inputs, old);
  if (mail === undefined || named?.length === 0) return undefined;
  // Only values that are all known are sure to have a label.
  const name = holdsUnknown(inputs) ? resource.name : `${resource.name} ${resource.label(inputs)}`;
  const sent = sentInputs(resource, inputs, settings);
  const people = sent && mail.to(sent, old);
  const why = `platform:mail is ${settings.mail}`;
  if (sent === undefined || people?.length === 0) return `${name} mails nobody: ${why}.`;
  if (people === undefined) return `${name} mails people who are not known yet, ${mail.when}.`;
  const names = people.map((one) => one.name).join(", ");
  return isDeepStrictEqual(people, named)
    ? `${name} mails ${count(people)} ${mail.when}${people.length > few ? "" : `: ${names}`}.`
    : `${name} mails ${names} ${mail.when}, instead of ${count(named)}: ${why}.`;
}

const count = (people: readonly unknown[] | undefined) =>
  people === undefined
    ? "people who are not known yet"
    : `${people.length} ${people.length === 1 ? "recipient" : "recipients"}`;
