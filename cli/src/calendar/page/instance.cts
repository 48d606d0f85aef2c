import type { Clock } from "./clock.cjs";
import { instantsOf } from "./data.cjs";
import type { InstanceData, OddRun, ScheduleData } from "./data.cjs";
import { minutesOfDay } from "./dates.cjs";
import type { Period } from "./dates.cjs";

/** The load of one cell of the calendar. */
export interface Load {
  runs: number;
  /** The e-mails of the runs whose number of recipients is known. */
  mails: number;
  /** The runs without a known number of recipients. */
  unseen: number;
}

export const noLoad = (): Load => ({ runs: 0, mails: 0, unseen: 0 });

export function addLoad(to: Load, { runs, mails, unseen }: Load): void {
  to.runs += runs;
  to.mails += mails;
  to.unseen += unseen;
}

/** Schedules that run at the same instants. */
export interface Group {
  timing: number;
  schedules: ScheduleData[];
  /** One run of each. */
  load: Load;
}

export interface Run {
  group: Group;
  at: number;
  wall: number;
}

/** The widest distance of a zone from UTC, in minutes. */
const widest = 15 * 60;

/** An instance with the cached instants of its timings. */
export class InstanceCalendar {
  readonly #instants: (readonly number[] | undefined)[] = [];

  constructor(readonly data: InstanceData) {}

  /** The schedules that run, by their instants. */
  groupsOf(schedules: readonly ScheduleData[]): Group[] {
    const groups = new Map<number, Group>();
    for (const schedule of schedules) {
      const { timing, isEnabled, people } = schedule;
      if (timing === undefined || !isEnabled) continue;
      const group = groups.get(timing) ?? { timing, schedules: [], load: noLoad() };
      groups.set(timing, group);
      group.schedules.push(schedule);
      addLoad(group.load, { runs: 1, mails: people ?? 0, unseen: people === undefined ? 1 : 0 });
    }
    return [...groups.values()];
  }

  /** The runs of groups during a period on these clocks. */
  runsIn({ first, count }: Period, clock: Clock, groups: readonly Group[]): Run[] {
    const [from, to] = [first * minutesOfDay, (first + count) * minutesOfDay];
    const runs: Run[] = [];
    for (const group of groups) {
      const instants = this.instantsOf(group.timing);
      for (let at = firstFrom(instants, from - widest); at < instants.length; at++) {
        const instant = instants[at] ?? Infinity;
        if (instant >= to + widest) break;
        const wall = clock.wall(instant);
        if (wall >= from && wall < to) runs.push({ group, at: instant, wall });
      }
    }
    return runs;
  }

  oddRun({ group, at }: Run): OddRun | undefined {
    return this.data.timings[group.timing]?.odd.find((odd) => odd.at === at);
  }

  instantsOf(timing: number): readonly number[] {
    return (this.#instants[timing] ??= instantsOf(this.data.timings[timing]?.steps ?? []));
  }

  recipientsOf({ recipients }: ScheduleData): readonly string[] | undefined {
    return recipients?.map((place) => this.data.recipients[place] ?? "");
  }
}

/** The index of the first number that is not smaller. */
export function firstFrom(numbers: readonly number[], least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}
