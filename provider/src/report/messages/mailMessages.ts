import { placeOf } from "../../messages/settingPlaces";
import { mailPolicyOf } from "../../definition/mail";
import type { Addressee, MailTime } from "../../definition/mail";
import type { ActionResource } from "../../definition/action";
import type { Resource } from "../../definition/resource";
import type { Values } from "../../definition/values";
import { get } from "../../definition/paths";
import { holdsUnknown } from "../../definition/unknowns";
import { useExtended } from "../../messages/options";
import type { Purpose, Option } from "../../messages/advice";
import { adviceText, sentence } from "../../messages/adviceText";
import { recipients } from "../notices";
import type { Notice } from "../notices";
import { advised, butThrough, few, nameOf, nounOf, sameForAll, show } from "./messageParts";
import type { Advised, Failure } from "../diagnostics";

type People = readonly Addressee[] | undefined;

const namesOf = (people: readonly Addressee[]) => people.map(({ name }) => name);

/** `2 recipients`, and their names if they are few. */
export const countedPeople = (people: readonly Addressee[]): string =>
  people.length <= few
    ? `${recipients(people.length)} (${namesOf(people).join(", ")})`
    : recipients(people.length);

/** The mode of `platform:mail`, without the address of a redirect. */
export const mailMode = (mail: string): string => mailPolicyOf(mail)?.mode ?? "live";
const modeIs = (mail: string) => `${placeOf("mail")} is "${mailMode(mail)}"`;
const because = (mail: string) => `because ${modeIs(mail)}`;

const mailingTo = (people: People, when: string) => ({
  ...(people && { who: namesOf(people) }),
  when,
});

/** The recipients, and the others. Without recipients in the program, only the others get e-mail. */
const whomOf =
  (also: string | undefined) =>
  (counted: string, isNobodyNamed: boolean, whose: string): string =>
    [
      ...(also !== undefined && isNobodyNamed ? [] : [counted]),
      ...(also === undefined ? [] : [`${whose} ${also}`]),
    ].join(" and ");

/** The same with the names of a few: `2 recipients (a, b) and its subscribers`. */
const whom = (people: People = [], also?: string): string =>
  whomOf(also)(countedPeople(people), people.length === 0, "its");

/** Who gets e-mail because of a change, and when. */
interface WhoGetsMail {
  people: People;
  areMore: boolean;
  also?: string;
  when: string;
  run?: MailTime;
  /** The arguments for whose changes an action runs again. */
  changed: readonly string[];
  /** How its last run ended. */
  outcome?: unknown;
}

/** The recipients in the program get e-mail. */
export function willMail(
  resource: Resource,
  inputs: Values,
  { people, areMore, also, when, run, changed, outcome }: WhoGetsMail,
): Notice {
  const will = areMore ? "will also e-mail" : "will e-mail";
  // A program that leaves the recipients out leaves them as they are.
  const others = holdsUnknown(inputs)
    ? "people who are not known yet"
    : "the recipients that the instance has";
  const named = people ? countedPeople(people) : others;
  const whom = whomOf(also);
  // Who changes a trigger wants that.
  const isWanted =
    changed.length === 0 ||
    outcome === "muted" ||
    changed.some((path) => path.startsWith("triggers"));
  const before = outcome === "unknown" ? "may have been sent" : "was sent";
  const again = isWanted
    ? ""
    : ` It ${before} before: the change of ${changed.map((path) => `\`${path}\``).join(", ")} sends it again.`;
  return {
    kind: `${will} ${when}`,
    first: `${nameOf(resource, inputs)} ${will} ${whom(named, people?.length === 0, "its")} ${when}${fromOn([run])}.${again}`,
    several: (resources, counted, runs, isNobodyNamed) =>
      `${resources} ${will} ${whom(counted, isNobodyNamed, "their")} ${when}${fromOn(runs)}.`,
    people: people?.length,
    mails: mailingTo(people, when),
    run,
  };
}

/** A change of what an object e-mails, or when, to those who got e-mail before. */
export interface MailChange {
  people: readonly Addressee[];
  also?: string;
  /** The paths that change: `pageId`. */
  paths: readonly string[];
  /** The next e-mail, if its time changes and is known. It can be a second one on the same day. */
  next?: { run: MailTime; insteadOf?: MailTime };
}

/** When people get the next e-mail of a schedule whose time changes. */
const nextMail = ({ run, insteadOf }: NonNullable<MailChange["next"]>): string =>
  `The next e-mail is expected ${run.text}${insteadOf ? `, instead of ${insteadOf.text}` : ""}.`;

/** Those who got e-mail get something else from now on, or at other times. The program may name only some of them. */
export function changesMail(
  resource: Resource,
  inputs: Values,
  { people, also, paths, next }: MailChange,
): Notice {
  const to = (counted: string, isNobodyNamed: boolean, whose: string) =>
    isNobodyNamed ? "" : ` to ${whomOf(also)(counted, false, whose)}`;
  return {
    kind: "changes mail",
    isAboutEach: true,
    first: `${nameOf(resource, inputs)} changes what it e-mails${to(countedPeople(people), people.length === 0, "its")}: ${paths.join(", ")}.${next ? ` ${nextMail(next)}` : ""}`,
    several: (resources, counted, _runs, isNobodyNamed) =>
      `${resources} change what they e-mail${to(counted, isNobodyNamed, "their")}.`,
    people: people.length,
  };
}

/** The recipients whom a change leaves out. */
interface Left {
  people: readonly Addressee[];
  also?: string;
  /** The groups that still get the e-mail. */
  groups: readonly string[];
  /** Some recipients are not known yet. */
  areOpen: boolean;
}

export const willMailNoLonger = (
  resource: Resource,
  inputs: Values,
  { people, also, groups, areOpen }: Left,
): Notice => ({
  kind: "will no longer e-mail",
  isAboutEach: true,
  first: `${nameOf(resource, inputs)} will no longer e-mail ${whom(people, also)}${butThrough(groups)}${areOpen ? ", unless through a recipient that is not known yet" : ""}.`,
  several: (resources, counted) => `${resources} will no longer e-mail ${counted}.`,
  people: people.length,
});

/** Pulumi deleted an object that e-mailed. A provider does not see a delete in the preview. */
export function mailedLast(resource: Resource, state: Values, people: People): Notice {
  const { also } = resource.mail ?? {};
  return {
    kind: "e-mailed last",
    first: `${nameOf(resource, state)} no longer e-mails ${whom(people, also)}.`,
    several: (resources, counted) => `${resources} no longer e-mail ${counted}.`,
    people: people?.length,
  };
}

/**
 * The time of the first of several runs. The platform does not document its first run, so the time is an expectation.
 * Runs without a known time can come earlier.
 */
function fromOn(runs: readonly (MailTime | undefined)[]): string {
  const [first] = runs.filter((run) => run !== undefined).sort((a, b) => a.at - b.at);
  if (first === undefined) return "";
  return `, expected ${runs.includes(undefined) ? "at the latest " : ""}from ${first.text} on`;
}

/** What a delete of a renamed resource does whose object the program still declares. */
export const deletesNothing =
  "If you renamed it, Pulumi also shows a delete under the old name. That delete changes nothing on the instance that the program still declares, unless you run it alone with `--target`.";

/** A provider does not see in a preview which resource leaves the program, so any new one can be a renamed one. */
export const mailsIfRenamed = (resource: Resource, inputs: Values): Notice => ({
  kind: "mails if renamed",
  first: `${nameOf(resource, inputs)} is new to this stack. If you only renamed it, it e-mails again: to prevent that, set its resource option \`aliases\`. If an earlier run may have e-mailed, and its journal or the state is lost or an older one, first run \`pulumi-platform recover\`.${resource.exclusiveKeys ? ` ${deletesNothing}` : ""}`,
  several: (resources) =>
    `${resources} are new to this stack. Those that you only renamed e-mail again, unless they have \`aliases\`.`,
});

/** A resource acts on people who are not in the program. */
export const reachesEverybody = (resource: Resource, inputs: Values, what: string): Notice => ({
  kind: "reaches everybody",
  ...sameForAll(resource, inputs, ` ${what}.`),
});

/** `platform:mail` creates a schedule switched off. Only a person can switch it on later. */
export function createdOff(resource: Resource, inputs: Values, mail: string): Notice {
  const later = "With documented operations, you can switch it on later only on the instance";
  return {
    kind: "created off",
    first: `${nameOf(resource, inputs)} will be created switched off and will e-mail nobody, ${because(mail)}. ${later}.`,
    several: (resources) =>
      `${resources} will be created switched off and will e-mail nobody, ${because(mail)}.`,
  };
}

export function willMailNobody(resource: Resource, inputs: Values, mail: string): Notice {
  const said = ` will e-mail nobody, ${because(mail)}.`;
  return { kind: "mails nobody", ...sameForAll(resource, inputs, said) };
}

/** `platform:mail` alone causes these changes of an update. */
export function changesForMail(
  resource: Resource,
  inputs: Values,
  paths: readonly string[],
  mail: string,
): Notice {
  const fields = paths.join(", ");
  return {
    kind: `changes ${fields} for mail`,
    first: `${nameOf(resource, inputs)}: this update changes ${fields} only ${because(mail)}.`,
    several: (resources) => `${resources}: the update changes ${fields} only ${because(mail)}.`,
  };
}

/** The option `ignoreChanges` keeps the values of `platform:mail`, because the state has no others. */
export function keptAfterMail(
  resource: Resource,
  inputs: Values,
  paths: readonly string[],
): Notice {
  const said = `: the option ignoreChanges keeps ${paths.join(", ")} as ${placeOf("mail")} sets it, even after you set ${placeOf("mail")} to live again. Before that, remove the option.`;
  return { kind: `keeps ${paths.join(", ")} after mail`, ...sameForAll(resource, inputs, said) };
}

/** `platform:mail` changes a field that the documented API cannot change. */
export function cannotChangeForMail(
  resource: Resource,
  inputs: Values,
  path: string,
  mail: string,
): Pick<Failure, "reason" | "advice"> {
  return {
    reason: `${modeIs(mail)}, which changes ${path} of ${nounOf(resource, inputs)} to ${show(get(inputs, path))}. The documented API cannot make this change.`,
    advice: [
      {
        to: "leave",
        steps: [{ setting: "mail", value: "live" }],
        note: "It applies to every schedule of this stack.",
      },
      { steps: [useExtended], note: `The update then changes ${path}.` },
    ],
  };
}

/** `platform:mail` sends the e-mail to another address. */
export function willRedirect(
  resource: Resource,
  inputs: Values,
  people: { instead: readonly Addressee[]; named: People },
  mail: string,
): Notice {
  const { when = "" } = resource.mail ?? {};
  const address = namesOf(people.instead).join(", ");
  const named = people.named ? recipients(people.named.length) : "people who are not known yet";
  return {
    kind: "redirects",
    first: `${nameOf(resource, inputs)} will e-mail only ${address} ${when}, instead of ${named}, ${because(mail)}.`,
    several: (resources, counted) =>
      `${resources} will e-mail only ${address}, instead of ${counted}, ${because(mail)}.`,
    people: people.named?.length,
    mails: mailingTo(people.instead, when),
  };
}

/** The journal has an e-mail that the state lacks. */
export function mailedBefore(resource: Resource, inputs: Values, sentAt: number): Notice {
  const again = resource.kind === "action" ? " To send it again, change `triggers`." : "";
  return {
    kind: "mailed before",
    ...{ mails: { who: [], when: "in an earlier run" }, earlier: "request" },
    first: `${nameOf(resource, inputs)} will e-mail nobody: an earlier run began to send it, at ${new Date(sentAt).toISOString()}.${again}`,
    several: (resources) => `${resources} will e-mail nobody: an earlier run began to send it.`,
  };
}

/** A deleted send was only forgotten, also by a `destroy` that failed in the end. */
export function willMailAgain(resource: ActionResource, state: Values): Notice {
  const again = `\`pulumi up\` ${resource.does} again`;
  return {
    kind: "mails again",
    first: `${nameOf(resource, state)} is no longer in the stack. With a program that declares it, ${again}.`,
    several: (resources) =>
      `${resources} are no longer in the stack. With a program that declares them, ${again}.`,
  };
}

/** The first update after an import overwrites values that could not be read. */
export function writesUnseen(resource: Resource, inputs: Values, paths: readonly string[]): Notice {
  const fields = paths.join(", ");
  return {
    kind: `writes ${fields}`,
    first: `${nameOf(resource, inputs)} was imported or adopted: this update overwrites ${fields}, which could not be read.`,
    several: (resources) =>
      `${resources} were imported or adopted: this update overwrites ${fields}, which could not be read.`,
  };
}

/** How to send an e-mail later that `platform:mail` held back. */
const mailingLater = (to: Purpose): Option => ({
  to,
  steps: [
    { setting: "mail", value: "live" },
    { program: "change", path: "triggers" },
  ],
});

export function muted(resource: Resource, inputs: Values, mail: string): Notice {
  const advice = resource.kind === "object" ? [] : [mailingLater("mailLater")];
  const hint =
    resource.kind === "object"
      ? "Everything else is done. The e-mail will not be sent later."
      : adviceText(advice);
  return {
    ...{ kind: "no e-mail", advice },
    first: `${nameOf(resource, inputs)}: nothing was e-mailed, ${because(mail)}. ${hint}`,
    several: (resources) => `${resources} e-mailed nothing, ${because(mail)}.`,
  };
}

/** Only the address of the setting got the e-mail. */
export function redirected(resource: Resource, inputs: Values, mail: string): Notice {
  const advice = [mailingLater("mailDeclared")];
  return {
    ...{ kind: "redirected", advice },
    first: `${nameOf(resource, inputs)}: only the address in ${placeOf("mail")} got the e-mail. ${adviceText(advice)}`,
    several: (resources) =>
      `${resources} e-mailed only the address in ${placeOf("mail")}, ${because(mail)}.`,
  };
}

/** The operation succeeded, but it is unknown whether its e-mail was sent. */
export function unknownMail(resource: Resource, inputs: Values, why: string): Advised {
  return advised(
    `${nameOf(resource, inputs)} succeeded, but it is unknown whether its e-mail was sent: ${sentence(why)} It will not be sent again automatically.`,
    [{ steps: [{ ask: "recipient" }] }],
  );
}
