import { placeOf } from "../messages/settingPlaces";
import { isDeepStrictEqual } from "node:util";
import { isGroup, mailPolicyOf } from "../definition/mail";
import type { Addressee, MailTime } from "../definition/mail";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import { copyWith, holdsUnknown, knownItems } from "../definition/unknowns";
import type { Settings } from "../settings/index";
import { get, set, topOf } from "../definition/paths";
import { fieldsOf } from "../definition/schema";
import { changedPaths } from "../state/changes";
import { same } from "../state/compare";
import {
  cannotChangeForMail,
  changesForMail,
  createdOff,
  mailsAtOnce,
  willMail,
  willMailNoLonger,
  willMailNobody,
  willRedirect,
} from "../report/messages/index";
import type { MailChange } from "../report/messages/mailMessages";
import type { Notice } from "../report/notices";
import type { Failure } from "../report/diagnostics";

/** The inputs with the values that the policy sets, for objects that send e-mail repeatedly. */
export function applyMailPolicy(
  resource: Resource,
  inputs: Values,
  settings: Pick<Settings, "mail">,
): Values {
  const policy = mailPolicyOf(settings.mail);
  const changes = policy && resource.mail?.declared?.(inputs, policy);
  if (changes === undefined) return inputs;
  const declared = copyWith(inputs) as Values;
  for (const [path, value] of Object.entries(changes)) {
    // The parent may not be known yet, or may not be an object.
    const parent = path.includes(".") ? get(inputs, path.slice(0, path.lastIndexOf("."))) : inputs;
    if (typeof parent === "object" && parent !== null) set(declared, path, value);
  }
  return declared;
}

/** The inputs of a program, before and after the policy. */
interface PolicyChange {
  resource: Resource;
  programInputs: Values;
  inputs: Values;
  old?: Values;
}

/** The notice about fields that a run changes only because of the policy. */
export function policyNotice(
  { resource, programInputs, inputs, old }: PolicyChange,
  { mail }: Settings,
): Notice | undefined {
  if (old === undefined || programInputs === inputs) return undefined;
  const paths = fieldsOf(resource.inputs)
    .filter((field) => {
      const [wanted, declared, before] = [programInputs, inputs, old].map((one) =>
        get(one, field.path),
      );
      return !same(field, wanted, declared) && !same(field, before, declared);
    })
    .map(({ path }) => path);
  return paths.length === 0 ? undefined : changesForMail(resource, inputs, paths, mail);
}

/** The inputs for the platform; undefined if the policy allows no call. */
export function sentInputs(
  resource: Resource,
  inputs: Values,
  settings: Pick<Settings, "mail">,
): Values | undefined {
  const { mail } = resource;
  const policy = mailPolicyOf(settings.mail);
  if (mail === undefined || policy === undefined) return inputs;
  return mail.declared ? applyMailPolicy(resource, inputs, settings) : mail.sent?.(inputs, policy);
}

/** Who gets e-mail because of a change. */
interface MailEffect {
  /** Undefined while the recipients are not known. */
  people: readonly Addressee[] | undefined;
  /** Another address gets the e-mail. */
  isRedirected: boolean;
  /** The recipients in the program; undefined while they are not known. */
  named: readonly Addressee[] | undefined;
  /** Further recipients already get the e-mail, and continue to get it. */
  areMore: boolean;
  /** Recipients without a name in the program: `subscribers`. */
  also?: string;
  /** `on every run`. */
  when: string;
  /** The expected time of the first e-mail. */
  run?: MailTime;
}

/**
 * Who gets e-mail when the inputs replace the old ones, for previews and pull-request comments. `platform:mail` causes
 * `off` and `nobody`. Undefined if the program e-mails nobody.
 */
export function mailEffect(
  resource: Resource,
  inputs: Values,
  old: Values | undefined,
  settings: Pick<Settings, "mail" | "operations">,
  now = Date.now(),
): MailEffect | "off" | "nobody" | undefined {
  const { mail } = resource;
  const named = mail?.to(inputs, old);
  const mails = (who: typeof named, what: Values) =>
    who?.length !== 0 || mail?.begins?.(what, old) === true;
  if (mail === undefined || !mails(named, inputs)) return undefined;
  const sent = sentInputs(resource, inputs, settings);
  const people = sent === inputs ? named : sent && mail.to(sent, old);
  if (sent === undefined || !mails(people, sent)) {
    const staysOff = old === undefined && sent !== undefined && resource.kind === "object";
    return staysOff && mail.declared && settings.operations === "documented" ? "off" : "nobody";
  }
  const isRedirected = people !== undefined && !isDeepStrictEqual(people, named);
  const areMore = mailsOthers(resource, sent, people);
  return {
    ...{ people, isRedirected, named, areMore },
    // If some recipients already get the e-mail, the subscribers do, too.
    also: areMore ? undefined : mail.also,
    when: mail.when,
    run: mail.next?.(inputs, now),
  };
}

/** The notice of a preview about e-mail, if there is one. */
export function mailNotice(
  resource: Resource,
  inputs: Values,
  old: Values | undefined,
  settings: Settings,
): Notice | undefined {
  const effect = mailEffect(resource, inputs, old, settings);
  if (effect === undefined) return undefined;
  if (effect === "off") return createdOff(resource, inputs, settings.mail);
  if (effect === "nobody") return willMailNobody(resource, inputs, settings.mail);
  const { people, isRedirected, named } = effect;
  const isRepeated = resource.kind === "action" && old !== undefined;
  const changed = isRepeated ? changedPaths(resource.inputs, old, inputs) : [];
  return people !== undefined && isRedirected
    ? willRedirect(resource, inputs, { instead: people, named }, settings.mail)
    : willMail(resource, inputs, { ...effect, changed, outcome: old?.outcome });
}

/** What a change makes of e-mail that the object sends repeatedly; undefined if those who get it get the same. */
export function mailChange(
  resource: Resource,
  inputs: Values,
  old: Values,
  settings: Pick<Settings, "mail">,
  now = Date.now(),
): MailChange | undefined {
  const { mail } = resource;
  const mailed = [inputs, old].flatMap((one) => {
    const sent = sentInputs(resource, one, settings);
    const isRepeated = mail?.declared !== undefined && sent !== undefined;
    const people = isRepeated ? mail.to(sent) : undefined;
    return people !== undefined && mail?.begins?.(sent as Values) === true ? [people] : [];
  });
  const [people, had] = mailed;
  if (people === undefined || had === undefined) return undefined;
  // Other messages tell who is added and who is left out.
  const lists = new Set([...people, ...had].map(({ path }) => path.replace(/\[.*/, "")));
  const paths = changedPaths(resource.inputs, old, inputs).filter((path) => !lists.has(path));
  if (paths.length === 0) return undefined;
  const [run, insteadOf] = [inputs, old].map((one) => mail?.next?.(one, now));
  const isMoved = run !== undefined && run.at !== insteadOf?.at;
  return { people, also: mail?.also, paths, ...(isMoved && { next: { run, insteadOf } }) };
}

/** The notice of a preview about the recipients that the change leaves out, or all if it switches the e-mail off. */
export function noLongerMailed(
  resource: Resource,
  inputs: Values,
  old: Values,
  changed: readonly string[],
): Notice | undefined {
  const { mail } = resource;
  const known = changed.filter((path) => !holdsUnknown(get(inputs, path)));
  const isSwitchedOff = known.length > 0 && mail?.begins?.(old) === true && !mail.begins(inputs);
  const left =
    (mail?.declared && mail.to(old, isSwitchedOff ? undefined : knownItems(inputs))) ?? [];
  const lists = changed.filter((path) => Array.isArray(get(inputs, path)));
  const people = left.filter(
    ({ path }) => isSwitchedOff || lists.some((one) => path.startsWith(`${one}[`)),
  );
  const has = (mail?.declared && !isSwitchedOff && mail.to(inputs)) || [];
  const groups = has.filter(isGroup).map(({ name }) => name);
  const areOpen = !isSwitchedOff && lists.some((path) => holdsUnknown(get(inputs, path)));
  const also = isSwitchedOff ? mail.also : undefined;
  return people.length === 0 && also === undefined
    ? undefined
    : willMailNoLonger(resource, inputs, { people, also, groups, areOpen });
}

/** Whether the object also sends to recipients other than these people. */
function mailsOthers({ mail }: Resource, inputs: Values, people: readonly Addressee[] | undefined) {
  const all = mail?.declared && mail.to(inputs);
  return people !== undefined && people.length > 0 && people.length < (all?.length ?? 0);
}

/** The failures of a check, with the failures that `platform:mail` causes. */
export function mailFailures(
  found: readonly Failure[],
  { resource, programInputs, inputs }: Pick<PolicyChange, "resource" | "programInputs" | "inputs">,
  stateless: { isMailSet: boolean } | undefined,
  { mail }: Settings,
): Failure[] {
  const failures = found.map((failure) => {
    const { property, code } = failure;
    if (isDeepStrictEqual(get(inputs, property), get(programInputs, property))) return failure;
    const changed =
      code === "impossible"
        ? cannotChangeForMail(resource, inputs, property, mail)
        : { reason: `${placeOf("mail")} changes ${property}. ${failure.reason}` };
    return { ...failure, ...changed };
  });
  const mailed = stateless?.isMailSet === false ? mailedProperty(resource, inputs) : undefined;
  if (mailed === undefined) return failures;
  const refused = mailsAtOnce(mailed);
  return [...failures, { property: mailed, ...refused, code: "recipient_not_allowed" }];
}

/** The property with the recipients of a resource that sends e-mail when it is created. */
function mailedProperty({ mail }: Resource, inputs: Values): string | undefined {
  if (mail?.sent === undefined) return undefined;
  const people = mail.to(inputs);
  return people?.length === 0 ? undefined : topOf(people?.[0]?.path ?? "");
}
