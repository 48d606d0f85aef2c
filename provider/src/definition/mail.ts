import type { Values } from "./values";

/** The hidden output of an object that e-mails while a verb runs. It tells one e-mail from a later one. */
export const mailedAtKey = "__mailedAt";

/** A recipient of mail. */
export interface Addressee {
  /** Property path of the input that names the recipient. */
  path: string;
  /** The e-mail address; undefined for users and groups, whose addresses only the platform knows. */
  address?: string;
  /** The recipient in messages: the address, or `user 42`. */
  name: string;
}

/** A time at which mail is expected. */
export interface MailTime {
  /** Milliseconds since 1970. */
  at: number;
  /** The time in messages: `Monday 2026-11-23 09:00 Europe/Berlin`. */
  text: string;
}

/** What `platform:mail` does with mail that must not reach the program's recipients. */
type MailPolicy = { mode: "muted" } | { mode: "redirect"; address: string };

/** The policy of a value of `platform:mail`; undefined if the recipients in the program get the mail. */
export function mailPolicyOf(mail: string): MailPolicy | undefined {
  if (mail === "live") return undefined;
  if (mail === "muted") return { mode: mail };
  return { mode: "redirect", address: /^redirect:(.*)$/s.exec(mail)?.[1] ?? "" };
}

/** The paths whose values the policy replaces. */
export function decidedByMail<Inputs>(
  mail: Pick<Mail<Inputs>, "declared"> | undefined,
  inputs: Inputs,
  setting: string,
): string[] {
  const policy = mailPolicyOf(setting);
  return Object.keys((policy && mail?.declared?.(inputs, policy)) ?? {});
}

/** Mail that a resource sends. */
export interface Mail<Inputs> {
  /**
   * Who gets mail because of these inputs. With `old`, only the recipients who get mail because of the change.
   * Undefined if the recipients are not known yet.
   */
  to: (inputs: Inputs, old?: Inputs) => readonly Addressee[] | undefined;
  /** When they get mail: `will e-mail 3 recipients on every run`. */
  when: string;
  /** The first mail after a time; undefined if these inputs do not determine it. */
  next?: (inputs: Inputs, after: number) => MailTime | undefined;
  /** The recipients whom the inputs do not name: `subscribers`. */
  also?: string;
  /** Whether the object begins to e-mail, so that recipients whom the inputs do not name get mail, too. */
  begins?: (inputs: Inputs, old?: Inputs) => boolean;
  /** For an object that sends mail repeatedly: the values, by path, that replace the program's. */
  declared?: (inputs: Inputs, policy: MailPolicy) => Values;
  /** For an object that sends mail while a verb runs: the inputs to send instead; undefined to send nothing. */
  sent?: (inputs: Inputs, policy: MailPolicy) => Inputs | undefined;
}

/** Whether messages call somebody a group: `group 7`. */
export const isGroup = ({ name }: { name: string }): boolean => name.startsWith("group ");
