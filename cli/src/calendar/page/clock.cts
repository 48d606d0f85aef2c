/** A clock change, with the offsets from UTC before and after it. All numbers are minutes. */
export interface Change {
  at: number;
  before: number;
  after: number;
}

/** The clocks of a time zone between two instants. */
export class Clock {
  readonly changes: readonly Change[];
  readonly #first: number;

  constructor(
    readonly zone: string,
    from: number,
    to: number,
  ) {
    const offsetAt = offsets(zone);
    this.#first = offsetAt(from);
    this.changes = changesBetween(from, to, offsetAt);
  }

  /** The local time at an instant, in minutes since 1970. */
  wall(at: number): number {
    const last = this.changes.findLast((change) => change.at <= at);
    return at + (last?.after ?? this.#first);
  }
}

/** No zone changes its clocks twice within so many minutes. */
const stride = 7 * 24 * 60;

function changesBetween(from: number, to: number, offsetAt: (at: number) => number): Change[] {
  const changes: Change[] = [];
  for (let start = from; start < to; start += stride) {
    const [before, after] = [offsetAt(start), offsetAt(start + stride)];
    if (before === after) continue;
    let [early, late] = [start, start + stride];
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2);
      if (offsetAt(middle) === before) early = middle;
      else late = middle;
    }
    changes.push({ at: late, before, after });
  }
  return changes;
}

/** The offset of a zone from UTC at an instant, as the browser knows it. */
function offsets(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  return (at) => {
    const parts = format.formatToParts(at * 60_000);
    const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
    const [, sign, hours, minutes] = /^GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
    const offset = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
    return sign === "-" ? -offset : offset;
  };
}

/** Every zone that the browser knows, by name. */
export const knownZones = (): string[] => ["UTC", ...Intl.supportedValuesOf("timeZone")];

export function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone });
    return true;
  } catch {
    return false;
  }
}
