import { shellWord } from "pulumi-platform-provider/contract";
import { groupedBy } from "../output/groupedBy.js";
import { table } from "../output/table.js";
import { counted, plainText, TextFormatter } from "../output/texts.js";
import { linesIn, when } from "../print.js";
import { unlocking } from "../stack/locks.js";
import type { Done, Proposal } from "./carryOut.js";
import type { Facts } from "./facts.js";
import { labelOf } from "./interrupted.js";
import type { Candidate, Finding } from "./finding.js";

/** All findings, and what limits them. */
export interface Report extends Pick<
  Facts,
  "stack" | "unread" | "problems" | "givenUp" | "deleting"
> {
  findings: readonly Finding[];
  /** Who holds the lock of the stack. */
  lock: readonly string[];
}

/** Writes a report for people or as JSON. Addresses are masked unless a flag asks for them. */
export class ReportRenderer {
  readonly #texts: TextFormatter;

  constructor(
    readonly report: Report,
    showAddresses = false,
  ) {
    this.#texts = new TextFormatter({ showAddresses, isFull: true });
  }

  lines(width?: number): string[] {
    const { findings, problems, unread, stack, lock, givenUp, deleting } = this.report;
    const { masked } = this.#texts;
    const lines = [
      ...lock,
      ...when(lock.length > 0, unlocking(stack)),
      ...problems.flatMap((one) => linesIn(masked(`The preview of stack ${stack} failed: ${one}`))),
      ...when(
        deleting.length > 0,
        `A killed run was deleting what the program declares: ${deleting.join(", ")}`,
        ...indented(
          `If you want to delete the resources of the stack: pulumi destroy --stack ${stack}`,
          "pulumi up creates again what is deleted, and e-mails again.",
        ),
      ),
      ...unread.map(({ stack: one, reason }) => masked(`Not read: ${one}: ${reason}`)),
      ...findings.flatMap((one) => [
        "",
        ...this.#lines(one, width).map(masked),
        ...(one.restore === undefined ? [] : [`    ${one.restore}`]),
      ]),
      ...when(
        givenUp.length > 0,
        "",
        `A killed run created what neither the state nor the program has: ${givenUp.join(", ")}`,
        ...indented(
          `To manage it, put it back into the program, then: pulumi up --stack ${stack}`,
          "To remove it, do that, then remove it from the program, or delete it on the instance.",
        ),
      ),
    ];
    return lines[0] === "" ? lines.slice(1) : lines;
  }

  #lines(finding: Finding, width?: number): string[] {
    const { about, reason, object, candidates = [], history = [], next = [] } = finding;
    return [
      `${about.name}: ${labelOf(about)}`,
      ...indented(reason, ...history),
      ...(object === undefined ? [] : this.#sides(object, width)),
      ...candidates.flatMap((one) => [
        ...indented(`id ${one.id}${differs(one)}`),
        ...this.#sides(one, width),
      ]),
      ...indented(...next),
    ];
  }

  /** Both sides: equal values once, and a table of different values. */
  #sides({ fields }: Candidate, width = 120): string[] {
    const rows = fields.map(({ path, program, instance }) => [
      path,
      // The table truncates long words. A truncated address would not be recognized, so it is masked first.
      this.#texts.masked(textOf(program, "(not declared)")),
      this.#texts.masked(textOf(instance, "(not shown)")),
    ]);
    const isSame = ([, program, instance]: string[]) => program === instance;
    const same = rows.filter(isSame).map(([path, value]) => `${path} ${value}`);
    const others = rows.filter((row) => !isSame(row));
    const shown = table(["field", "program", "instance"], others, Math.max(width - 4, 60));
    return [
      ...when(same.length > 0, `  On both sides: ${same.join(", ")}`),
      ...when(others.length > 0, ...shown.map((line) => `    ${line}`)),
    ];
  }

  /** The report for tools. */
  json(done: object): object {
    const { findings, ...report } = this.report;
    const { plain } = this.#texts;
    const shownOf = ({ id, differing, notCompared, fields }: Candidate) => ({
      ...{ id, differing, notCompared, fields },
    });
    const shown = findings.map(({ about, object, candidates, restore, ...rest }) => {
      const { urn, name, resource, operation, isPending } = about;
      const finding = {
        ...{ urn, name, type: resource.name, operation, isPending, ...rest },
        object: object && shownOf(object),
        candidates: candidates?.map(shownOf),
      };
      return { ...plain(finding), restore };
    });
    return { ...plain({ ...report, ...done }), findings: shown };
  }

  /** The last lines: the result, and the next steps. */
  closing({ imports, finished, canDo }: Proposal, done?: Done, out?: string): string[] {
    const { stack, findings, lock } = this.report;
    const count = (kind: Finding["kind"]) => findings.filter((one) => one.kind === kind).length;
    const [adopts, open, ran] = [count("found") - imports.length, count("open"), count("ran")];
    const recover = `pulumi-platform recover --stack ${stack}`;
    const once = lock.length > 0 ? ", once the stack is unlocked" : "";
    const lines = [
      ...(done === undefined ? [] : resultOf(done)),
      done === undefined &&
        finished > 0 &&
        `${counted(finished, "pending operation")} in the state ${finished === 1 ? "is" : "are"} finished, or \`pulumi up\` repeats ${finished === 1 ? "it" : "them"}. Pulumi warns of ${finished === 1 ? "it" : "them"} until this command removes ${finished === 1 ? "it" : "them"}.`,
      done === undefined &&
        canDo &&
        `Nothing was changed. To do what is proposed${once}: ${recover} --yes`,
      adopts > 0 &&
        `${counted(adopts, "object")} to adopt: write the lines above into the program, for stack ${stack} only, because other instances have other ids. Then run this command again, then pulumi up.`,
      adopts > 0 &&
        out === undefined &&
        `A TypeScript program can read a list instead, which does nothing in other stacks: ${recover} --out recovery.json`,
      ...managingStacks(findings),
      open > 0 && `${counted(open, "resource")} left for you to decide.`,
      ran > 0 &&
        `${counted(ran, "e-mail or execution", "e-mails or executions")} to check before the next pulumi up.`,
      ...(out === undefined ? [] : adopts > 0 ? readingLines(out) : [`Wrote ${out}.`]),
    ].filter((line) => line !== false);
    return lines.length > 0 ? ["", ...lines] : [""];
  }
}

const indented = (...lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);

const differs = ({ differing }: Candidate): string =>
  differing.length > 0 ? `, which differs in ${differing.join(", ")}` : "";

/** A list of records, such as recipients, is the values of each: `EMAIL ann@example.com, USER 42`. */
function textOf(value: unknown, absent: string): string {
  if (value === undefined) return absent;
  if (!Array.isArray(value)) return plainText(value);
  return value.length === 0 ? "(none)" : value.map(plainText).join(", ");
}

const resultOf = ({ imported, cleared, kept, backup }: Done): string[] => [
  `Imported ${counted(imported, "object")}. Removed ${counted(cleared, "pending operation")} from the state. The state before: ${backup}`,
  ...when(
    kept.length > 0,
    `The pending operations stay in the state, because Pulumi can only remove all of them at once. Left to decide: ${kept.join(", ")}. Give all answers in one run.`,
  ),
];

const readingLines = (out: string): string[] => [
  `Wrote ${out}. To let a TypeScript program read it, write before the first resource:`,
  ...indented('import { adoptFrom } from "pulumi-platform";', `adoptFrom(${JSON.stringify(out)});`),
];

/** The lines about other stacks that manage several of the objects. */
const managingStacks = (findings: readonly Finding[]): string[] =>
  [...groupedBy(findings, ({ holder }) => holder)].flatMap(([stack, { length: count }]) =>
    when(
      count > 1,
      `Stack ${stack} manages ${count} of these objects. If nobody uses that stack any more, remove everything from its state, which leaves the objects on the instance: pulumi state delete --all --stack ${shellWord(stack)}`,
    ),
  );
