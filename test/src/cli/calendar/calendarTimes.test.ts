import assert from "node:assert/strict";
import fc from "fast-check";
import { Temporal } from "@js-temporal/polyfill";
import { occurrencesOf } from "pulumi-platform-cli/dist/calendar/occurrences.js";
import { Clock } from "pulumi-platform-cli/dist/calendar/page/clock.cjs";
import { instantsOf, stepsOf } from "pulumi-platform-cli/dist/calendar/page/data.cjs";
import {
  dayOf,
  isoOf,
  moved,
  periodOf,
  startOfWeek,
} from "pulumi-platform-cli/dist/calendar/page/dates.cjs";
import { spanOf } from "pulumi-platform-cli/dist/calendar/span.js";
import { ZoneClock } from "pulumi-platform-cli/dist/calendar/zoneClock.js";
import { ruleOf } from "pulumi-platform-provider/contract";
import { nextRun } from "../../../../provider/dist/resources/reportSchedule/runs";

const daily = { frequency: "DAILY", hourOfDay: 8, minOfHour: 0, timezone: "UTC" };

/** When a schedule runs in the month of a date, in UTC. */
function runs(schedule: Record<string, unknown>, from: string, months = 1) {
  const span = spanOf(Temporal.PlainDate.from(from), months);
  const rule = ruleOf({ ...daily, ...schedule });
  assert.ok(typeof rule !== "string");
  const { at, odd, lacking } = occurrencesOf(rule, span, new ZoneClock(rule.zone, span));
  const first = Temporal.PlainDate.from(from).with({ day: 1 });
  const ofMonths = at
    .map((minute) => new Date(minute * 60_000).toISOString().slice(0, 16))
    .filter((text) => {
      const date = Temporal.PlainDate.from(text.slice(0, 10));
      return date.since(first).days >= 0 && date.until(first.add({ months })).days > 0;
    });
  return { at: ofMonths, odd, lacking, assumptions: rule.assumptions };
}

const on = (at: readonly string[], date: string) => at.filter((text) => text.startsWith(date));

describe("the times of a calendar", () => {
  it("keep the hour on the clock when clocks change", () => {
    const { at } = runs({ timezone: "America/New_York" }, "2026-03-01");
    assert.equal(at.length, 31);
    assert.deepEqual(on(at, "2026-03-07"), ["2026-03-07T13:00"]);
    assert.deepEqual(on(at, "2026-03-08"), ["2026-03-08T12:00"]);
    assert.deepEqual(on(at, "2026-03-09"), ["2026-03-09T12:00"]);
  });

  for (const [zone, date, hourOfDay, minOfHour, at, oddity] of [
    // 02:30 does not exist; 03:30 is the same time on clocks that were not changed.
    ["America/New_York", "2026-03-08", 2, 30, "2026-03-08T07:30", "skipped"],
    ["Europe/Berlin", "2026-03-29", 2, 0, "2026-03-29T01:00", "skipped"],
    // Clocks move by half an hour: 02:15 becomes 02:45.
    ["Australia/Lord_Howe", "2026-10-04", 2, 15, "2026-10-03T15:45", "skipped"],
    ["America/New_York", "2026-11-01", 1, 30, "2026-11-01T05:30", "repeated"],
    ["Europe/Berlin", "2026-10-25", 2, 59, "2026-10-25T00:59", "repeated"],
    ["Australia/Lord_Howe", "2026-04-05", 1, 45, "2026-04-04T14:45", "repeated"],
    // Clocks jump at midnight.
    ["Africa/Cairo", "2026-04-24", 0, 10, "2026-04-23T22:10", "skipped"],
  ] as const) {
    it(`that clocks in ${zone} have ${oddity} on ${date} are one run, and marked`, () => {
      const result = runs({ timezone: zone, hourOfDay, minOfHour }, date);
      assert.deepEqual(
        result.odd.map((odd) => [
          odd.date,
          odd.oddity,
          new Date(odd.at * 60_000).toISOString().slice(0, 16),
        ]),
        [[date, oddity, at]],
      );
    });
  }

  it("on both sides of a change are not marked", () => {
    for (const [hourOfDay, minOfHour] of [
      [1, 29],
      [2, 30],
      [3, 0],
    ]) {
      const { odd } = runs({ timezone: "Australia/Lord_Howe", hourOfDay, minOfHour }, "2026-10-04");
      assert.deepEqual(odd, []);
    }
  });

  it("are the same in the command and in the page, in every zone and on every day", () => {
    const span = spanOf(Temporal.PlainDate.from("2026-02-01"), 12);
    for (const zone of Intl.supportedValuesOf("timeZone")
      .filter((_, at) => at % 7 === 0)
      .concat([
        "UTC",
        "US/Eastern",
        "Africa/Cairo",
        "Africa/Casablanca",
        "America/New_York",
        "Australia/Lord_Howe",
        "Europe/Berlin",
        "Pacific/Chatham",
      ])) {
      const command = new ZoneClock(zone, span);
      const page = new Clock(zone, span.from - 3000, span.to + 3000);
      for (const day of span.days) {
        for (const [hour, minute] of [
          [0, 15],
          [1, 45],
          [2, 15],
          [23, 59],
        ] as const) {
          const { at, oddity } = command.at(day, hour, minute);
          if (oddity === "skipped") continue;
          const wall = day.start + hour * 60 + minute;
          assert.equal(page.wall(at), wall, `${zone} ${day.iso} ${hour}:${minute}`);
        }
      }
    }
  });

  it("are those that a preview expects next, in every zone and at every instant", () => {
    const span = spanOf(Temporal.PlainDate.from("2026-01-01"), 12);
    const zones = ["Africa/Cairo", "Africa/Casablanca", "America/New_York", "Australia/Lord_Howe"];
    const timing = fc.record({
      timezone: fc.constantFrom("UTC", "Europe/Berlin", "Pacific/Chatham", ...zones),
      hourOfDay: fc.nat(23),
      minOfHour: fc.nat(59),
    });
    const days = fc.constantFrom(
      ...[{ frequency: "DAILY" }, { frequency: "DAILY", daysToRun: "1,2,3,4,5" }],
      ...[
        { frequency: "WEEKLY", daysToRun: "SUN" },
        { frequency: "WEEKLY", daysToRun: "MON,THU" },
      ],
      ...[
        { frequency: "MONTHLY", daysToRun: "15" },
        { frequency: "MONTHLY", daysToRun: "31" },
      ],
    );
    // From the second day, which has begun in every zone, for ten months: the span has the next run of the 31st.
    const dayMinutes = 24 * 60;
    const minutes = fc.nat(300 * dayMinutes).map((minute) => span.from + dayMinutes + minute);
    fc.assert(
      fc.property(timing, days, minutes, (time, when, minute) => {
        const rule = ruleOf({ ...time, ...when });
        assert.ok(typeof rule !== "string");
        const { at } = occurrencesOf(rule, span, new ZoneClock(rule.zone, span));
        const next = nextRun({ ...time, ...when }, minute * 60_000);
        assert.equal(
          next && next.at / 60_000,
          at.find((one) => one > minute),
        );
      }),
    );
  });

  it("of weekdays follow names and numbers, and numbers are marked as assumed", () => {
    const names = runs({ frequency: "WEEKLY", daysToRun: "mon, Thursday" }, "2026-06-01");
    const numbers = runs({ frequency: "WEEKLY", daysToRun: "1,4" }, "2026-06-01");
    assert.deepEqual(
      names.at.map((text) => text.slice(8, 10)),
      ["01", "04", "08", "11", "15", "18", "22", "25", "29"],
    );
    assert.deepEqual(numbers.at, names.at);
    assert.deepEqual(names.assumptions, []);
    assert.deepEqual(numbers.assumptions, [
      "Days 1,4: the numbering is not documented. Assumed: 1 is Monday.",
    ]);
    for (const sunday of ["0", "7", "SUN"]) {
      const { at } = runs({ frequency: "WEEKLY", daysToRun: sunday }, "2026-06-01");
      assert.equal(at[0], "2026-06-07T08:00");
    }
  });

  it("of daily schedules are the days that are set, or every day, which is marked as assumed", () => {
    assert.equal(runs({ daysToRun: "1,2,3,4,5" }, "2026-06-01").at.length, 22);
    const every = runs({}, "2026-06-01");
    assert.equal(every.at.length, 30);
    assert.deepEqual(every.assumptions, ["No days are set. Assumed: it runs every day."]);
  });

  it("of monthly schedules skip the months that lack the day, and name them", () => {
    const { at, lacking } = runs({ frequency: "MONTHLY", daysToRun: "15,31" }, "2027-01-01", 4);
    assert.deepEqual(
      at.map((text) => text.slice(5, 10)),
      ["01-15", "01-31", "02-15", "03-15", "03-31", "04-15"],
    );
    assert.deepEqual(lacking, ["2027-02-31", "2027-04-31"]);
    const leap = runs({ frequency: "MONTHLY", daysToRun: "29" }, "2028-02-01");
    assert.deepEqual([leap.at, leap.lacking], [["2028-02-29T08:00"], []]);
  });

  for (const [schedule, reason] of [
    [{ frequency: "HOURLY" }, /frequency "HOURLY" is not known/],
    [{ frequency: undefined }, /does not tell the frequency/],
    [{ frequency: "WEEKLY" }, /Weekly without days/],
    [{ frequency: "MONTHLY" }, /Monthly without days/],
    [{ frequency: "WEEKLY", daysToRun: "MON,FOO" }, /day "FOO" is not known/],
    [{ frequency: "WEEKLY", daysToRun: "8" }, /day "8" is not known/],
    [{ frequency: "WEEKLY", daysToRun: "," }, /days "," are not known/],
    [{ frequency: "MONTHLY", daysToRun: "L" }, /day of the month "L" is not known/],
    [{ frequency: "MONTHLY", daysToRun: "32" }, /day of the month "32" is not known/],
    [{ hourOfDay: 24 }, /does not tell a time/],
    [{ minOfHour: undefined }, /does not tell a time/],
    [{ timezone: undefined }, /does not tell the time zone/],
    [{ timezone: "Mars/Phobos" }, /time zone "Mars\/Phobos" is not known/],
  ] as const) {
    it(`are not guessed: ${reason.source}`, () => {
      const rule = ruleOf({ ...daily, ...schedule });
      assert.ok(typeof rule === "string");
      assert.match(rule, reason);
    });
  }

  it("come out of the page's steps as they went in", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 40 }), (gaps) => {
        let at = 29_000_000;
        const instants = gaps.map((gap) => (at += gap * 720));
        assert.deepEqual(instantsOf(stepsOf(instants)), instants);
      }),
    );
    const year = Array.from({ length: 365 }, (_, day) => day * 1440);
    assert.deepEqual(stepsOf(year), [0, 1440, 364]);
  });
});

describe("the weeks and months of a calendar", () => {
  const day = dayOf("2026-11-22");

  it("begin a week on the chosen weekday", () => {
    const starts = [1, 0, 6].map((weekday) => isoOf(startOfWeek(day, weekday)));
    assert.deepEqual(starts, ["2026-11-16", "2026-11-22", "2026-11-21"]);
  });

  it("have all days of a month", () => {
    const { first, count } = periodOf("month", dayOf("2028-02-29"), 1);
    assert.deepEqual([isoOf(first), count], ["2028-02-01", 29]);
  });

  it("keep the day of the month where the next month has it", () => {
    assert.equal(isoOf(moved("month", dayOf("2027-01-31"), 1)), "2027-02-28");
    assert.equal(isoOf(moved("month", dayOf("2027-01-15"), -1)), "2026-12-15");
    assert.equal(isoOf(moved("week", day, 1)), "2026-11-29");
  });
});
