import type { Advice } from "../messages/advice";
import { errorCodes } from "../messages/errors";
import type { ErrorCode } from "../messages/errors";
import { withoutAddresses } from "../messages/mailAddresses";
import { hideInAdvice } from "./redaction";
import { appendLine } from "./lineFile";
import type { Diagnostics, Failure, NoticeData } from "./diagnostics";

/**
 * A line of the file that `PLATFORM_MESSAGES` names: one message that people read. A notice has `mails` for the
 * recipients if they are known yet, and the time; `earlier` for what an earlier run has done, the `request`, which is
 * not made again, or the `object`, which is taken over; and `held` for the access that people have already.
 */
export interface Message extends MessageSubject, NoticeData {
  /** An error ends the operation; a failure refuses inputs. */
  kind: "error" | "failure" | "warning" | "notice";
  /** One of the codes in `docs/reference/errors.md`. */
  code?: ErrorCode;
  /** The path of the refused property; empty if the failure is not about a single property. */
  property?: string;
  /** The text of the message, without secrets. */
  text: string;
  /** What people can do; empty if there is nothing to do. */
  advice: Advice;
}

/** The resource or function of a message; empty for a message about the stack. */
export interface MessageSubject {
  /** The resource or function as programs call it: `ReportSchedule`. */
  resource?: string;
  /** Only the plugin gets the URN. */
  urn?: string;
  /** The dynamic resources have it as their input `__identity`. */
  identity?: string;
  /** The id of the object, if it has one. */
  id?: string;
  /** The explicit provider whose arguments are the settings of this resource. */
  provider?: string;
}

const variable = "PLATFORM_MESSAGES";

/** Writes the messages that people read to a file for tools. A file that cannot be written fails no run. */
export class MessageFile {
  readonly #written = new Set<string>();

  /** Writes the error that ends an operation; `text` is the message that people read. */
  error(subject: MessageSubject, error: unknown, text: string): void {
    const { code, advice = [] } = error as { code?: unknown; advice?: Advice };
    const isOurs = typeof code === "string" && code in errorCodes;
    this.#append(subject, {
      kind: "error",
      code: isOurs ? (code as ErrorCode) : undefined,
      text,
      advice,
    });
  }

  failures(subject: MessageSubject, failures: readonly Failure[]): void {
    for (const { reason, property, code, advice = [] } of failures) {
      this.#append(subject, { kind: "failure", code, property, text: reason, advice });
    }
  }

  /** Writes the diagnostics of a verb, each line once. */
  diagnostics(subject: MessageSubject, { instanceLine, told = [] }: Partial<Diagnostics>): void {
    if (instanceLine !== undefined) {
      const message = { kind: "notice" as const, text: instanceLine, advice: [] };
      this.#appendOnce({ provider: subject.provider }, message);
    }
    for (const { kind, text, alone, code, advice = [], ...data } of told) {
      if (text !== undefined)
        this.#appendOnce(subject, { kind, code, text, advice, ...(alone === undefined && data) });
      if (alone !== undefined)
        this.#appendOnce(subject, { kind, text: alone, advice: [], ...data });
    }
  }

  #appendOnce(subject: MessageSubject, message: Message): void {
    const key = JSON.stringify([subject, message]);
    if (!this.#written.has(key)) this.#append(subject, message);
    this.#written.add(key);
  }

  #append(
    subject: MessageSubject,
    { kind, code, property, text, mails, earlier, held, advice }: Message,
  ): void {
    const file = process.env[variable] ?? "";
    if (file === "") return;
    const { resource, urn, identity, id, provider } = subject;
    const about = { resource, urn, identity, id, provider };
    try {
      const data = hideInAdvice(advice, withoutAddresses);
      const known = { mails, earlier, held };
      appendLine(file, { kind, code, ...about, property, text, ...known, advice: data });
    } catch {
      // The engine shows the message anyway.
    }
  }
}
