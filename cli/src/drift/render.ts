import { TextFormatter, counted, longestMessage, plainText } from "../output/texts.js";
import { table } from "../output/table.js";
import type { Cell } from "../print.js";
import { ofStack, undoing, withRefresh } from "./report.js";
import type { DriftReport, Instruction, Row } from "./report.js";

/** Writes a report for people and programs. */
export class DriftRendering {
  readonly texts: TextFormatter;

  constructor(
    readonly report: DriftReport,
    readonly showAddresses: boolean,
  ) {
    this.texts = new TextFormatter({ showAddresses, isFull: false });
  }

  get summary(): string {
    const { rows, stack, addresses } = this.report;
    const where = addresses.length === 0 ? "the instance" : addresses.join(", ");
    const result =
      rows.length === 0
        ? `Stack ${stack} and ${where} are equal.`
        : `${counted(rows.length, "difference")} between stack ${stack} and ${where}.`;
    return `${result}${this.#ofProgram}${this.#notCompared}`;
  }

  /** How many of the differences nobody made on the instance. */
  get #ofProgram(): string {
    const { rows } = this.report;
    const { length } = rows.filter(({ what }) => what === "unapplied");
    const those = length === rows.length ? "All" : `${length}`;
    return length === 0 ? "" : ` ${those} of them only because the program changed.`;
  }

  get #notCompared(): string {
    const { notCompared, hasDetails } = this.report;
    const how = hasDetails ? "`drift`" : "--details";
    return notCompared.length === 0
      ? ""
      : ` Not compared: ${notCompared.join(", ")}. With extended operations, ${how} compares them.`;
  }

  /** Warnings of the preview, without names in addresses. */
  warnings(): string[] {
    return this.report.warnings.map((text) => this.texts.masked(text));
  }

  lines(width: number | undefined): string[] {
    const { rows } = this.report;
    const cells = rows.map((row) => {
      const [field, ...sides] = this.#sides(row);
      const cells: Cell[] = this.#items(row) ?? sides.map((side) => this.#plain(side));
      return [this.texts.masked(row.object), field, ...cells];
    });
    const instructions = this.instructions().map(plainInstruction);
    const warnings = this.warnings().map((one) => `Warning: ${one}`);
    return [
      this.summary,
      ...(rows.length === 0 ? [] : ["", ...table(head, cells, width)]),
      ...(instructions.length === 0 ? [] : ["", ...instructions]),
      ...this.#others(this.texts.masked, plainInstruction),
      ...(warnings.length === 0 ? [] : ["", ...warnings]),
    ];
  }

  /** The objects that the stack does not manage. */
  #others(
    shown: (text: string) => string,
    instructed: (instruction: Instruction) => string,
  ): string[] {
    const { unmanaged, unlisted, stack } = this.report;
    const command = `pulumi-platform export --out . ${ofStack(this.report)}`;
    const left = unmanaged.length - maxUnmanaged;
    return [
      ...(unmanaged.length === 0
        ? []
        : [
            "",
            `The instance also has ${counted(unmanaged.length, "object")} that stack ${shown(stack)} does not manage:`,
            "",
            ...unmanaged.slice(0, maxUnmanaged).map(({ object, id, managedBy }) => {
              const other =
                managedBy === undefined ? "" : `, which stack ${shown(managedBy)} manages`;
              return `- ${shown(`${object} (id ${id})`)}${other}`;
            }),
            ...(left > 0 ? [`- and ${left.toLocaleString("en-US")} more: --json names all`] : []),
            ...(unmanaged.every(({ managedBy }) => managedBy !== undefined)
              ? []
              : [
                  "",
                  instructed({ text: "To manage the others, add them to the program:", command }),
                ]),
          ]),
      ...(unlisted.length === 0
        ? []
        : ["", "Not looked for:", "", ...unlisted.map((line) => `- ${shown(line)}`)]),
    ];
  }

  /** As long as a forge takes it. */
  markdown(most = Infinity): string {
    const { rows, stack, addresses } = this.report;
    const texts = this.texts;
    const where = addresses.map((address) => texts.code(address)).join(", ") || "the instance";
    const title =
      rows.length === 0
        ? `Stack ${texts.code(stack)} and ${where} are equal.${this.#notCompared}`
        : `${counted(rows.length, "difference")} between stack ${texts.code(stack)} and ${where}.${this.#ofProgram}`;
    const warnings = this.report.warnings.slice(0, maxWarnings);
    const end = [
      ...(rows.length === 0 ? [] : ["\n"]),
      ...this.instructions().map((one) => `- ${markdownInstruction(one)}`),
      ...this.#others((text) => texts.code(text), markdownInstruction),
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
    const { project, stack, addresses, rows, notCompared, unmanaged, unlisted } = this.report;
    const [differences, others] = [this.texts.plain(rows), this.texts.plain(unmanaged)];
    return {
      ...{ project, stack, instances: addresses, differences, notCompared },
      ...{ unmanaged: others, unlisted: this.texts.plain(unlisted), warnings: this.warnings() },
    };
  }

  /** The instructions for each kind of difference. */
  instructions(): Instruction[] {
    const { rows, hasDetails, isEditable, interrupted, mailed } = this.report;
    const option = ofStack(this.report);
    const keeping = `pulumi-platform drift ${option} ${hasDetails ? "--details " : ""}--open-pr`;
    const undo = undoing(this.report);
    const deleted = rows.filter(({ what }) => what === "deleted");
    const isGone = deleted.length > 0 && deleted.every(({ isUndeclared }) => isUndeclared);
    const all: readonly (readonly [what: Row["what"], text: string, command?: string])[] = [
      [
        "changed",
        `Values changed on the instance. To keep these values, write them into the program${isEditable ? ":" : "."}`,
        isEditable ? keeping : undefined,
      ],
      ["changed", undo.text, undo.command],
      [
        "kept",
        "The program already has some of these values, or leaves the fields to the instance. To take them into the stack:",
        withRefresh("up", this.report),
      ],
      [
        "recounted",
        "The number of recipients of these schedules changed on the instance. To see who they are, with extended operations:",
        `pulumi-platform drift ${option} --details`,
      ],
      [
        "deleted",
        isGone
          ? "Objects that the program no longer declares are gone from the instance. To remove them from the state:"
          : "Objects are gone from the instance. pulumi up --refresh creates those again that the program declares. What the program does not hold, such as an end date, is not created again. To accept the deletion, remove the resource from the program.",
        isGone ? withRefresh("up", this.report) : undefined,
      ],
      [
        "unapplied",
        "The program changed since the last pulumi up, or that pulumi up failed. To see what pulumi up can do:",
        `pulumi preview ${option}`,
      ],
    ];
    const instructions = [
      ...(interrupted === undefined
        ? all
            .filter(([what]) => rows.some((row) => row.what === what))
            .map(([, text, command]) => ({ text, command }))
        : [{ text: `Some of this can be the work of an interrupted run. ${interrupted}` }]),
    ];
    if (mailed === undefined) return instructions;
    const text = `pulumi up --refresh e-mails ${mailed}, at once or on later runs. To see who they are:`;
    return [...instructions, { text, command: withRefresh("preview", this.report) }];
  }

  /** The field and both sides of a row. */
  #sides(row: Row): [string, unknown, unknown] {
    const { what, field = "", operation = "" } = row;
    if (what === "recounted") return [field, "", "another number of recipients"];
    if (what === "deleted") return ["", "exists", "deleted"];
    if (what === "changed") return [field, row.stack, row.instance];
    if (what === "kept") return [`${field} (pulumi up keeps it)`, row.stack, row.instance];
    const verb = operation === "forget" ? "removes from the state" : `${operation}s`;
    const planned = `pulumi up ${verb} it`;
    return row.field === undefined
      ? ["", planned, ""]
      : [field, `${this.#plain(row.stack)}, in the program ${this.#plain(row.program)}`, ""];
  }

  /** The lines of both sides for a list: only the items that differ. */
  #items({ removed, added, stack }: Row): string[][] | undefined {
    if (removed === undefined || added === undefined) return undefined;
    const stays = (stack as unknown[]).length - removed.length;
    const linesOf = (items: readonly unknown[]) => this.texts.plain(items.map(plainText));
    return [linesOf(removed), [...linesOf(added), ...(stays > 0 ? [`${stays} as before`] : [])]];
  }

  #plain(value: unknown): string {
    if (value === undefined || value === null) return "";
    if (Array.isArray(value))
      return value.map((item) => this.texts.plain(plainText(item))).join(", ");
    const shown = this.texts.plain(value);
    return typeof shown === "string" ? shown : JSON.stringify(shown);
  }

  #markdownRow(row: Row): string {
    const texts = this.texts;
    const { removed, added } = row;
    const [field, ...sides] = this.#sides(row).map((side, at) =>
      isChange(row) && at > 0 ? texts.value(side) : texts.code(this.#plain(side)),
    );
    const items =
      removed && added
        ? texts.changedItems(removed, added, (row.stack as unknown[]).length - removed.length)
        : undefined;
    const [stack, instance] = items ?? sides;
    return `| ${texts.code(row.object)} | ${field} | ${stack} | ${instance} |`;
  }
}

const head = ["Object", "Field", "Stack", "Instance"];

/** More objects are only counted. */
const maxUnmanaged = 10;

/** More warnings would be longer than a forge takes. */
const maxWarnings = 6;

export const isChange = ({ what }: Row): boolean => what === "changed" || what === "kept";

export const plainInstruction = ({ text, command }: Instruction): string =>
  command === undefined ? text : `${text} ${command}`;

export const markdownInstruction = ({ text, command }: Instruction): string =>
  command === undefined ? text : `${text} \`${command}\``;
