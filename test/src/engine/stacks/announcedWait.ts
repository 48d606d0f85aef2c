/**
 * For how long a person knows why nothing happens: the next line about a wait follows after twice the time, and a
 * search names its end.
 */
export function announcedMs(shown: string): number {
  const waits = [...shown.matchAll(/\bfor (?:up to )?(\d+) s\b/g)];
  return Number(waits.at(-1)?.[1] ?? 0) * 1000;
}
