import { runsOn } from "pulumi-platform-provider/contract";
import type { Rule } from "pulumi-platform-provider/contract";
import type { OddRun } from "./page/data.js";
import type { Span } from "./span.js";
import type { ZoneClock } from "./zoneClock.js";

export interface Occurrences {
  /** Instants in minutes since 1970, in order. */
  at: number[];
  /** Those that a change of clocks makes odd. */
  odd: OddRun[];
  /** Days of the month that a month of the span lacks, such as `2027-02-30`. */
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
  // The hour that clocks jump over can change places with the next day.
  at.sort((one, other) => one - other);
  return { at, odd, lacking: rule.of === "month" ? lackingIn(span, rule.days) : [] };
}

/** The days that months lack whose last day is in the span. */
function lackingIn({ days }: Span, wanted: readonly number[]): string[] {
  const late = wanted.filter((day) => day > 28);
  return days
    .filter(({ date, day }) => day === date.daysInMonth)
    .flatMap(({ iso, day }) =>
      late.filter((one) => one > day).map((one) => `${iso.slice(0, 8)}${one}`),
    );
}
