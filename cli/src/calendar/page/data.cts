import type { Change } from "./clock.cjs";

/** The data that the command writes into the page. Every instant is in minutes since 1970. */
export interface PageData {
  /** When the instances were read, in milliseconds since 1970. */
  made: number;
  /** The first and the last date that the page shows. */
  first: string;
  last: string;
  /** The time zone that the page opens in. */
  zone: string;
  instances: readonly InstanceData[];
}

export interface InstanceData {
  name: string;
  address: string;
  operations: string;
  schedules: readonly ScheduleData[];
  timings: readonly TimingData[];
  /** Every recipient once. */
  recipients: readonly RecipientData[];
  /** Changes of clocks in the time zones of the schedules. */
  changes: readonly ClockChange[];
  /** The data that could not be read, each in a sentence. */
  gaps: readonly string[];
}

export interface ScheduleData {
  id: string;
  title: string;
  page: string;
  owner?: string;
  isEnabled: boolean;
  /** The frequency, days, time and zone as the instance spells them. */
  rule: RuleWords;
  /** Its index in the list of timings; missing if the calendar cannot show the schedule. */
  timing?: number;
  /** Why the calendar cannot show the schedule. */
  reason?: string;
  /** The number of recipients; missing if the instance does not show it. */
  people?: number;
  /** The recipients, as indexes in the list of recipients; missing if the instance does not show them. */
  recipients?: readonly number[];
}

export interface RecipientData {
  /** The address or the name; the kind and the id if the instance does not show the name. */
  name: string;
  /** The kind and the id of a recipient with a name, such as `group 12`. */
  id?: string;
}

export interface RuleWords {
  frequency: string;
  days: string;
  time: string;
  zone: string;
}

/** When reports are sent. Schedules with the same rule share it. */
export interface TimingData {
  of: "week" | "month";
  /** Days of the week from 1, Monday, to 7, Sunday, or days of the month. */
  days: readonly number[];
  hour: number;
  minute: number;
  zone: string;
  /** The first instant, then pairs: a number of minutes, and how often they follow. */
  steps: readonly number[];
  odd: readonly OddRun[];
  assumptions: readonly string[];
}

/** A clock change can skip a time of day or repeat it. */
export type Oddity = "skipped" | "repeated";

/** How the calendar explains such a run. */
export const oddities = {
  skipped: "Clocks skip this time. Assumed: later by the skipped time.",
  repeated: "This time comes twice. Assumed: it runs at the first.",
};

export interface OddRun {
  /** The instant at which the calendar shows the run. */
  at: number;
  /** Its date in its own time zone. */
  date: string;
  oddity: Oddity;
  /** The instant at which clocks change. */
  change: number;
}

export interface ClockChange extends Change {
  zone: string;
}

/** The steps of instants. */
export function stepsOf(instants: readonly number[]): number[] {
  const [first, ...rest] = instants;
  if (first === undefined) return [];
  const steps = [first];
  let last = first;
  for (const at of rest) {
    const step = at - last;
    last = at;
    if (steps.length > 1 && steps.at(-2) === step)
      steps[steps.length - 1] = (steps.at(-1) ?? 0) + 1;
    else steps.push(step, 1);
  }
  return steps;
}

/** The instants of steps. */
export function instantsOf([first, ...steps]: readonly number[]): number[] {
  if (first === undefined) return [];
  const instants = [first];
  let last = first;
  for (let at = 0; at < steps.length; at += 2) {
    for (let times = steps[at + 1] ?? 0; times > 0; times--)
      instants.push((last += steps[at] ?? 0));
  }
  return instants;
}
