import type { Clock } from "./clock.cjs";
import { instantsOf } from "./data.cjs";
import type { InstanceData, RecipientData, ScheduleData } from "./data.cjs";
import { minutesOfDay } from "./dates.cjs";
import type { Period } from "./dates.cjs";
import { counted } from "./elements.cjs";

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

export function sumOf(loads: Iterable<Load>): Load {
  const sum = noLoad();
  for (const load of loads) addLoad(sum, load);
  return sum;
}

/** The runs and e-mails of a load in words. */
export function totalOf({ runs, mails, unseen }: Load): string {
  if (runs === 0) return "no runs";
  const told =
    unseen === 0
      ? counted(mails, "e-mail")
      : unseen === runs
        ? "the instance does not show the number of e-mails"
        : `at least ${counted(mails, "e-mail")} (${counted(unseen, "run")} without a known number of recipients)`;
  return `${counted(runs, "run")}, ${told}`;
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

/** The part of an instance that the filters and the shown period leave. */
export interface Side {
  calendar: InstanceCalendar;
  chosen: readonly ScheduleData[];
  groups: readonly Group[];
  runs: readonly Run[];
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
      for (const at of this.instantsOf(group.timing)) {
        if (at < from - widest || at >= to + widest) continue;
        const wall = clock.wall(at);
        if (wall >= from && wall < to) runs.push({ group, at, wall });
      }
    }
    return runs;
  }

  instantsOf(timing: number): readonly number[] {
    return (this.#instants[timing] ??= instantsOf(this.data.timings[timing]?.steps ?? []));
  }

  recipientsOf({ recipients }: ScheduleData): readonly RecipientData[] | undefined {
    return recipients?.flatMap((place) => this.data.recipients[place] ?? []);
  }
}
