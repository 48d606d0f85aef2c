/** Groups items by key. Skips items without a key. */
export function groupedBy<One>(
  items: readonly One[],
  keyOf: (item: One) => string | undefined,
): Map<string, [One, ...One[]]> {
  const groups = new Map<string, [One, ...One[]]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
