import type { Values } from "./values";

/** The hidden output of an object that e-mails while a verb runs. It tells one e-mail from a later one. */
export const mailedAtKey = "__mailedAt";

/** Somebody who gets mail. */
export interface Addressee {
  /** Property path of the input that names the recipient. */
  path: string;
  /** The e-mail address; undefined for users and groups, whose addresses only the platform knows. */
  address?: string;
  /** The recipient's name in a preview: the address, or `user 42`. */
  name: string;
}

/** A time at which mail is expected. */
export interface Run {
  /** Milliseconds since 1970. */
  at: number;
  /** As people read it: `Monday 2026-11-23 09:00 Europe/Berlin`. */
  text: string;
}

/** What `platform:mail` does with mail that must not reach the program's recipients. */
export type MailPolicy = { mode: "muted" } | { mode: "redirect"; address: string };

/** Mail that a resource sends. */
export interface Mail<Inputs> {
  /**
   * Who gets mail because of these inputs; with `old`, only who would not get it without the change.
   * Undefined while the inputs hold unknown values.
   */
  to: (inputs: Inputs, old?: Inputs) => readonly Addressee[] | undefined;
  /** When they get mail: `will e-mail 3 recipients on every run`. */
  when: string;
  /** The first run after an instant, as far as these inputs tell. */
  next?: (inputs: Inputs, after: number) => Run | undefined;
  /** Who gets the mail too, without a name in the inputs: `subscribers`. */
  also?: string;
  /** Whether the object begins to e-mail, so that those without a name get mail that they did not get before. */
  begins?: (inputs: Inputs, old?: Inputs) => boolean;
  /** For an object that keeps sending mail: the values, by path, that are declared instead of the program's. */
  declared?: (inputs: Inputs, policy: MailPolicy) => Values;
  /** For mail sent while a verb runs: the inputs that are sent instead; undefined to send nothing. */
  sent?: (inputs: Inputs, policy: MailPolicy) => Inputs | undefined;
}
