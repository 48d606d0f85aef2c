/** The first time in every recording, in epoch milliseconds. */
export const recordedMs = Date.UTC(2026, 0, 1);

/** Numbers values in the order in which a text has them, so that the same run is recorded with the same text. */
function numbered(): (key: string) => number {
  const known = new Map<string, number>();
  return (key) => {
    const number = known.get(key) ?? known.size + 1;
    known.set(key, number);
    return number;
  };
}

/**
 * The text of a recording without the times since `sinceMs`, without the random ids that are not in `constant`, and
 * without the processes of this machine. Equal values stay equal.
 */
export function withoutMachine(text: string, sinceMs: number, constant: string): string {
  const [nthTime, nthId] = [numbered(), numbered()];
  // The next run of a schedule is in the future.
  const isOfRun = (ms: number) => ms >= sinceMs;
  const timeFor = (ms: string) => `${recordedMs + nthTime(ms) * 1000}`;
  return text
    .replace(/\b1\d{12}\b/g, (ms) => (isOfRun(Number(ms)) ? timeFor(ms) : ms))
    .replace(/\b1\d{9}\.\d+/g, (s) => (isOfRun(Number(s) * 1000) ? `${recordedMs / 1000}` : s))
    .replace(/\b2\d{13}\.(?=\d)/g, "20260101000000.")
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (id) =>
      constant.includes(id) ? id : `00000000-0000-4000-8000-${String(nthId(id)).padStart(12, "0")}`,
    )
    .replace(/("savedBy\\*":\\*")\d+ \d+/g, "$11 1")
    .replace(/("toe\\*": *\\*")[0-9A-Z]{10}-[0-9A-Z]{5}-[0-9A-Z]{5}/g, "$1AAAAAAAAAA-AAAAA-AAAAA");
}

/** The text of a recording as if its runs had just ended. Files of runs that are months old are removed. */
export function asOfNow(text: string): string {
  const hourMs = 3_600_000;
  const shift = Date.now() - recordedMs - hourMs;
  return text.replace(/\b1\d{12}\b/g, (ms) => {
    const isRecorded = Number(ms) > recordedMs && Number(ms) < recordedMs + hourMs;
    return isRecorded ? `${Number(ms) + shift}` : ms;
  });
}
