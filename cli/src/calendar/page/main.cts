import { CollisionsSection } from "./clashes.cjs";
import { Clock, isKnown } from "./clock.cjs";
import { ClocksSection, jumpOf } from "./clocks.cjs";
import { chosenOf, Controls } from "./controls.cjs";
import type { PageData } from "./data.cjs";
import { dayOf, long, minutesOfDay, momentOf, moved, periodOf } from "./dates.cjs";
import { byId, counted, element } from "./elements.cjs";
import {
  hoursOf,
  monthTable,
  unitOf,
  valueOf,
  weekdaysOf,
  weekdayTable,
  weekTable,
} from "./grid.cjs";
import type { Hours, TableContext } from "./grid.cjs";
import { InstanceCalendar, sumOf, totalOf } from "./instance.cjs";
import type { Load } from "./instance.cjs";
import { RunList } from "./runs.cjs";
import { ScheduleSections } from "./schedules.cjs";

/** How long the page waits for the next key before it filters. */
const pauseMs = 120;

class Page {
  readonly #calendars: readonly InstanceCalendar[];
  readonly #controls: Controls;
  readonly #list = new RunList();
  readonly #clocks: ClocksSection;
  readonly #collisions: CollisionsSection;
  readonly #schedules: ScheduleSections;
  #waiting: number | undefined;

  constructor(readonly data: PageData) {
    const hasMany = data.instances.length > 1;
    this.#calendars = data.instances.map((instance) => new InstanceCalendar(instance));
    this.#clocks = new ClocksSection(hasMany);
    this.#collisions = new CollisionsSection(hasMany);
    this.#schedules = new ScheduleSections(hasMany);
    this.#controls = new Controls(data, this.#today(data.zone), () => {
      clearTimeout(this.#waiting);
      this.#waiting = setTimeout(() => this.#show(), pauseMs);
    });
    this.#listen();
    this.#introduce();
    this.#show();
  }

  #listen(): void {
    const on = (id: string, act: () => void) =>
      byId(id, HTMLButtonElement).addEventListener("click", () => {
        act();
        this.#show();
      });
    const move = (by: number) => {
      const { view, day } = this.#controls.choice();
      this.#controls.day = moved(view, day, by);
    };
    on("previous", () => move(-1));
    on("next", () => move(1));
    on("today", () => (this.#controls.day = this.#today(this.#controls.choice().zone)));
  }

  #introduce(): void {
    const { data } = this;
    const made = this.#clock(data.zone).wall(Math.floor(data.made / 60_000));
    const names = data.instances.map(({ name }) => name).join(" and ");
    document.title = `Report calendar: ${names}`;
    byId("made", HTMLElement).textContent = `Read on ${momentOf(made)} ${data.zone} from ${names}`;
    const sources = data.instances.map(
      ({ name, address, operations }) => `${name} is ${address}, with ${operations} operations. `,
    );
    const [first, last] = [long(dayOf(data.first)), long(dayOf(data.last))];
    byId("sources", HTMLElement).textContent =
      `${sources.join("")}The calendar has the days from ${first} to ${last}.`;
    const gaps = data.instances.flatMap((instance) =>
      instance.gaps.map((gap) => element("li", {}, `${instance.name}: ${gap}`)),
    );
    if (gaps.length > 0) {
      byId("gaps", HTMLElement).append(
        element("h3", {}, "What could not be read"),
        element("ul", {}, ...gaps),
      );
    }
  }

  #show(): void {
    this.#list.close();
    const choice = this.#controls.choice();
    const { first, last } = this.data;
    const clock = this.#clock(choice.zone);
    const period = periodOf(choice.view, choice.day, choice.weekStart);
    const sides = this.#calendars.map((calendar) => {
      const chosen = chosenOf(calendar.data, choice);
      const groups = calendar.groupsOf(chosen);
      const runs = calendar.runsIn(period, clock, groups);
      return { calendar, chosen, groups, runs, hours: hoursOf(period, runs) };
    });
    const days = sides.flatMap(({ hours }) => hours);
    const most = (loads: readonly Load[]) =>
      Math.max(0, ...loads.map((load) => valueOf(choice, load)));
    const changes = [
      ...clock.changes.map((change) => ({ ...change, zone: clock.zone })),
      ...this.data.instances.flatMap((instance) => instance.changes),
    ].filter(({ at }) => {
      const day = dayAt(clock, at) - period.first;
      return day >= 0 && day < period.count;
    });
    const shown = {
      ...{ period, choice, clock, today: dayAt(clock, Date.now() / 60_000) },
      changing: new Set(changes.map(({ at }) => dayAt(clock, at))),
      maxOfHour: most(days.flat()),
      maxOfWeekday: most(sides.flatMap(({ hours }) => weekdaysOf(period, choice, hours).flat())),
      maxOfDay: most(days.map(sumOf)),
    };
    byId("period", HTMLElement).textContent = period.title;
    byId("sides", HTMLElement).replaceChildren(
      ...sides.map((one) => {
        const list: TableContext["list"] = (button, place) => {
          // The other view then shows the same day.
          if (place.day !== undefined) this.#controls.day = place.day;
          this.#list.toggle(button, place, one, clock);
        };
        return sideOf({ ...shown, list }, one.calendar.data.name, one.hours, sides.length > 1);
      }),
    );
    const notes = new Set(
      changes.map(
        (change) =>
          `${long(dayAt(clock, change.at))}: clocks in ${change.zone} change, ${jumpOf(change)}.`,
      ),
    );
    byId("notes", HTMLElement).replaceChildren(
      ...(notes.size === 0
        ? []
        : [element("ul", {}, ...[...notes].map((note) => element("li", {}, note)))]),
    );
    this.#clocks.show(sides);
    this.#collisions.show(sides, choice.many);
    this.#schedules.show(sides, clock, Date.now() / 60_000);

    const all = sides.reduce((sum, { calendar }) => sum + calendar.data.schedules.length, 0);
    const matching = sides.reduce((sum, { chosen }) => sum + chosen.length, 0);
    const isCut = period.first < dayOf(first) || period.first + period.count - 1 > dayOf(last);
    byId("status", HTMLElement).textContent =
      `${matching.toLocaleString("en")} of ${counted(all, "schedule")} match. ${period.title}: ${totalOf(sumOf(days.flat()))}.` +
      (isCut ? " The calendar does not have all days of this period." : "");
  }

  #clock(zone: string): Clock {
    // Two days more on each side, because zones are up to 26 hours apart.
    const [from, to] = [dayOf(this.data.first) - 40, dayOf(this.data.last) + 40];
    return new Clock(zone, from * minutesOfDay, to * minutesOfDay);
  }

  #today = (zone: string): number => dayAt(this.#clock(zone), Date.now() / 60_000);
}

const dayAt = (clock: Clock, at: number): number => Math.floor(clock.wall(at) / minutesOfDay);

function sideOf(shown: TableContext, name: string, hours: Hours, hasOther: boolean): HTMLElement {
  const { period, choice, clock } = shown;
  const unit = unitOf(choice);
  const where = `${name}, ${period.title}, in the time of ${clock.zone}`;
  const tables =
    period.view === "week"
      ? [weekTable(shown, hours, `${unit} per hour: ${where}`)]
      : [
          monthTable(shown, hours, `${unit} per day, with the busiest hour: ${where}`),
          weekdayTable(shown, hours, `${unit} per hour and weekday, sum of the month: ${where}`),
        ];
  return element(
    "div",
    { class: "side" },
    // With one instance, the status says the same.
    ...(hasOther
      ? [element("h3", {}, name), element("p", {}, `${totalOf(sumOf(hours.flat()))}.`)]
      : []),
    ...tables,
  );
}

const data = JSON.parse(byId("data", HTMLScriptElement).textContent) as PageData;
// An old browser can lack the zone.
new Page(isKnown(data.zone) ? data : { ...data, zone: "UTC" });
