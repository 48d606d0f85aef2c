import { runsOn } from "pulumi-platform-provider/contract";
import type { Rule } from "pulumi-platform-provider/contract";
import type { OddRun } from "./page/data.cjs";
import type { Span } from "./span.js";
import type { ZoneClock } from "./zoneClock.js";

interface Occurrences {
  /** Instants in minutes since 1970, in order. */
  at: number[];
  /** The runs that a clock change skips or repeats. */
  odd: OddRun[];
  /** Requested days of the month that do not exist, such as `2027-02-30`. */
  lacking: string[];
}

/** When a rule sends its report during a span. */
export function occurrencesOf(rule: Rule, span: Span, clock: ZoneClock): Occurrences {
  const at: number[] = [];
  const odd: OddRun[] = [];
  for (const day of span.days) {
    if (!runsOn(rule, day)) continue;
    const placed = clock.at(day, rule.hour, rule.minute);
    at.push(placed.at);
    const { oddity, change } = placed;
    if (oddity !== undefined && change !== undefined) {
      odd.push({ at: placed.at, date: day.iso, oddity, change: change.at });
    }
  }
  // A clock change can change the order of runs around it.
  at.sort((one, other) => one - other);
  return { at, odd, lacking: rule.of === "month" ? lackingIn(span, rule.days) : [] };
}

/** The requested days that the months of the span lack. */
function lackingIn({ days }: Span, wanted: readonly number[]): string[] {
  const late = wanted.filter((day) => day > 28);
  return days
    .filter(({ date, day }) => day === date.daysInMonth)
    .flatMap(({ iso, day }) =>
      late.filter((one) => one > day).map((one) => `${iso.slice(0, 8)}${one}`),
    );
}
