import type { Holder } from "../definition/access";
import type { Advice } from "../messages/advice";
import type { ErrorCode } from "../messages/errors";

/** A line, and what people can do about it. */
export interface Advised {
  text: string;
  /** The code of the failure that the line reports or announces. */
  code?: ErrorCode;
  advice: Advice;
}

/** Who gets e-mail because of a resource. */
export interface Mailing {
  /** Undefined if the recipients are not known yet. */
  who?: readonly string[];
  /** `once, when this change is applied`. */
  when: string;
}

/** What an earlier run has done of this one: all of the request, or the object, which is not created again. */
export type Earlier = "request" | "object";

/** What tools read of a notice. */
export interface NoticeData {
  /** The recipients, and the time. */
  mails?: Mailing;
  earlier?: Earlier;
  held?: readonly Holder[];
}

/** A line as people read it now, and its data for tools. */
export interface ShownLine extends Partial<Advised>, NoticeData {
  /** The line about its resource alone, if people read only a count or nothing. The data belongs to it. */
  alone?: string;
}

/** The messages of a verb, in addition to its result. */
export interface Diagnostics {
  /** Shown with the resource. */
  warnings: readonly string[];
  /** Shown with the stack, in this order. */
  notices: readonly string[];
  /** The line about the instance of this run, shown with the stack before everything else. */
  instanceLine?: string;
  /** The same warnings and notices for tools, also those that people read only counted. */
  told: readonly Told[];
}

export type Told = ShownLine & { kind: "warning" | "notice" };

/** Why inputs are refused. */
export interface Failure {
  /** Property path; empty if the failure is not about a single property. */
  property: string;
  /**
   * Whole sentences that name the property. Pulumi does not get the property path. It would show the value, which may
   * be secret, and `<nil>` for a nested property.
   */
  reason: string;
  code: ErrorCode;
  /** What people can do. Its sentences are appended to the reason, unless the reason already contains them. */
  advice?: Advice;
  isAdviceInText?: boolean;
}

/** Why something is refused, and what people can do. */
export type Refused = Pick<Failure, "reason" | "advice">;
