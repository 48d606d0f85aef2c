import assert from "node:assert/strict";
import { Temporal } from "@js-temporal/polyfill";
import ICAL from "ical.js";
import { icsOf } from "pulumi-platform-cli/dist/calendar/ics.js";
import { instantsOf } from "pulumi-platform-cli/dist/calendar/page/data.cjs";
import { spanOf } from "pulumi-platform-cli/dist/calendar/span.js";
import { ZoneClock } from "pulumi-platform-cli/dist/calendar/zoneClock.js";
import { printable } from "pulumi-platform-cli/dist/print";
import { runs } from "../../harness/lives/sampled";
import { collected, span, usual, type Told } from "./calendarPages";
import { hostile } from "../hostile/hostileTexts";

/** Zones with all sorts of clocks: none that change, half an hour, midnight, Ramadan, the south, no rule for each year. */
const zones =
  `UTC Asia/Kolkata Asia/Tokyo America/Sao_Paulo Europe/Berlin Europe/London Atlantic/Azores America/New_York
  US/Pacific America/Havana America/Santiago Africa/Cairo Africa/Casablanca Asia/Beirut Asia/Jerusalem Australia/Lord_Howe
  Pacific/Chatham`.split(/\s+/);
const days = [
  { frequency: "DAILY", daysToRun: undefined },
  { frequency: "DAILY", daysToRun: "6,7" },
  { frequency: "WEEKLY", daysToRun: "thu, MON,SUN" },
  { frequency: "WEEKLY", daysToRun: "FRI,SAT" },
  { frequency: "MONTHLY", daysToRun: "31" },
  { frequency: "MONTHLY", daysToRun: "15,29,30" },
];
const times = [
  [0, 0],
  [0, 30],
  [1, 15],
  [2, 0],
  [2, 30],
  [3, 5],
  [23, 59],
] as const;

/** The numbers of zones, days and times have no common divisor, so all combinations are even. */
const many = Array.from({ length: runs(119, 400) }, (_, at): Told => {
  const [hourOfDay, minOfHour] = times[at % times.length] ?? [];
  const timezone = zones[at % zones.length];
  return { people: 1, schedule: { ...days[at % days.length], hourOfDay, minOfHour, timezone } };
});

/** The file as a library reads that did not write it. */
function read(file: string): ICAL.Event[] {
  const calendar = ICAL.Component.fromString(file);
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
  return calendar.getAllSubcomponents("vevent").map((event) => new ICAL.Event(event));
}

/** The runs of events, in minutes since 1970. */
function runsOf(events: readonly ICAL.Event[]): number[] {
  const runs: number[] = [];
  for (const event of events) {
    const iterator = event.iterator();
    const next = () => iterator.next() as ICAL.Time | undefined;
    for (let at = next(); at !== undefined; at = next()) runs.push(at.toUnixTime() / 60);
  }
  return runs.sort((one, other) => one - other);
}

const ofSchedule = (events: readonly ICAL.Event[], id: string) =>
  events.filter(
    ({ uid }) => uid === `schedule-${id}@dev.example.com` || uid.startsWith(`schedule-${id}-`),
  );

describe("the iCalendar file of pulumi-platform calendar", () => {
  it(`has the runs of the page, for ${many.length} schedules in 17 zones`, () => {
    assert.equal(new Set(zones).size, 17);
    const [instance = assert.fail()] = collected({ dev: many });
    const odd = instance.timings.flatMap((timing) => timing.odd.map(({ oddity }) => oddity));
    assert.ok(odd.includes("skipped") && odd.includes("repeated"), "clocks change");
    const events = read(icsOf([instance], span, false));
    for (const { id, timing = -1, rule } of instance.schedules) {
      const expected = instantsOf(instance.timings[timing]?.steps ?? []);
      assert.ok(expected.length > 0);
      assert.deepEqual(runsOf(ofSchedule(events, id)), expected, JSON.stringify(rule));
    }
  });

  it("has the clocks of every zone all year", () => {
    const all = Intl.supportedValuesOf("timeZone").filter((_, at) => at % 9 === 0);
    const told = [...all, ...zones].map((timezone) => ({ schedule: { timezone } }));
    read(icsOf(collected({ dev: told }), span, false));
    for (const { schedule } of told) {
      const zone = schedule.timezone === "UTC" ? "Etc/UTC" : schedule.timezone;
      const clock = new ZoneClock(zone, span);
      const offsetAt = (at: number) =>
        clock.changes.findLast((change) => change.at <= at)?.after ?? clock.firstOffset;
      const read = ICAL.TimezoneService.get(zone);
      for (const { start } of span.days.slice(2, -2)) {
        for (const hour of [0, 6, 12, 18]) {
          const at = start + hour * 60;
          // A time of day that comes twice does not tell which one it is.
          if (clock.changes.some((change) => Math.abs(change.at - at) < 4 * 60)) continue;
          const seen = ICAL.Time.fromJSDate(new Date((at + offsetAt(at)) * 60_000), true);
          assert.equal(read.utcOffset(seen) / 60, offsetAt(at), `${zone} ${at}`);
        }
      }
    }
  });

  it("leaves out disabled schedules and those without a place", () => {
    const summaries = read(icsOf(collected({ dev: usual }), span, false)).map(
      ({ summary }) => summary,
    );
    assert.ok(summaries.includes("Sales"));
    assert.ok(!summaries.includes("Paused") && !summaries.includes("Each hour"));
  });

  it("is the same for the same schedules, and keeps the ids in a later file", () => {
    const some = many.slice(0, 42);
    const file = icsOf(collected({ dev: some }), span, false);
    assert.equal(icsOf(collected({ dev: some }), span, false), file);
    const later = spanOf(Temporal.PlainDate.from("2027-01-01"), 12);
    const renamed = some.map((one) => ({ ...one, title: "New" }));
    const series = (text: string) =>
      read(text)
        .filter((event) => event.isRecurring())
        .map(({ uid }) => uid);
    assert.deepEqual(series(icsOf(collected({ dev: renamed }, later), later, false)), series(file));
    const all = read(icsOf(collected({ dev: some, prod: some }), span, false));
    assert.equal(new Set(all.map(({ uid }) => uid)).size, all.length, "no id comes twice");
  });

  it("names recipients only if asked to", () => {
    const instances = collected({ dev: [{ title: "Sales", people: 2, to: ["ann@example.com"] }] });
    const [without, named] = [false, true].map((is) => read(icsOf(instances, span, is))[0]);
    assert.match(
      without?.description ?? "",
      /^Instance: dev .*\nPage: 1001\n.*\n.*\nRecipients: 2$/,
    );
    assert.match(named?.description ?? "", /\nRecipients: 2\nann@example\.com$/);
  });

  it("has hostile texts as texts", () => {
    const told = hostile.map((title) => ({ title, owner: title, to: [title] }));
    const file = icsOf(collected({ dev: told }), span, true);
    const events = read(file);
    assert.deepEqual(
      events.map(({ summary }) => summary),
      hostile.map((text) => printable(text)),
    );
    const names = ICAL.Component.fromString(file)
      .getAllSubcomponents("vevent")
      .flatMap((event) => event.getAllProperties().map(({ name }) => name));
    assert.deepEqual([...new Set(names)].sort(), [
      "description",
      "dtstamp",
      "dtstart",
      "rrule",
      "sequence",
      "summary",
      "transp",
      "uid",
    ]);
  });
});
