import { mailPolicyOf } from "pulumi-platform-provider/contract";
import { isSameObject, objectName } from "../preview/read.js";
import type { Change, Preview } from "../preview/types.js";
import type { Mailing } from "../preview/mailings.js";
import { switchedTo } from "../effects/switch.js";
import type { Section } from "./sections.js";
import { counted } from "../output/texts.js";
import type { TextFormatter } from "../output/texts.js";

/** At most this many people are named. */
const few = 5;

/** The section about e-mail: the recipients and the times. */
export function mailSection(
  { instances, switchedOff = [] }: Preview,
  changes: readonly Change[],
  mailings: readonly Mailing[],
  texts: TextFormatter,
): Section {
  const switched = changes.flatMap(switchRow);
  const isSwitched = changes.some((change) => switchedTo(change) !== undefined);
  const rows = [
    ...switched,
    ...mailings.map((one) => mailRow(one, texts) + ifRenamed(one.change, changes, texts)),
  ];
  // The switch of the instance also makes schedules e-mail that are not in this program.
  const settings = instances.filter(
    ({ mail }) => mail !== "live" && (mail !== "muted" || !isSwitched),
  );
  const mails = changes.some(({ resource, op }) => resource?.mail !== undefined && op !== "delete");
  const lead = [
    ...(resourcesOf(mailings) > 1 ? [together(mailings, texts)] : []),
    ...(mailings.some(({ change }) => isOff(change, switchedOff))
      ? [
          "The program switches off the e-mails of all schedules: these e-mail nobody until it switches them on.",
        ]
      : []),
    ...(mails ? settings.map(({ mail, name }) => settingWords(mail, name, texts)) : []),
  ];
  return {
    ...{ title: "Who will get mail", remarks: lead.join("<br>") },
    ...{ rows, foldedAbove: 10, noun: "resource", cutOrder: 2 },
  };
}

/** Whether an object that e-mails at set times is on an instance where the program switches that off. */
const isOff = ({ resource, instance }: Change, switchedOff: readonly string[]): boolean =>
  resource?.mail?.declared !== undefined && switchedOff.includes(instance?.baseUrl ?? "");

/** How to prevent an e-mail that a resource sends again only because its name is new. */
function ifRenamed(change: Change, all: readonly Change[], texts: TextFormatter): string {
  const { op, resource, instance } = change;
  if (op !== "create" || resource?.mail?.sent === undefined) return "";
  // A share looks who has the access of its former name.
  if (resource.kind === "object" && instance?.operations === "extended") return "";
  const old = all.find((one) => one.op === "delete" && isSameObject(one, change));
  return old === undefined
    ? ""
    : ` If ${texts.code(old.name)} is only renamed, set the option <code>aliases</code>: then this e-mails nobody.`;
}

function mailRow(mailing: Mailing, texts: TextFormatter) {
  const { change, people, isSecret, also, areMore, when, run } = mailing;
  const { insteadOf, insteadOfRun, through, changed, leaving } = mailing;
  const by = through === undefined ? "" : ` through ${through}`;
  const named =
    people === undefined
      ? [isSecret ? "recipients that are secret" : "recipients that are not known yet"]
      : people.length > 0 || also === undefined
        ? [peopleWords(people, texts)]
        : [];
  const whom = [...named, ...(also === undefined ? [] : [`its ${also}`])].join(" and ");
  if (changed !== undefined) {
    const paths = changed.map((path) => texts.code(path)).join(", ");
    const to = people?.length === 0 ? "" : ` to ${whom}`;
    const before = insteadOfRun ? `, instead of ${texts.code(insteadOfRun.text)}` : "";
    const next = run ? ` The next e-mail is expected ${texts.code(run.text)}${before}.` : "";
    return `${texts.code(objectName(change))} changes what it e-mails${to}: ${paths}.${next}`;
  }
  const instead = insteadOf === undefined ? "" : `, instead of ${counted(insteadOf, "recipient")}`;
  const from = run === undefined ? "" : `, expected from ${texts.code(run.text)} on`;
  const will =
    insteadOf === undefined ? (areMore ? "will also e-mail" : "will e-mail") : "will e-mail only";
  const still =
    leaving === undefined
      ? ""
      : ` It may still reach those who leave the group in the same run: ${texts.list(leaving, ", ")}.`;
  return `${texts.code(objectName(change))} ${will} ${whom} ${when}${by}${from}${instead}.${still}`;
}

function peopleWords(people: readonly string[], texts: TextFormatter): string {
  const names =
    people.length <= few || texts.options.isFull
      ? ` (${people.map((name) => texts.code(name)).join(", ")})`
      : "";
  return `${counted(people.length, "recipient")}${names}`;
}

const resourcesOf = (mailings: readonly Mailing[]): number =>
  new Set(mailings.map(({ change }) => change.urn)).size;

/** All recipients together. A person who gets several e-mails counts once. */
function together(mailings: readonly Mailing[], texts: TextFormatter): string {
  const names = new Set(mailings.flatMap(({ people = [] }) => people));
  const isUnknown = mailings.some(({ people }) => people === undefined);
  const also = [...new Set(mailings.flatMap(({ also: who = [] }) => who))];
  const runs = mailings.flatMap(({ run = [] }) => run).sort((a, b) => a.at - b.at);
  const isNow = mailings.some(({ change }) => change.resource?.mail?.sent !== undefined);
  // Of e-mail through a group, and of changes that move no e-mail, the next run is not known.
  const areAllKnown = mailings.every(({ run }) => run !== undefined);
  const [first] = areAllKnown ? runs : [];
  const different = counted(names.size, "different recipient");
  const named = isUnknown
    ? [names.size === 0 ? "recipients whose number is not known" : `at least ${different}`]
    : names.size > 0
      ? [different]
      : [];
  const whom = [...named, ...also].join(" and ");
  const expected = first === undefined ? "" : `, the first expected ${texts.code(first.text)}`;
  const from = isNow ? ", the first when this change is applied" : expected;
  return `Together, ${counted(resourcesOf(mailings), "resource")} will e-mail ${whom}${from}.`;
}

/** The effect of `platform:mail`, in one line. */
function settingWords(mail: string, name: string | undefined, texts: TextFormatter): string {
  const where = name === undefined ? "" : ` on ${texts.code(name)}`;
  const policy = mailPolicyOf(mail);
  if (policy?.mode !== "redirect") {
    return `<code>platform&#58;mail</code> is <code>muted</code>: nothing${where} e-mails anybody because of this run.`;
  }
  const address = texts.code(policy.address);
  return `<code>platform&#58;mail</code> redirects e-mail${where} to ${address}, except to subscribers, and to recipients whom the program does not declare.`;
}

/** The row about the switch. One that is switched off is a loss. */
function switchRow(change: Change): string[] {
  const { resource, op, before } = change;
  const to = switchedTo(change);
  const isLeftOff = resource?.name === "ScheduledReportEmails" && before?.enabled === false;
  if (to === undefined && isLeftOff && (op === "delete" || op === "forget"))
    return [
      "The instance <strong>stays switched off</strong>: none of its schedules e-mails. To switch it on, set <code>onDelete</code> to <code>enable</code> before you remove the resource.",
    ];
  if (to === undefined || to === false) return [];
  return to === true
    ? ["The instance is switched <strong>on</strong>: all its enabled schedules e-mail."]
    : ["The instance is switched on or off: the value is not known yet."];
}
