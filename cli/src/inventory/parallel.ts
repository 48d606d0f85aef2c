/** Calls under way at the same time. */
export const maxConcurrent = 8;

/** Works on all items, `limit` at a time, in their order. The first failure ends the work. */
export async function inParallel<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, at: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  const workers = Array.from({ length: Math.min(limit, items.length) }, async () => {
    for (const [at, item] of queue) await work(item, at);
  });
  await Promise.all(workers);
}
