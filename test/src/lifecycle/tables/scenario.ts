import assert from "node:assert/strict";
import type { StateResource } from "../../engine/stacks/pulumiStack";
import { differences } from "../../faults/agreement";
import { withoutConnectionReads } from "../../harness/sessions/connectionReads";
import { Expectations } from "./expected";
import type { EntryPoint } from "../entryPoints";
import { Environment, labelOf } from "../environment";
import type { Done, MakeStack } from "../environment";
import type { Label, Operations, Row, Values } from "./row";
import { subjectsOf } from "./subjects";
import type { Subject } from "./subjects";

type State = Record<string, StateResource>;
/** Copies of objects as they were on the instance. */
export type Copies = Map<Subject, Values | undefined>;

/** Routes that were called by any row, as the simulator names them. */
export const called = new Set<string>();

export function noteCalled(calls: readonly string[]): void {
  for (const call of calls) called.add(call.slice(call.indexOf(": ") + 2));
}

/** One subject in so many of the table, beginning with this one. */
export interface Sample {
  oneIn: number;
  first: number;
}
const everything: Sample = { oneIn: 1, first: 0 };

/** One run through the subjects of the table, in one mode and through one entryPoint. */
export class Scenario {
  /** Those of resources that can be created in this mode. */
  readonly rows: readonly Row[];
  readonly subjects: readonly Subject[];
  readonly changing: readonly Subject[];
  readonly refused: readonly Subject[];
  readonly stuck: readonly Subject[];
  readonly edited: readonly Subject[];
  readonly lost: readonly Subject[];
  readonly expect: Expectations;
  /** What the engine's state holds by now, by name. */
  state: State = {};
  #environment?: Environment;

  constructor(
    rows: readonly Row[],
    readonly operations: Operations,
    readonly entryPoint: EntryPoint,
    readonly makeStack: MakeStack,
    /** Subjects of refusals are always tried. */
    { oneIn, first }: Sample = everything,
  ) {
    this.expect = new Expectations(operations, entryPoint);
    this.rows = rows.filter((row) => row[operations] !== undefined);
    const isRefused = (one: Subject) =>
      one.change !== undefined && this.expect.label(one) === "refused";
    this.subjects = subjectsOf(this.rows).filter(
      (one, at) => at % oneIn === first || isRefused(one),
    );
    this.changing = this.subjects.filter(({ change }) => change !== undefined);
    this.edited = this.subjects.filter(({ edit }) => edit !== undefined);
    this.lost = this.subjects.filter(({ loss }) => loss !== undefined);
    const called = (label: Label) =>
      this.changing.filter((subject) => this.expect.label(subject) === label);
    [this.refused, this.stuck] = [called("refused"), called("stuck")];
  }

  async open(): Promise<void> {
    this.#environment = await Environment.open(
      { ...this.entryPoint, operations: this.operations, makeStack: this.makeStack },
      this.subjects,
    );
  }

  get environment(): Environment {
    assert.ok(this.#environment, "the environment is not open");
    return this.#environment;
  }

  /** Runs a command, which may fail. */
  async run(...args: string[]): Promise<Done> {
    const done = await this.environment.run(...args);
    noteCalled(done.calls);
    if (args[0] !== "preview") this.state = await this.environment.stack.state();
    return done;
  }

  /** Runs a command that must succeed. */
  async ok(...args: string[]): Promise<Done> {
    const done = await this.run(...args);
    assert.equal(done.code, 0, done.text);
    return done;
  }

  id({ name }: Subject, state = this.state): string {
    return state[name]?.id ?? "";
  }

  /** The object of a subject, live; undefined where it is not on the instance. */
  find(
    subject: Subject,
    inputs = subject.first,
    place = this.expect.place(subject),
    state = this.state,
  ): Values | undefined {
    const { find } = subject.row;
    return find(this.environment.place(place), this.id(subject, state), inputs) as
      | Values
      | undefined;
  }

  copy(subjects: readonly Subject[], place?: string): Copies {
    return new Map(
      subjects.map((one) => [one, structuredClone(this.find(one, one.first, place ?? one.place))]),
    );
  }

  /** Where the object is not as the inputs say, as far as the instance shows it. */
  misfits(subject: Subject, inputs: Values, object: Values | undefined): string[] {
    const unseen = ["instance", ...(subject.row.unseen ?? [])];
    const shown = Object.entries(inputs).filter(
      ([field, value]) => value !== undefined && !unseen.includes(field),
    );
    return differences(Object.fromEntries(shown), object, subject.name);
  }

  /** A preview shows exactly these fields of each subject to differ. */
  assertDifferences({ differences }: Done, shown: (subject: Subject) => string[]): void {
    const wanted = this.subjects.map((subject) => [subject.name, shown(subject)] as const);
    assert.deepEqual(
      Object.fromEntries([...differences].filter(([, fields]) => fields.length > 0).sort()),
      Object.fromEntries(wanted.filter(([, fields]) => fields.length > 0).sort()),
    );
  }

  /** Exactly these calls were made, but for the read by which each provider tests its connection. */
  assertCalls(calls: readonly string[], expected: readonly string[]): void {
    // Two names of one instance are two providers, which are processes on the plugin.
    const processes = this.entryPoint.sharesReadsByProvider ? 2 : 1;
    const made = withoutConnectionReads(calls, { expected, processes });
    assert.deepEqual(counted(made), counted(expected));
  }

  /** Every subject is called that by the engine, and nothing else is done. */
  assertLabels({ ops }: Done, label: (subject: Subject) => string): void {
    const names = this.subjects.map(({ name }) => name);
    assert.deepEqual(
      [...ops.keys()].filter((name) => !names.includes(name)),
      [],
    );
    assert.deepEqual(
      this.subjects.map(({ name }) => `${labelOf(ops.get(name))} ${name}`),
      this.subjects.map((subject) => `${label(subject)} ${subject.name}`),
    );
  }
}

/** How often each call is made. */
export function counted(calls: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const call of [...calls].sort()) counts[call] = (counts[call] ?? 0) + 1;
  return counts;
}
