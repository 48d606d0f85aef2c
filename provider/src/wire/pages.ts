/** One answer with rows of a list. */
export interface Page<Row> {
  rows: readonly Row[];
  /** The rows that have another form than expected, in words: `null`. */
  odd: readonly string[];
  /** The list came in an object, not bare. */
  isWrapped: boolean;
  /** The length of the whole list, where the answer tells it; infinite where it only says that there is more. */
  total?: number;
}

/** What a list showed, and whether it can serve as evidence that something is absent. */
export interface Listing<Item> {
  items: ReadonlyMap<string, Item>;
  /**
   * True only when the list ended with an empty page, no item was shown twice, and every answer had the form
   * that is expected.
   */
  complete: boolean;
  /** Why items may be missing; undefined where the list came to its end, or to `enough` items. */
  partial?: string;
  /** The rows that were left out because they have another form. */
  odd: readonly string[];
  /** How many rows there were, odd and repeated ones included. */
  received: number;
}

/** The list that came in one answer; `id` tells its rows apart. */
export function wholeList<Item>(id: (item: Item) => string, page: Page<Item>): Listing<Item> {
  const pages = new Pages(id);
  pages.add(page);
  return pages.listing("end");
}

/**
 * Reads a list to its end. Servers cap the page size, so a page shorter than asked for says nothing:
 * the end is an empty page, or one that brings nothing new, or `enough` items.
 */
export async function readPages<Item>(
  id: (item: Item) => string,
  page: (skip: number) => Promise<Page<Item>>,
  enough = Infinity,
): Promise<Listing<Item>> {
  const pages = new Pages(id);
  let wasOdd = false;
  for (;;) {
    const batch = await page(pages.received);
    const isNew = pages.add(batch);
    if (batch.rows.length + batch.odd.length === 0) return pages.listing("end");
    // A page may have nothing but odd rows. A second one may be the first again.
    const isOdd = batch.rows.length === 0;
    if (!isNew && (!isOdd || wasOdd)) return pages.listing("nothing new");
    if (pages.items.size >= enough) return pages.listing("enough");
    wasOdd = isOdd;
  }
}

/** The pages of a list so far. */
class Pages<Item> {
  readonly items = new Map<string, Item>();
  received = 0;
  readonly #odd: string[] = [];
  #isWrapped = false;
  #total = 0;

  constructor(readonly id: (item: Item) => string) {}

  /** Whether the page brings an item that no earlier page has. */
  add({ rows, odd, isWrapped, total = 0 }: Page<Item>): boolean {
    const before = this.items.size;
    for (const row of rows) this.items.set(this.id(row), row);
    this.#odd.push(...odd);
    this.received += rows.length + odd.length;
    this.#isWrapped ||= isWrapped;
    this.#total = total;
    return this.items.size > before;
  }

  listing(ended: "end" | "nothing new" | "enough"): Listing<Item> {
    const { items, received } = this;
    const odd = this.#odd;
    const isRepeating = items.size + odd.length < received;
    // A server that repeats items does not keep its order between pages, or ignores how many to skip.
    const partial =
      ended === "nothing new" || isRepeating
        ? "the platform shows rows twice, so other rows may be missing"
        : ended === "end" && this.#total > received
          ? `the platform sent ${received} rows and says that there are more`
          : undefined;
    const isAsExpected = odd.length === 0 && !this.#isWrapped;
    const complete = ended === "end" && partial === undefined && isAsExpected;
    return { items, complete, partial, odd, received };
  }
}
