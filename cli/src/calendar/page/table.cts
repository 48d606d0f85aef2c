import { byId, element, scrolling } from "./elements.cjs";

export interface Column<Row> {
  heading: string;
  cell: (row: Row) => Node | string;
  /** The value for sorting; by default the text of the cell. */
  value?: (row: Row) => string | number;
  isNumber?: boolean;
}

/** The number of rows at first, because browsers need seconds for thousands of rows. */
const atFirst = 100;

/** A table in a section of the page that its headings sort. */
export class SortableTable<Row> {
  readonly #caption: HTMLElement;
  readonly #body = element("tbody");
  readonly #headings: HTMLElement[];
  readonly #more = element("button", { type: "button" });
  #label = "";
  #isWhole = false;
  #rows: readonly Row[] = [];
  #sorted = { by: 0, isDescending: false };

  constructor(
    section: string,
    label: string,
    readonly columns: readonly Column<Row>[],
  ) {
    this.#caption = element("span", {}, label);
    this.#headings = columns.map(({ heading, isNumber }, at) => {
      const button = element("button", { type: "button" }, heading);
      button.addEventListener("click", () => this.#sortBy(at));
      return element("th", { scope: "col", ...classOf(isNumber) }, button);
    });
    const head = element("thead", {}, element("tr", {}, ...this.#headings));
    const table = element("table", {}, element("caption", {}, this.#caption), head, this.#body);
    byId(section, HTMLElement).append(scrolling(table, label), this.#more);
    this.#more.addEventListener("click", () => {
      this.#isWhole = true;
      const next = this.#body.rows.length;
      this.#fill();
      // The button is removed, so the first new row gets the focus.
      const row = this.#body.rows[next];
      row?.setAttribute("tabindex", "-1");
      row?.focus();
    });
  }

  show(caption: string, rows: readonly Row[]): void {
    this.#label = caption;
    this.#rows = rows;
    this.#fill();
  }

  #sortBy(at: number): void {
    const { by, isDescending } = this.#sorted;
    this.#sorted = { by: at, isDescending: by === at && !isDescending };
    this.#fill();
  }

  #fill(): void {
    const { by, isDescending } = this.#sorted;
    for (const [at, heading] of this.#headings.entries()) {
      if (at === by) heading.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
      else heading.removeAttribute("aria-sort");
    }
    const column = this.columns[by];
    const valueOf = (row: Row) => column?.value?.(row) ?? textOf(column?.cell(row));
    const sorted = this.#rows
      .map((row) => ({ row, value: valueOf(row) }))
      .sort((one, other) => compared(one.value, other.value) * (isDescending ? -1 : 1));
    const shown = this.#isWhole ? sorted : sorted.slice(0, atFirst);
    const isCut = shown.length < sorted.length;
    this.#caption.textContent = this.#label + (isCut ? `; the first ${atFirst} are shown` : "");
    this.#more.textContent = `Show all ${sorted.length.toLocaleString("en")} rows`;
    this.#more.hidden = !isCut;
    const lines = shown.map(({ row }) =>
      element(
        "tr",
        {},
        ...this.columns.map(({ cell, isNumber }) => element("td", classOf(isNumber), cell(row))),
      ),
    );
    this.#body.replaceChildren(...lines);
  }
}

const classOf = (isNumber = false): Record<string, string> => (isNumber ? { class: "number" } : {});

const textOf = (cell: Node | string | undefined): string =>
  typeof cell === "string" ? cell : (cell?.textContent ?? "");

const order = new Intl.Collator("en", { numeric: true });

const compared = (one: string | number, other: string | number): number =>
  typeof one === "number" && typeof other === "number"
    ? one - other
    : order.compare(String(one), String(other));
