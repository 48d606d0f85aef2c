import type { MailTime } from "../definition/mail";
import type { Advice } from "../messages/advice";
import type { ErrorCode } from "../messages/errors";
import type { Advised, Mailing, Diagnostics } from "./diagnostics";
import type { RunMemory } from "../process/runMemory";

/** A message that many resources can have in common. People read it in full once, and then counted. */
export interface Counted {
  /** Messages of the same kind are counted together. */
  kind: string;
  /** The code with which the resource will fail. */
  code?: ErrorCode;
  /** The advice, which the sentences already contain. */
  advice?: Advice;
  /** The line about the first resource. */
  first: string;
  /** The line about each further resource, if people have to act on each. Without it, the resources are counted. */
  next?: string;
  /** The line about several resources. `resources` is `100 resources so far`. */
  several?: (
    resources: string,
    people: string,
    runs: readonly (MailTime | undefined)[],
    /** None of the resources names a recipient. */
    isNobodyNamed: boolean,
  ) => string;
  /** How many people get e-mail; undefined if the number is not known yet. */
  people?: number;
  /** The recipients, and the time. */
  mailing?: Omit<Mailing, "text">;
  /** The time of the first e-mail; undefined if it is not known. */
  run?: MailTime;
}

/** A line for people, with or without advice, or something to count. */
export type Line = string | Advised | Counted;

/** What people know of a resource. */
type Told = Pick<Counted, "first" | "people" | "run">;

/**
 * Counts messages that hundreds of resources would otherwise repeat. The engine does not mark the last resource, so
 * counts are shown at round numbers.
 */
export class Notices {
  readonly #kinds = new Map<string, Map<string, Told>>();

  /** The advice for lines that `withAdvice` has not returned yet. */
  readonly #advised = new Map<string, Advised>();

  /** The recipients that `withAdvice` has not returned yet. */
  readonly #mailings: Mailing[] = [];

  /** `memory` has the lines of earlier processes of this run. They are neither shown nor counted again. */
  constructor(readonly memory?: RunMemory) {}

  /** Returns a function that gives the lines to show for one resource. */
  about(resource: string): (line: Line | undefined) => string[] {
    return (line) => {
      const text = line === undefined ? undefined : this.tell(line, resource);
      return text === undefined ? [] : [text];
    };
  }

  /** The line to show now, if any. A resource counts once, even if the engine asks about it several times. */
  tell(line: Line, resource: string): string | undefined {
    const text = this.#textOf(line, resource);
    if (text === undefined || typeof line === "string") return text;
    const { code, advice = [] } = line;
    if (code !== undefined || advice.length > 0) this.#advised.set(text, { text, code, advice });
    return text;
  }

  /** The result with the advice for its lines, and with the recipients of e-mail. */
  withAdvice<Result extends Diagnostics>(result: Result): Result {
    const advised = [...result.warnings, ...result.notices].flatMap((text) => {
      const known = this.#advised.get(text);
      this.#advised.delete(text);
      return known ?? [];
    });
    const mailings = this.#mailings.splice(0);
    return {
      ...result,
      ...(advised.length > 0 && { advised }),
      ...(mailings.length > 0 && { mailings }),
    };
  }

  #textOf(line: Line, resource: string): string | undefined {
    const isNew = (...message: string[]) => this.memory?.note([resource, ...message]) !== false;
    if (typeof line === "string") return isNew(line) ? line : undefined;
    if (!("kind" in line)) return isNew(line.text) ? line.text : undefined;
    const counted = this.#kinds.get(line.kind) ?? new Map<string, Told>();
    this.#kinds.set(line.kind, counted);
    const before = counted.get(resource);
    if (before?.first === line.first || !isNew(line.kind, line.first)) return undefined;
    counted.set(resource, line);
    if (line.mailing !== undefined) this.#mailings.push({ text: line.first, ...line.mailing });
    // An update that becomes a replacement e-mails others.
    if (counted.size === 1 || before !== undefined) return line.first;
    if (line.next !== undefined) return line.next;
    if (line.several === undefined || !isShown(counted.size)) return undefined;
    const all = [...counted.values()];
    const text = line.several(
      `${grouped(counted.size)} resources so far`,
      sumOf(all.map(({ people }) => people)),
      all.map(({ run }) => run),
      all.every(({ people }) => people === 0),
    );
    return counted.size === 2 ? `${text} Further counts follow at 10, 100 and 1,000.` : text;
  }
}

/** 2 is shown, so that nobody takes the first resource for the only one. After that, powers of ten are shown. */
const isShown = (count: number) => count === 2 || /^10+$/.test(String(count));

const grouped = (count: number) => count.toLocaleString("en-US");

function sumOf(counts: readonly (number | undefined)[]): string {
  const sum = counts.reduce<number>((total, count) => total + (count ?? 0), 0);
  const atLeast = counts.includes(undefined) ? "at least " : "";
  return `${atLeast}${recipients(sum)}`;
}

export const recipients = (count: number) =>
  `${grouped(count)} ${count === 1 ? "recipient" : "recipients"}`;
