import { fieldsOf, get, metaOf, shellWord } from "pulumi-platform-provider/contract";
import { counted, TextFormatter } from "../output/texts.js";
import { unlocking } from "../stack/locks.js";
import { printable } from "../output/printable.js";
import { table } from "../output/table.js";
import { symbolText, valueAt, withInstead } from "../stack/values.js";
import { labelOf } from "./finding.js";
import type { Candidate, Finding, Found } from "./finding.js";
import type { ManagingStacks } from "./holders.js";
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
    const indented = (lines: readonly string[]) => lines.map((line) => `  ${printable(line)}`);
    if (finding.kind === "settled") return [head, ...indented([finding.reason])];
    if (finding.kind === "ran") {
      const { reason, history, next } = finding;
      return [head, ...indented([reason, ...history, ...next])];
    }
    if (finding.kind === "found") {
      const { object } = finding;
      return [head, ...indented([this.#proposal(finding)]), ...this.#sides(about, object, width)];
    }
    const { reason, candidates, next } = finding;
    const { stack } = this.report;
    const ids = candidates.map(({ id }) => id);
    const take = `If you know its id: pulumi-platform recover --stack ${stack} --take ${shellWord(about.name)}=${ids[0] ?? "ID"}`;
    const absent = `If the run did not create it: pulumi-platform recover --stack ${stack} --not-done ${shellWord(about.name)}`;
    return [
      head,
      ...indented([reason]),
      ...candidates.flatMap((one) => [
        ...indented([`id ${one.id}${differs(one)}`]),
        ...this.#sides(about, one, width),
      ]),
      ...indented(next ?? [take, absent]),
    ];
  }

  #proposal(found: Found): string {
    const { object, isChosen } = found;
    const basis = isChosen === true ? "You chose" : "The instance has exactly one such object:";
    const hidden =
      object.notCompared.length > 0 ? ` Not compared: ${object.notCompared.join(", ")}.` : "";
    return this.report.imports.includes(found)
      ? `${basis} id ${object.id}.${hidden} Proposal: import it.`
      : `${basis} id ${object.id}.${hidden} Proposal: add this argument to the program: adopt: "${object.id}"`;
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

function textOf(value: unknown, absent: string): string {
  return value === undefined ? absent : printable(plainText(withInstead(value, symbolText)));
}

/** A list of records, such as recipients, as the values of each: `EMAIL ann@example.com, USER 42`. */
function plainText(value: unknown): string {
  if (typeof value === "string") return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  if (value.length === 0) return "(none)";
  const isFlat = (one: unknown) => typeof one !== "object" || one === null;
  return value
    .map((one: unknown) =>
      isFlat(one) || !Object.values(one as object).every(isFlat)
        ? plainText(one)
        : Object.values(one as object).join(" "),
    )
    .join(", ");
}

/** What a person should know before the engine's copy of a state replaces the broken file. */
export function brokenText(stack: string, broken: BrokenState): string {
  const { file, backup, said, savedAt, resources, pending, lost } = broken;
  const lines = [
    `The state of stack ${stack} is damaged, as after a kill in the middle of a write: ${said.split("\n")[0]}`,
    `  damaged: ${file}`,
    `  copy of the engine: ${backup}${savedAt === undefined ? "" : `, of ${savedAt}`}`,
    `  The copy has ${counted(resources, "resource")} and ${counted(pending, "pending operation")}.`,
    lost.length > 0
      ? `  It lacks ${counted(lost.length, "resource")} that the newest state in the history has: ${lost.join(", ")}.`
      : "  It lacks no resource that the newest state in the history has.",
    "  The copy can lack the last changes. Next, this command searches the instance for objects that the run created.",
  ];
  return lines.map(printable).join("\n");
}
