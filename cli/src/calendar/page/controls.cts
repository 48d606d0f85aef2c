import type { InstanceData, PageData, ScheduleData } from "./data.cjs";
import { dayOf, isoOf } from "./dates.cjs";
import type { View } from "./dates.cjs";
import { isKnown, knownZones } from "./clock.cjs";
import { byId, element } from "./elements.cjs";

/** The choices of the person at the page. */
export interface Choice {
  view: View;
  measure: "mails" | "runs";
  day: number;
  zone: string;
  weekStart: number;
  title: string;
  /** Empty for all. */
  owner: string;
  domain: string;
  many: number;
}

/** The option for values that the instance does not show. No owner or domain contains a space. */
const unseen = "not shown";

/** The form at the top of the page. */
export class Controls {
  readonly #form = byId("controls", HTMLFormElement);
  readonly #date = byId("date", HTMLInputElement);
  readonly #zone = byId("zone", HTMLSelectElement);
  readonly #weekStart = byId("week-start", HTMLSelectElement);
  readonly #title = byId("title", HTMLInputElement);
  readonly #owner = byId("owner", HTMLSelectElement);
  readonly #domain = byId("domain", HTMLSelectElement);
  readonly #many = byId("many", HTMLInputElement);
  #day = 0;
  #leastMany = 10;

  constructor(
    readonly data: PageData,
    today: number,
    readonly changed: () => void,
  ) {
    this.#date.min = data.first;
    this.#date.max = data.last;
    this.day = today;
    this.#fillZones();
    this.#fillFilters();
    this.#form.addEventListener("submit", (event) => event.preventDefault());
    this.#form.addEventListener("input", () => this.#read());
    this.#many.addEventListener("input", () => this.#read());
    this.#form.addEventListener("reset", (event) => {
      event.preventDefault();
      this.#title.value = this.#owner.value = this.#domain.value = "";
      changed();
    });
  }

  /** Moves a day outside of the page to the nearest day of the page. */
  set day(day: number) {
    this.#day = Math.min(Math.max(day, dayOf(this.data.first)), dayOf(this.data.last));
    this.#date.value = isoOf(this.#day);
  }

  choice(): Choice {
    const form = new FormData(this.#form);
    return {
      view: form.get("view") === "month" ? "month" : "week",
      measure: form.get("measure") === "runs" ? "runs" : "mails",
      day: this.#day,
      zone: this.#zone.value,
      weekStart: Number(this.#weekStart.value),
      title: this.#title.value.trim().toLowerCase(),
      owner: this.#owner.value,
      domain: this.#domain.value,
      many: this.#leastMany,
    };
  }

  #read(): void {
    // Ignores a date that is not completely typed yet.
    if (this.#date.validity.valid) this.#day = dayOf(this.#date.value);
    if (this.#many.validity.valid) this.#leastMany = this.#many.valueAsNumber;
    this.changed();
  }

  #fillZones(): void {
    const { zone, instances } = this.data;
    const own = new Set([
      zone,
      "UTC",
      ...instances.flatMap(({ timings }) => timings.map((timing) => timing.zone)),
    ]);
    const group = (label: string, zones: readonly string[]) =>
      element("optgroup", { label }, ...zones.map((one) => element("option", { value: one }, one)));
    this.#zone.append(
      group("Of the schedules", [...own].filter(isKnown).sort()),
      group(
        "All",
        knownZones().filter((one) => !own.has(one)),
      ),
    );
    this.#zone.value = zone;
  }

  #fillFilters(): void {
    const owners = new Set<string>();
    const domains = new Set<string>();
    for (const instance of this.data.instances) {
      for (const schedule of instance.schedules) {
        owners.add(ownerOf(schedule));
        for (const domain of domainsOf(instance, schedule)) domains.add(domain);
      }
    }
    fill(this.#owner, "All owners", owners);
    fill(this.#domain, "All domains", domains);
    if ([...domains].every((domain) => domain === unseen)) {
      this.#domain.disabled = true;
      const why = domains.has(unseen) ? "Not shown by the instance" : "No e-mail addresses";
      this.#domain.replaceChildren(element("option", { value: "" }, why));
    }
  }
}

function fill(select: HTMLSelectElement, all: string, values: ReadonlySet<string>): void {
  const options = [...values]
    .sort()
    .map((value) =>
      element("option", { value }, value === unseen ? "Not shown by the instance" : value),
    );
  select.replaceChildren(element("option", { value: "" }, all), ...options);
}

/** The schedules of an instance that match the filters. */
export function chosenOf(instance: InstanceData, choice: Choice): ScheduleData[] {
  const { title, owner, domain } = choice;
  return instance.schedules.filter(
    (schedule) =>
      (title === "" || schedule.title.toLowerCase().includes(title)) &&
      (owner === "" || ownerOf(schedule) === owner) &&
      (domain === "" || domainsOf(instance, schedule).includes(domain)),
  );
}

const ownerOf = ({ owner }: ScheduleData): string => owner ?? unseen;

function domainsOf({ recipients: names }: InstanceData, { recipients }: ScheduleData): string[] {
  if (recipients === undefined) return [unseen];
  return recipients.flatMap((place) => {
    const { name = "", id } = names[place] ?? {};
    // The name of a group or user can have an @, too.
    return (id === undefined ? /@([^@]+)$/.exec(name)?.[1] : undefined) ?? [];
  });
}
