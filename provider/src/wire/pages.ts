/** One page of a list. */
export interface Page<Row> {
  rows: readonly Row[];
  /** The rows with an unexpected form, in words: `null`. */
  odd: readonly string[];
  /** The list came inside an object. */
  isWrapped: boolean;
  /** The length of the whole list, if the answer has it. Infinite if the answer says only that there is more. */
  total?: number;
}

/** The items of a list, and whether the list is evidence that an object is absent. */
export interface Listing<Item> {
  items: ReadonlyMap<string, Item>;
  /** True only if the list ended with an empty page, repeated no item, and every answer had the expected form. */
  complete: boolean;
  /** Why items may be missing; undefined if the list was read to its end, or until the items are enough. */
  partial?: string;
  /** The skipped rows with an unexpected form, in words. */
  odd: readonly string[];
  /** The number of all rows, including odd and repeated rows. */
  received: number;
  /** The second page was the same as the first one, as if the platform knew no pages. */
  isUnpaged: boolean;
}

/** What a list may have. A longer one counts as cut off. */
export const longestList = { pages: 5_000, rows: 75_000, ms: 600_000 };

export const rowsTwice = "the platform shows rows twice, so other rows may be missing";

/** Whether the items so far are all that the caller needs. */
export type Enough<Item> = (items: ReadonlyMap<string, Item>) => boolean;

/** A list from one answer. `id` identifies its rows. */
export function wholeList<Item>(
  id: (item: Item, at: number) => string,
  page: Page<Item>,
): Listing<Item> {
  const pages = new Pages(id);
  pages.add(page);
  return pages.listing("end");
}

/**
 * Reads a list to its end. Servers limit the page size, so a short page is not the end. The end is an empty page, a
 * page without new items, or items that are enough. A server can send new pages for ever, so a list has limits.
 */
export async function readPages<Item>(
  id: (item: Item) => string,
  page: (skip: number) => Promise<Page<Item>>,
  enough: Enough<Item> = () => false,
  limits = longestList,
): Promise<Listing<Item>> {
  const pages = new Pages(id);
  const begun = performance.now();
  let wasOdd = false;
  for (let count = 1; ; count++) {
    const batch = await page(pages.received);
    const isNew = pages.add(batch);
    if (batch.rows.length + batch.odd.length === 0) return pages.listing("end");
    // A page can have only odd rows. A second such page can be a repetition of the first one.
    const isOdd = batch.rows.length === 0;
    if (!isNew && (!isOdd || wasOdd)) return pages.listing("nothing new");
    if (enough(pages.items)) return pages.listing("enough");
    const isLate = performance.now() - begun > limits.ms;
    if (count >= limits.pages || pages.received > limits.rows || isLate) {
      return pages.listing("limit");
    }
    wasOdd = isOdd;
  }
}

/** The pages of a list so far. */
class Pages<Item> {
  readonly items = new Map<string, Item>();
  received = 0;
  readonly #odd: string[] = [];
  #isWrapped = false;
  /** The first three pages. A list without pages ends after two. */
  readonly #pages: string[] = [];
  #total = 0;

  constructor(readonly id: (item: Item, at: number) => string) {}

  /** Adds a page; true if it has a new item. */
  add({ rows, odd, isWrapped, total = 0 }: Page<Item>): boolean {
    const before = this.items.size;
    for (const [at, row] of rows.entries()) this.items.set(this.id(row, at), row);
    for (const form of odd) this.#odd.push(form);
    if (this.#pages.length < 3) this.#pages.push(JSON.stringify([rows.map(this.id), odd]));
    this.received += rows.length + odd.length;
    this.#isWrapped ||= isWrapped;
    this.#total = total;
    return this.items.size > before;
  }

  listing(ended: "end" | "nothing new" | "enough" | "limit"): Listing<Item> {
    const { items, received } = this;
    const odd = this.#odd;
    const isRepeating = items.size + odd.length < received;
    // A server that repeats items changes the order between pages, or ignores `skip`.
    const [first, second] = this.#pages;
    const isUnpaged = this.#pages.length === 2 && first === second;
    const sent = isUnpaged ? received / 2 : received;
    const partial =
      (ended === "end" || isUnpaged) && this.#total > sent
        ? `the platform sent ${sent} rows and says that there are more`
        : ended === "limit"
          ? `the platform sent ${received} rows and did not come to an end`
          : ended === "nothing new" || isRepeating
            ? rowsTwice
            : undefined;
    const isAsExpected = odd.length === 0 && !this.#isWrapped;
    const complete = ended === "end" && partial === undefined && isAsExpected;
    return { items, complete, partial, odd, received, isUnpaged };
  }
}
