import { Temporal } from "@js-temporal/polyfill";
import type { ClockChange, Oddity } from "./page/data.cjs";
import type { Day, Span } from "./span.js";

/** An instant, and the clock change that affects it. */
interface Placed {
  at: number;
  oddity?: Oddity;
  /** The clock change that skips or repeats it. */
  change?: ClockChange;
}

/** The clocks of a time zone during a span. */
export class ZoneClock {
  readonly changes: ClockChange[] = [];
  /** The offset from UTC before the first change. */
  readonly firstOffset: number;
  /** No change from this instant on is known. */
  readonly end: number;
  /** The changes by the dates on which they are seen. */
  readonly #byDate = new Map<string, ClockChange>();
  /** The offset from UTC before the first change, and from each change on. */
  readonly #offsets: { from: number; offset: number }[];

  constructor(
    readonly zone: string,
    { from, to }: Pick<Span, "from" | "to">,
  ) {
    let at = Temporal.Instant.fromEpochMilliseconds(from * 60_000).toZonedDateTimeISO(zone);
    this.firstOffset = offsetOf(at);
    this.end = to;
    this.#offsets = [{ from: -Infinity, offset: this.firstOffset }];
    for (;;) {
      const next = at.getTimeZoneTransition("next");
      if (next === null || minuteOf(next) >= to) break;
      const last = next.subtract({ nanoseconds: 1 });
      const [before, after] = [offsetOf(last), offsetOf(next)];
      at = next;
      // Some transitions change only the name of the time.
      if (before === after) continue;
      const change: ClockChange = { zone, at: minuteOf(next), before, after };
      this.changes.push(change);
      this.#offsets.push({ from: change.at, offset: after });
      for (const seen of [last, next]) this.#byDate.set(seen.toPlainDate().toString(), change);
    }
  }

  /** The instant of a time of day. A skipped time uses the offset before the clock change. */
  at(day: Day, hour: number, minute: number): Placed {
    const wall = day.start + hour * 60 + minute;
    const change = this.#byDate.get(day.iso);
    if (change === undefined) return { at: wall - this.#offsetAt(wall) };
    const plain = day.date.toPlainDateTime({ hour, minute });
    const earlier = plain.toZonedDateTime(this.zone, { disambiguation: "earlier" });
    const later = plain.toZonedDateTime(this.zone, { disambiguation: "later" });
    if (earlier.equals(later)) return { at: minuteOf(earlier) };
    return later.toPlainDateTime().equals(plain)
      ? { at: minuteOf(earlier), oddity: "repeated", change }
      : { at: minuteOf(later), oddity: "skipped", change };
  }

  /** The offset of the last clock change before this time, for dates without a clock change. */
  #offsetAt(wall: number): number {
    const known = this.#offsets.findLast(({ from, offset }) => from + offset <= wall);
    return known?.offset ?? 0;
  }
}

const minuteOf = (at: Temporal.ZonedDateTime): number => at.epochMilliseconds / 60_000;
const offsetOf = (at: Temporal.ZonedDateTime): number => at.offsetNanoseconds / 60e9;
