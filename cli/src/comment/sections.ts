import { counted } from "../output/texts.js";

/** A part of a comment: rows of a list or of a table. Rows are HTML without empty lines, so no forge reads Markdown in them. */
export interface Section {
  title: string;
  /** A sentence of our own before the rows, or remarks that also stand without rows. */
  lead?: string;
  remarks?: string;
  /** The headings of a table; a list has none. */
  head?: readonly string[];
  /** The content of each item of the list, or the cells of each row of the table. */
  rows: readonly (string | readonly string[])[];
  /** More rows than this are folded. */
  foldedAbove: number;
  /** The noun for counting the rows. */
  noun: string;
  /** Sections with a high number lose rows first when the comment is too long. */
  cutOrder: number;
}

const rowText = (row: Section["rows"][number]): string =>
  typeof row === "string"
    ? `<li>${row}</li>`
    : `<tr>${row.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;

/** A section with at most so many rows. */
class RenderedSection {
  readonly #rows: readonly string[];
  /** The length of the first rows, by their number. */
  readonly #lengths: number[] = [0];

  constructor(readonly section: Section) {
    this.#rows = section.rows.map(rowText);
    for (const row of this.#rows) this.#lengths.push((this.#lengths.at(-1) ?? 0) + row.length + 1);
  }

  get count(): number {
    return this.#rows.length;
  }

  /** How many rows have room in so many characters. */
  fitting(room: number): number {
    return this.#lengths.findLastIndex((length) => length <= room);
  }

  lengthOf = (rows: number): number => this.#lengths[rows] ?? 0;

  text(isFolded: boolean, most = this.count): string {
    const { title, remarks = "", lead = remarks, head, noun, foldedAbove } = this.section;
    const rows = this.#rows.slice(0, most);
    const left = this.count - rows.length;
    const [open, close] = head === undefined ? ["<ul>", "</ul>"] : ["<table>", "</table>"];
    const heading =
      head === undefined ? [] : [`<tr>${head.map((name) => `<th>${name}</th>`).join("")}</tr>`];
    const block = rows.length === 0 ? [] : [open, ...heading, ...rows, close];
    const isLong = isFolded && this.count > foldedAbove && rows.length > 0;
    const summary = `<summary>${counted(this.count, noun)}</summary>`;
    const folded = isLong ? ["<details>", summary, ...block, "</details>"] : block;
    return [
      `### ${title}`,
      ...(lead === "" ? [] : ["", `<p>${lead}</p>`]),
      ...(folded.length === 0 ? [] : ["", ...folded]),
      ...(left > 0 ? ["", `<p>… and ${left.toLocaleString("en-US")} more.</p>`] : []),
    ].join("\n");
  }
}

/** Room for the words about omitted rows. */
const spare = 40;

/** Joins the parts of a comment. If they are too long, sections lose rows at their ends: the least important first. */
export function fitted(
  totals: string,
  sections: readonly Section[],
  { most, isFolded }: { most: number; isFolded: boolean },
  whenCut: string,
): string {
  const rendered = sections.map((section) => new RenderedSection(section));
  const whole = joined([totals, ...rendered.map((one) => one.text(isFolded))]);
  if (whole.length <= most) return whole;
  let excess = whole.length + whenCut.length + 2 - most;
  const shown = new Map<RenderedSection, number>();
  for (const one of [...rendered].sort((a, b) => b.section.cutOrder - a.section.cutOrder)) {
    if (excess <= 0) break;
    const length = one.lengthOf(one.count);
    const rows = one.fitting(Math.max(0, length - excess - spare));
    shown.set(one, rows);
    excess -= length - one.lengthOf(rows) - spare;
  }
  const cut = joined([
    totals,
    ...rendered.map((one) => one.text(isFolded, shown.get(one))),
    whenCut,
  ]);
  if (cut.length <= most) return cut;
  // There is not even room for the headings.
  const least = [joined([totals, whenCut]), joined([whenCut]), ""];
  return least.find((text) => text.length <= most) ?? "";
}

const joined = (parts: readonly string[]): string => `${parts.join("\n\n")}\n`;
