import { TextFormatter, counted, longestMessage } from "../output/texts.js";
import { table } from "../output/table.js";
import { symbolText, withInstead } from "../stack/values.js";
import { undoing, upWithRefresh } from "./report.js";
import type { DriftReport, Instruction, Row } from "./report.js";

/** The verb for each unapplied change of `pulumi up`. */
const verbs: Readonly<Record<string, string>> = {
  create: "creates",
  update: "updates",
  replace: "replaces",
  delete: "deletes",
  import: "imports",
  forget: "removes from the state",
};

/** Writes a report for people and programs. */
export class DriftRendering {
  readonly #texts: TextFormatter;

  constructor(
    readonly report: DriftReport,
    readonly showAddresses: boolean,
  ) {
    this.#texts = new TextFormatter({ showAddresses, isFull: false });
  }

  get summary(): string {
    const { rows, stack, addresses } = this.report;
    const where = addresses.length === 0 ? "the instance" : addresses.join(", ");
    return rows.length === 0
      ? `Stack ${stack} and ${where} are equal.${this.#notCompared}`
      : `${counted(rows.length, "difference")} between stack ${stack} and ${where}.`;
  }

  /** Lists do not show who gets a report, so equal lists prove little. */
  get #notCompared(): string {
    return this.report.hasDetails
      ? ""
      : " Recipients and attachments were not compared: with extended operations, --details compares them.";
  }

  /** Warnings of the preview, without names in addresses. */
  warnings(): string[] {
    return this.report.warnings.map((text) => this.#texts.masked(text));
  }

  lines(width: number | undefined): string[] {
    const { rows } = this.report;
    const cells = rows.map((row) => [
      row.object,
      ...this.#sides(row).map((side) => this.#plain(side)),
    ]);
    const warnings = this.warnings().map((one) => `Warning: ${one}`);
    return [
      this.summary,
      ...(rows.length === 0
        ? []
        : ["", ...table(head, cells, width), "", ...this.instructions().map(plainInstruction)]),
      ...(warnings.length === 0 ? [] : ["", ...warnings]),
    ];
  }

  /** As long as a forge takes it. */
  markdown(most = Infinity): string {
    const { rows, stack, addresses } = this.report;
    const texts = this.#texts;
    const where = addresses.map((address) => texts.code(address)).join(", ") || "the instance";
    const title =
      rows.length === 0
        ? `Stack ${texts.code(stack)} and ${where} are equal.${this.#notCompared}`
        : `${counted(rows.length, "difference")} between stack ${texts.code(stack)} and ${where}.`;
    const warnings = this.report.warnings.slice(0, maxWarnings);
    const end = [
      ...(rows.length === 0 ? [] : ["\n"]),
      ...this.instructions().map((one) => `- ${markdownInstruction(one)}`),
      ...(warnings.length === 0 ? [] : ["\n**Warnings**\n"]),
      ...warnings.map((line) => `- ${texts.code(line, longestMessage)}`),
    ]
      .map((line) => `${line}\n`)
      .join("");
    if (rows.length === 0) return end === "" ? title : `${title}\n${end}`;
    const lines = [`| ${head.join(" | ")} |`, `| ${head.map(() => "---").join(" | ")} |`];
    let room = most - title.length - end.length - lines.join("\n").length - 60;
    let shown = 0;
    for (const row of rows) {
      const line = this.#markdownRow(row);
      room -= line.length + 1;
      if (room < 0) break;
      lines.push(line);
      shown += 1;
    }
    const left = rows.length - shown;
    const more = left === 0 ? "" : `\n\nand ${counted(left, "more difference")}`;
    return `${title}\n\n${lines.join("\n")}${more}${end}`;
  }

  /** One row per difference, for programs. */
  json(): object {
    const { project, stack, addresses, rows } = this.report;
    const differences = this.masked(rows);
    return { project, stack, instances: addresses, differences, warnings: this.warnings() };
  }

  /** A value without the names in its addresses, and with words for secrets. */
  masked(value: unknown): unknown {
    const text = JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === "symbol"
        ? symbolText(inner)
        : typeof inner === "string"
          ? this.#texts.masked(inner)
          : inner,
    );
    return JSON.parse(text) as unknown;
  }

  /** The instructions for each kind of difference. */
  instructions(): Instruction[] {
    const { rows, hasDetails, isEditable } = this.report;
    const has = (what: Row["what"]) => rows.some((row) => row.what === what);
    return [
      ...(has("changed")
        ? [
            {
              text: `Somebody changed values on the instance. To keep these values, write them into the program${isEditable ? ":" : "."}`,
              ...(isEditable && {
                command: `pulumi-platform drift ${hasDetails ? "--details " : ""}--open-pr`,
              }),
            },
            undoing(this.report),
          ]
        : []),
      ...(has("kept")
        ? [
            {
              text: "The program already has some of these values, or leaves the fields to the instance. To take them into the stack:",
              command: upWithRefresh(this.report),
            },
          ]
        : []),
      ...(has("deleted")
        ? [
            {
              text: "Somebody deleted objects on the instance. pulumi up --refresh creates them again. To accept the deletion, remove the resource from the program.",
            },
          ]
        : []),
      ...(has("unapplied")
        ? [
            {
              text: "Changes of the program are not applied yet. Apply them:",
              command: "pulumi up",
            },
          ]
        : []),
    ];
  }

  /** The field and both sides of a row. */
  #sides(row: Row): [string, unknown, unknown] {
    const { what, field = "", operation = "" } = row;
    if (what === "deleted") return ["", "exists", "deleted"];
    if (what === "changed") return [field, row.stack, row.instance];
    if (what === "kept") return [`${field} (pulumi up keeps it)`, row.stack, row.instance];
    const planned = `pulumi up ${verbs[operation] ?? operation} it`;
    return row.field === undefined
      ? ["", planned, ""]
      : [field, `${this.#plain(row.program)} (not applied)`, row.stack];
  }

  #plain(value: unknown): string {
    if (value === undefined || value === null) return "";
    const shown = withInstead(value, symbolText);
    return this.#texts.masked(typeof shown === "string" ? shown : JSON.stringify(shown));
  }

  #markdownRow(row: Row): string {
    const texts = this.#texts;
    const [field, stack, instance] = this.#sides(row).map((side, at) =>
      isChange(row) && at > 0 ? texts.value(side) : texts.code(this.#plain(side)),
    );
    return `| ${texts.code(row.object)} | ${field} | ${stack} | ${instance} |`;
  }
}

const head = ["Object", "Field", "Stack", "Instance"];

/** More warnings would be longer than a forge takes. */
const maxWarnings = 6;

export const isChange = ({ what }: Row): boolean => what === "changed" || what === "kept";

export const plainInstruction = ({ text, command }: Instruction): string =>
  command === undefined ? text : `${text} ${command}`;

export const markdownInstruction = ({ text, command }: Instruction): string =>
  command === undefined ? text : `${text} \`${command}\``;
