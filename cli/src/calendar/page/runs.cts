import type { Clock } from "./clock.cjs";
import { countOfRecipients, recipientName } from "./columns.cjs";
import { oddities } from "./data.cjs";
import type { ScheduleData } from "./data.cjs";
import { momentOf, timeOf } from "./dates.cjs";
import { byId, counted, element, folded, foreign } from "./elements.cjs";
import type { Place } from "./grid.cjs";
import { sumOf, totalOf } from "./instance.cjs";
import type { InstanceCalendar, Run, Side } from "./instance.cjs";

/** The numbers at first, because browsers need seconds for thousands of rows. */
const runsAtFirst = 100;
const namesAtFirst = 10;

/** The list of the runs of a day or an hour, which a button of the calendar opens. */
export class RunList {
  readonly #dialog = byId("runs", HTMLDialogElement);
  readonly #heading = byId("runs-heading", HTMLElement);
  #opener: HTMLElement | undefined;

  constructor() {
    byId("close", HTMLButtonElement).addEventListener("click", () => this.close());
    document.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") this.close();
    });
    document.addEventListener("click", ({ target }) => {
      const isInside = [this.#dialog, this.#opener].some((one) => one?.contains(target as Node));
      if (!isInside) this.close();
    });
  }

  /** Lists the runs of a place. The button that opened the list closes it, too. */
  toggle(opener: HTMLElement, place: Place, side: Side, clock: Clock): void {
    const isOpen = this.#opener === opener;
    this.close();
    if (isOpen) return;
    this.#fill(place, side, clock);
    // The list does not cover its button.
    const { left, right } = opener.getBoundingClientRect();
    this.#dialog.classList.toggle("left", left + right > document.documentElement.clientWidth);
    this.#opener = opener;
    opener.setAttribute("aria-expanded", "true");
    opener.scrollIntoView({ block: "nearest" });
    // Safari does not focus a button that is clicked, and a dialog returns the focus when it closes.
    opener.focus();
    this.#dialog.show();
    this.#dialog.scrollTop = 0;
    this.#heading.focus();
  }

  close(): void {
    this.#opener?.removeAttribute("aria-expanded");
    this.#opener = undefined;
    this.#dialog.close();
  }

  #fill(place: Place, { calendar, runs }: Side, clock: Clock): void {
    const found = runs
      .filter(({ wall }) => place.holds(wall))
      .sort((one, other) => one.at - other.at);
    const items = found.flatMap((run) =>
      run.group.schedules.map((schedule) => () => itemOf(place, calendar, run, schedule)),
    );
    this.#heading.textContent = place.title;
    const total = totalOf(sumOf(found.map(({ group }) => group.load)));
    byId("runs-total", HTMLElement).textContent =
      `${calendar.data.name}: ${total}, in the time of ${clock.zone}.`;
    const list = element("ol", {}, ...items.slice(0, runsAtFirst).map((make) => make()));
    const more = element("button", { type: "button" }, `Show all ${counted(items.length, "run")}`);
    more.hidden = items.length <= runsAtFirst;
    more.addEventListener("click", () => {
      more.hidden = true;
      list.append(...items.slice(runsAtFirst).map((make) => make()));
      const next = list.children[runsAtFirst] as HTMLElement;
      next.tabIndex = -1;
      next.focus();
    });
    byId("runs-list", HTMLElement).replaceChildren(list, more);
  }
}

function itemOf(
  { day }: Place,
  calendar: InstanceCalendar,
  run: Run,
  schedule: ScheduleData,
): HTMLElement {
  const { id, page, rule } = schedule;
  const time = day === undefined ? momentOf(run.wall) : timeOf(run.wall);
  const words = [rule.frequency, rule.days, rule.time, rule.zone];
  const note = noteOf(calendar, run);
  const facts: [string, readonly (Node | string)[]][] = [
    ["Recipients", recipientsOf(calendar, schedule)],
    ["Schedule", [words.filter((word) => word !== "").join(" ")]],
    ["Ids", [`page ${page || "not shown"}, schedule ${id}`]],
    ...(note === "" ? [] : [["Notes", [note]] satisfies [string, string[]]]),
  ];
  return element(
    "li",
    {},
    element("h3", {}, element("span", { class: "time" }, time), " ", foreign(schedule.title)),
    element(
      "dl",
      {},
      ...facts.flatMap(([term, about]) => [element("dt", {}, term), element("dd", {}, ...about)]),
    ),
  );
}

/** The number of recipients, and the first of those that the instance names. */
function recipientsOf(calendar: InstanceCalendar, schedule: ScheduleData): (Node | string)[] {
  const all = calendar.recipientsOf(schedule) ?? [];
  const [first, rest] = [all.slice(0, namesAtFirst), all.slice(namesAtFirst)];
  const names = first.flatMap((one, at) => [at === 0 ? ": " : ", ", recipientName(one)]);
  return [
    countOfRecipients(schedule),
    ...names,
    ...(rest.length === 0
      ? []
      : [folded(`${rest.length.toLocaleString("en")} more`, () => rest.map(recipientName))]),
  ];
}

function noteOf({ data }: InstanceCalendar, { group, at }: Run): string {
  const { odd = [], assumptions = [] } = data.timings[group.timing] ?? {};
  const run = odd.find((one) => one.at === at);
  return [...(run === undefined ? [] : [oddities[run.oddity]]), ...assumptions].join(" ");
}
