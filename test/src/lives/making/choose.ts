/** The item that a lot picks; undefined where there is none. */
export const choose = <Item>(items: readonly Item[], lot: number): Item | undefined =>
  items[lot % Math.max(1, items.length)];
