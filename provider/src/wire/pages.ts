/** What a paged list showed, and whether it can serve as evidence that something is absent. */
export interface Listing<Item> {
  items: ReadonlyMap<string, Item>;
  /**
   * True only when the list ended with an empty page and no item was shown twice. A server that repeats
   * items does not keep its order between pages, or ignores how many to skip: then some may be missing.
   */
  complete: boolean;
}

/**
 * Reads a list to its end. Servers cap the page size, so a page shorter than asked for says nothing:
 * the end is an empty page, or one that brings nothing new, or `enough` items.
 */
export async function readPages<Item>(
  id: (item: Item) => string,
  page: (skip: number) => Promise<Item[]>,
  enough = Infinity,
): Promise<Listing<Item>> {
  const items = new Map<string, Item>();
  let received = 0;
  for (;;) {
    const batch = await page(received);
    if (batch.length === 0) return { items, complete: items.size === received };
    const before = items.size;
    for (const item of batch) items.set(id(item), item);
    received += batch.length;
    if (items.size === before || items.size >= enough) return { items, complete: false };
  }
}
