import { get, ruleOf } from "pulumi-platform-provider/contract";
import type { Rule, Values } from "pulumi-platform-provider/contract";
import { gapLine } from "../inventory/inventory.js";
import type { Inventory, Item } from "../inventory/inventory.js";
import { printable } from "../print.js";
import { occurrencesOf } from "./occurrences.js";
import { stepsOf } from "./page/data.cjs";
import type { InstanceData, RuleWords, ScheduleData, TimingData } from "./page/data.cjs";
import type { Span } from "./span.js";
import { ZoneClock } from "./zoneClock.js";

/** The data of the page about an instance during a span. `names` has names of recipients by their kind and id. */
export function collect(
  inventory: Inventory,
  span: Span,
  names: ReadonlyMap<string, string> = new Map(),
): InstanceData {
  const { instance: name, address, operations, items, gaps } = inventory;
  const timings = new Timings(span);
  /** The number of each recipient. */
  const recipients = new Map<string, number>();
  const numberOf = (recipient: string): number => {
    const number = recipients.get(recipient) ?? recipients.size;
    recipients.set(recipient, number);
    return number;
  };
  const schedules = items.map((item): ScheduleData => {
    const { title, pageId } = item.inputs;
    const schedule = item.inputs.schedule as Values | undefined;
    const { ownerId } = item.outputs;
    const isEnabled = schedule?.enabled;
    const rule =
      typeof isEnabled === "boolean"
        ? ruleOf(schedule)
        : "The instance does not tell whether it is enabled.";
    const told = recipientsOf(item);
    return {
      id: item.id,
      title: wordOf(title) || "(no title)",
      page: wordOf(pageId),
      owner: wordOf(ownerId) || undefined,
      isEnabled: isEnabled !== false,
      rule: wordsOf(schedule),
      ...(typeof rule === "string" ? { reason: rule } : { timing: timings.placeOf(rule) }),
      people: peopleOf(item, told),
      recipients: told?.map(numberOf),
    };
  });
  return {
    ...{ name, address, operations, schedules },
    timings: timings.all,
    recipients: [...recipients.keys()].map((id) => {
      const name = names.get(id);
      return name === undefined ? { name: id } : { name, id };
    }),
    changes: timings.changes(),
    gaps: gaps.map(gapLine),
  };
}

/** Each rule once, with its runs. */
class Timings {
  readonly all: TimingData[] = [];
  readonly #known = new Map<string, number>();
  readonly #clocks = new Map<string, ZoneClock>();

  constructor(readonly span: Span) {}

  placeOf(rule: Rule): number {
    const key = JSON.stringify(rule);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const place = this.all.length;
    this.#known.set(key, place);
    this.all.push(this.#timing(rule));
    return place;
  }

  changes() {
    const [from, to] = [this.span.days.at(2)?.start ?? 0, this.span.days.at(-2)?.start ?? 0];
    return [...this.#clocks.values()]
      .flatMap(({ changes }) => changes.filter(({ at }) => at >= from && at < to))
      .sort((one, other) => one.at - other.at);
  }

  #timing(rule: Rule): TimingData {
    const clock = this.#clocks.get(rule.zone) ?? new ZoneClock(rule.zone, this.span);
    this.#clocks.set(rule.zone, clock);
    const { at, odd, lacking } = occurrencesOf(rule, this.span, clock);
    const months = `No such day: ${lacking.join(", ")}. Assumed: no run in these months.`;
    const assumptions = [...rule.assumptions, ...(lacking.length > 0 ? [months] : [])];
    return { ...rule, steps: stepsOf(at), odd, assumptions };
  }
}

/** The recipients of the report, as addresses or as `group 12`; undefined if the instance does not show them. */
export function recipientsOf({ inputs, unseen }: Item): string[] | undefined {
  const path = "schedule.additionalRecipients";
  const list = get(inputs, path);
  if (unseen.includes(path) || !Array.isArray(list)) return undefined;
  const names = (list as Values[]).map(({ type, value }) => {
    const word = wordOf(value);
    return word.includes("@") ? word.toLowerCase() : `${wordOf(type).toLowerCase()} ${word}`;
  });
  return [...new Set(names)];
}

/** The recipient count from the list, or else the number of named recipients. */
function peopleOf({ outputs }: Item, told: readonly string[] | undefined): number | undefined {
  const { __recipientCount: counted } = outputs;
  return typeof counted === "number" ? counted : told?.length;
}

function wordsOf(schedule: Values | undefined): RuleWords {
  const { frequency, daysToRun, hourOfDay, minOfHour, timezone } = schedule ?? {};
  const time = [hourOfDay, minOfHour].map((part) =>
    part === undefined ? "?" : wordOf(part).padStart(2, "0"),
  );
  return {
    frequency: wordOf(frequency),
    days: wordOf(daysToRun),
    time: hourOfDay === undefined && minOfHour === undefined ? "" : time.join(":"),
    zone: wordOf(timezone),
  };
}

/** A value of the instance on one line, without invisible characters. */
const wordOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? printable(String(value)) : "";
