import type { MailTime } from "../definition/mail";
import type { Advice } from "../messages/advice";
import type { ErrorCode } from "../messages/errors";
import type { Advised, Diagnostics, NoticeData, ShownLine } from "./diagnostics";
import type { RunMemory } from "../process/runMemory";

/** A message that many resources can have in common. People read it in full once, and then counted. */
export interface Notice extends NoticeData {
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
  /** How many people get e-mail, or no longer get it; undefined if the number is not known yet. */
  people?: number;
  /** Up to nine resources are named before the others are counted, as with e-mail. */
  isAboutEach?: true;
  /** The time of the first e-mail; undefined if it is not known. */
  run?: MailTime;
}

/** A line for people, with or without advice, or something to count. */
export type Line = string | Advised | Notice;

/** What people know of a resource. */
type Known = Pick<Notice, "first" | "people" | "run">;

/**
 * Counts messages that hundreds of resources would otherwise repeat. The engine does not mark the last resource, so
 * counts are shown at round numbers.
 */
export class Notices {
  readonly #kinds = new Map<string, Map<string, Known>>();

  /** `memory` has the lines of earlier processes of this run. They are neither shown nor counted again. */
  constructor(readonly memory?: RunMemory) {}

  /** Returns a function that tells lines about one resource. */
  about(resource: string): (line: Line | undefined) => ShownLine[] {
    return (line) => (line === undefined ? [] : [this.tell(line, resource)]);
  }

  /** A resource counts once, even if the engine asks about it several times. */
  tell(line: Line, resource: string): ShownLine {
    const isNew = (...message: string[]) => this.memory?.note([resource, ...message]) !== false;
    if (typeof line === "string") return isNew(line) ? { text: line } : {};
    if (!("kind" in line)) return isNew(line.text) ? line : {};
    const counted = this.#kinds.get(line.kind) ?? new Map<string, Known>();
    this.#kinds.set(line.kind, counted);
    const before = counted.get(resource);
    if (before?.first === line.first || !isNew(line.kind, line.first)) return {};
    counted.set(resource, line);
    const { first, next, code, advice, mails, earlier, held } = line;
    // An update that becomes a replacement e-mails others.
    const isNamed = before !== undefined || counted.size < firstCount(line);
    const data = { mails, earlier, held };
    if (isNamed) return { text: first, code, advice, ...data };
    const text = next ?? countText(line, [...counted.values()]);
    const hasData = Object.values(data).some((value) => value !== undefined);
    return { text, code, advice, ...(hasData && { ...data, alone: first }) };
  }
}

/** The line about all resources so far, if their number is shown. */
function countText(notice: Notice, all: readonly Known[]): string | undefined {
  const { several } = notice;
  if (several === undefined || !isShown(all.length)) return undefined;
  const text = several(
    `${grouped(all.length)} resources so far`,
    sumOf(all.map(({ people }) => people)),
    all.map(({ run }) => run),
    all.every(({ people }) => people === 0),
  );
  const first = firstCount(notice);
  return all.length === first ? `${text} Further counts follow at ${further[first]}.` : text;
}

/** From how many resources on they are counted instead of named. */
const firstCount = ({ isAboutEach, mails }: Notice): keyof typeof further =>
  isAboutEach === true || mails !== undefined ? 10 : 2;

const further = { 2: "10, 100 and 1,000", 10: "100 and 1,000" };

/** The lines of a verb as the engine gets them, beside their data for tools. */
export function diagnosticsOf(
  warnings: readonly ShownLine[],
  notices: readonly ShownLine[],
): Diagnostics {
  return {
    warnings: warnings.flatMap(({ text = [] }) => text),
    notices: notices.flatMap(({ text = [] }) => text),
    told: [
      ...warnings.map((line) => ({ kind: "warning" as const, ...line })),
      ...notices.map((line) => ({ kind: "notice" as const, ...line })),
    ],
  };
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
