import { fieldsOf, get, metaOf } from "pulumi-platform-provider/contract";
import { counted, plainText, TextFormatter } from "../output/texts.js";
import { unlocking } from "../stack/locks.js";
import { printable } from "../output/printable.js";
import { table } from "../output/table.js";
import { symbolText, valueAt, withInstead } from "../stack/values.js";
import { labelOf } from "./interrupted.js";
import type { Candidate, Finding, Found } from "./judge.js";
import type { ManagingStacks } from "./managingStacks.js";
import type { BrokenState } from "./stateFile.js";

/** All findings, and the possible actions for each object. */
export interface Report {
  stack: string;
  findings: readonly Finding[];
  imports: readonly Found[];
  /** The source position of a resource. */
  placeOf: (about: Finding["about"]) => string | undefined;
  unread: ManagingStacks["unread"];
  problems: readonly string[];
  /** Who holds the lock of the stack. */
  lock: readonly string[];
}

interface Side {
  path: string;
  program: unknown;
  instance: unknown;
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

  text(width?: number): string {
    const { findings, problems, unread, stack, lock } = this.report;
    const { masked } = this.#texts;
    const lines = [
      ...lock.map((one) => printable(one)),
      ...(lock.length > 0 ? [unlocking(stack)] : []),
      ...problems.map((one) => masked(`The preview of stack ${stack} failed: ${one}`)),
      ...unread.map(({ stack: one, reason }) => masked(`Not read: ${one}: ${reason}`)),
      ...findings.flatMap((one) => [
        "",
        ...this.#lines(one, width).map(masked),
        ...(one.kind === "ran" && one.restore !== undefined
          ? [`    ${printable(one.restore)}`]
          : []),
      ]),
    ];
    return lines.join("\n").replace(/^\n/, "");
  }

  #lines(finding: Finding, width?: number): string[] {
    const { about } = finding;
    const place = this.report.placeOf(about);
    const head = printable(
      `${about.name}: ${labelOf(about)}${place === undefined ? "" : ` (${place})`}`,
    );
    const objects =
      finding.kind === "found"
        ? [finding.object]
        : finding.kind === "open"
          ? finding.candidates
          : [];
    const indented = (...lines: readonly string[]) => lines.map((line) => `  ${printable(line)}`);
    return [
      head,
      ...indented(finding.kind === "found" ? this.#proposal(finding) : finding.reason),
      ...indented(...(finding.kind === "ran" ? finding.history : [])),
      ...objects.flatMap((one) => [
        ...(finding.kind === "open" ? indented(`id ${one.id}${differs(one)}`) : []),
        ...this.#sides(about, one, width),
      ]),
      ...indented(...("next" in finding ? finding.next : [])),
    ];
  }

  #proposal(found: Found): string {
    const { id, notCompared } = found.object;
    const basis =
      found.isChosen === true ? "You chose" : "The instance has exactly one such object:";
    const hidden = notCompared.length > 0 ? ` Not compared: ${notCompared.join(", ")}.` : "";
    const proposal = this.report.imports.includes(found)
      ? "import it."
      : `add this argument to the program: adopt: "${id}"`;
    return `${basis} id ${id}.${hidden} Proposal: ${proposal}`;
  }

  /** Both sides: equal values once, and a table of different values. */
  #sides(about: Finding["about"], object: Candidate, width = 120): string[] {
    const rows = sidesOf(about, object).map(({ path, program, instance }) => [
      path,
      // The table truncates long words. A truncated address would not be recognized, so it is masked first.
      this.#texts.masked(textOf(program, "(not declared)")),
      this.#texts.masked(textOf(instance, "(not shown)")),
    ]);
    const isSame = ([, program, instance]: string[]) => program === instance;
    const same = rows.filter(isSame).map(([path, value]) => `${path} ${value}`);
    const others = rows.filter((row) => !isSame(row));
    const text = table(["field", "program", "instance"], others, Math.max(width - 4, 60));
    return [
      ...(same.length > 0 ? [`  On both sides: ${same.join(", ")}`] : []),
      ...(others.length > 0 ? text.split("\n").map((line) => `    ${line}`) : []),
    ];
  }

  /** The report for tools. */
  json(done: object): string {
    const { stack, findings, imports, placeOf, unread, problems, lock } = this.report;
    const result = {
      ...{ stack, problems, unread, lock },
      findings: findings.map((finding) => {
        const { about, ...rest } = finding;
        const { urn, name, resource, operation, isPending } = about;
        const place = placeOf(about);
        const shownOf = (one: Candidate) => {
          const { id, differing, notCompared } = one;
          return { id, differing, notCompared, fields: sidesOf(about, one) };
        };
        return {
          ...{ urn, name, type: resource.name, operation, isPending },
          ...(place !== undefined && { place }),
          ...rest,
          ...(finding.kind === "found" && {
            object: shownOf(finding.object),
            proposal: imports.includes(finding) ? "import" : "adopt",
          }),
          ...(finding.kind === "open" && { candidates: finding.candidates.map(shownOf) }),
        };
      }),
      ...done,
    };
    const { masked } = this.#texts;
    return JSON.stringify(
      withInstead(result, symbolText),
      (key, value: unknown) =>
        typeof value === "string" && key !== "restore" ? masked(value) : value,
      2,
    );
  }
}

/** Every field that either side has. */
function sidesOf({ resource, inputs }: Finding["about"], { live }: Candidate): Side[] {
  return fieldsOf(resource.inputs).flatMap(({ path, schema }) => {
    const [program, instance] = [valueAt(inputs, path), get(live, path)];
    const isOnlyProgram = metaOf(schema).programOnly !== undefined;
    if (isOnlyProgram || (program === undefined && instance === undefined)) return [];
    return [{ path, program, instance }];
  });
}

const differs = ({ differing }: Candidate): string =>
  differing.length > 0 ? `, which differs in ${differing.join(", ")}` : "";

/** A list of records, such as recipients, is the values of each: `EMAIL ann@example.com, USER 42`. */
function textOf(value: unknown, absent: string): string {
  if (value === undefined) return absent;
  if (!Array.isArray(value)) return printable(plainText(value));
  return value.length === 0 ? "(none)" : printable(value.map(plainText).join(", "));
}

/** What a person should know before the engine's copy of a state replaces the broken file. */
export function brokenText(stack: string, broken: BrokenState): string {
  const { file, backup, said, savedAt, resources, pending, lost } = broken;
  const lines = [
    `The state of stack ${stack} is damaged, as after a kill in the middle of a write: ${said.split("\n")[0]}`,
    `  damaged: ${file}`,
    `  copy of the engine: ${backup}${savedAt === "" ? "" : `, of ${savedAt}`}`,
    `  The copy has ${counted(resources, "resource")} and ${counted(pending, "pending operation")}.`,
    lost.length > 0
      ? `  It lacks ${counted(lost.length, "resource")} that the newest state in the history has: ${lost.join(", ")}.`
      : "  It lacks no resource that the newest state in the history has.",
    "  The copy can lack the last changes. Next, this command searches the instance for objects that the run created.",
  ];
  return lines.map(printable).join("\n");
}
