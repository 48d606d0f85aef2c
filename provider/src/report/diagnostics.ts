import type { Advice } from "../wire/advice";
import type { ErrorCode } from "../wire/errors";

/** A line, and what people can do about it. */
export interface Advised {
  text: string;
  /** The code of the failure that it tells or announces. */
  code?: ErrorCode;
  advice: Advice;
}

/** Who gets e-mail because of a resource, as people could read it if it were not counted. */
export interface Mailing {
  text: string;
  /** Undefined where they are not known yet. */
  who?: readonly string[];
  /** `once, when this change is applied`. */
  when: string;
}

/** What a verb tells people, in addition to its result. */
export interface Diagnostics {
  /** Shown with the resource. */
  warnings: readonly string[];
  /** Shown with the stack, in the order in which they come. */
  notices: readonly string[];
  /** Which instance this run is for: shown with the stack, before everything else. */
  instance?: string;
  /** What people can do about the warnings and notices, each by its text. */
  advised?: readonly Advised[];
  /** Who gets e-mail; told as data, also where people read a count. */
  mailings?: readonly Mailing[];
}

/** Why inputs are refused. */
export interface Failure {
  /** Property path; empty where no single property is meant. */
  property: string;
  /**
   * Whole sentences that name the property. Pulumi is told no property: it would show the value of the property,
   * which may be secret, and `<nil>` for a nested one.
   */
  reason: string;
  code: ErrorCode;
  /** What people can do; the sentences for it follow the reason where people read it. */
  advice?: Advice;
  /** The same, where the reason says it already. */
  adviceInReason?: Advice;
}

/** A result that tells nothing, or only some of it. */
export function diagnosticsOf({
  warnings = [],
  notices = [],
}: Partial<Diagnostics> = {}): Diagnostics {
  return { warnings, notices };
}
