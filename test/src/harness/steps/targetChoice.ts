import { Bail } from "../sessions/providers";
import type { Registration } from "./registration";
import { referencesOf } from "../states/state";
import type { ResourceState } from "../states/state";
import type { Step } from "./step";
import type { Generated, StepGenerator } from "./stepGenerator";
import type { Targets } from "./targets";
import { idIn, urnIn } from "../states/urns";

const allReferences = (state: ResourceState): string[] => [
  ...referencesOf(state).map(({ urn }) => urn),
  urnIn(state.provider),
];

/** What `--target` and `--exclude` let a run do. */
export class TargetChoice {
  /** With what depends on the targets, as the run comes to it. */
  readonly #targets: Targets;
  readonly #excludes: Targets;
  /** What a target needs in the new state before it, although the program has not registered it. */
  #queue: Step[] = [];
  readonly #queued = new Set<string>();

  constructor(readonly generator: StepGenerator) {
    const { targets, excludes } = generator.run.options;
    this.#targets = targets.copy();
    this.#excludes = excludes.copy();
  }

  get #options() {
    return this.generator.run.options;
  }

  isIncluded(state: ResourceState): boolean {
    if (this.#options.targets.isConstrained()) return this.#isTargeted(state);
    return !this.#options.excludes.isConstrained() || !this.#isExcluded(state);
  }

  #isTargeted(state: ResourceState): boolean {
    const { targets, targetDependents } = this.#options;
    if (targets.isConstrained() && targets.contains(state.urn)) return true;
    return targetDependents && allReferences(state).some((urn) => this.#targets.contains(urn));
  }

  #isExcluded(state: ResourceState): boolean {
    const { excludes, excludeDependents } = this.#options;
    if (excludes.contains(state.urn)) return true;
    return excludeDependents && allReferences(state).some((urn) => this.#excludes.contains(urn));
  }

  /** Notes that a resource is a target, or excluded, for those that depend on it. */
  note(state: ResourceState, isTargeted: boolean): void {
    if (this.#options.excludes.isConstrained() && !isTargeted && this.#isExcluded(state)) {
      this.#excludes.add(state.urn);
    } else if (isTargeted && this.#isTargeted(state)) {
      this.#targets.add(state.urn);
    }
  }

  /** Whether a resource needs one that is not created because it is no target. */
  dependsOnSkipped(state: ResourceState): boolean {
    return allReferences(state).some((urn) => this.generator.skippedCreates.has(urn));
  }

  skip(registration: Registration, state: ResourceState): Generated {
    this.generator.sames.add(state.urn);
    this.generator.skippedCreates.add(state.urn);
    return { steps: [this.generator.steps.skippedCreate(registration, state)] };
  }

  /** Keeps what is no target as it is. */
  keep(registration: Registration, old: ResourceState, urn: string): Step[] {
    const { provider } = old;
    if (provider !== "" && this.generator.run.providers.get(provider) === undefined) {
      throw new Error(
        this.#providerOf(old) === undefined
          ? `could not find provider ${provider} in old state`
          : `provider ${provider} for resource ${urn} has not been registered yet, this is due ` +
              "to a change of providers mixed with --target. Change your program back to the " +
              "original providers",
      );
    }
    return this.#untargeted(registration, old, urn);
  }

  /** What is no target, and before it what it depends on. */
  #untargeted(registration: Registration | undefined, old: ResourceState, urn: string): Step[] {
    const { generator } = this;
    if (old.delete) return [];
    for (const one of [urn, old.urn]) {
      generator.urns.add(one);
      generator.sames.add(one);
    }
    const steps: Step[] = [];
    const provider = this.#providerOf(old);
    if (provider !== undefined && !this.#isDone(provider.urn)) {
      steps.push(...this.#untargeted(undefined, provider, provider.urn));
    }
    for (const { urn: needed, kind } of referencesOf(old)) {
      if (generator.hasStep(needed)) continue;
      const state = generator.run.olds.get(needed);
      if (state === undefined) {
        throw new Bail(`${kind} ${needed} of untargeted resource ${urn} has no old state`);
      }
      steps.push(...this.#untargeted(undefined, state, needed));
    }
    const kept = { ...old, id: "" };
    return [...steps, generator.steps.same(old, kept, { registration, isUntargeted: true })];
  }

  queueDependencies(state: ResourceState): void {
    if (!this.#options.targets.isConstrained()) return;
    for (const { urn } of referencesOf(state)) this.#enqueue(urn);
  }

  queueProvider({ provider }: ResourceState): void {
    const old = this.generator.run.olds.get(urnIn(provider));
    if (old === undefined || this.#queued.has(old.urn)) return;
    this.#queued.add(old.urn);
    this.#push(old);
  }

  #enqueue(urn: string): void {
    const old = this.generator.run.olds.get(urn);
    if (old === undefined || this.generator.hasStep(urn) || this.#queued.has(urn)) return;
    this.#queued.add(urn);
    const provider = this.#providerOf(old);
    if (provider !== undefined) this.#enqueue(provider.urn);
    for (const one of referencesOf(old)) this.#enqueue(one.urn);
    this.#push(old);
  }

  #push(old: ResourceState): void {
    const kept = { ...old, id: "" };
    this.#queue.push(this.generator.steps.same(old, kept, { isUntargeted: true }));
  }

  #providerOf({ provider }: ResourceState): ResourceState | undefined {
    const state = this.generator.run.olds.get(urnIn(provider));
    return state?.id === idIn(provider) ? state : undefined;
  }

  #isDone(urn: string): boolean {
    return this.generator.hasStep(urn) || this.generator.isOperatedOn(urn);
  }

  /** What is to come first, and whether the plan and the targets allow all of it. */
  validate(steps: readonly Step[]): Step[] {
    const { generator } = this;
    const first = this.#queue.filter(({ res }) => !this.#isDone(res.urn));
    this.#queue = [];
    for (const { res } of first) {
      generator.urns.add(res.urn);
      generator.sames.add(res.urn);
    }
    const all = [...first, ...steps];
    const { made, options } = generator.run;
    for (const { op, res } of all) {
      options.plan?.checkStep(op, res.urn);
      made?.addStep(op, generator.aliased.get(res.urn) ?? res.urn);
    }
    if (options.targets.isConstrained() || options.replaces.isConstrained()) {
      for (const step of all) this.#requireTargets(step);
    }
    return all;
  }

  #requireTargets({ state, isSkippedCreate }: Step): void {
    if (state === undefined || isSkippedCreate === true) return;
    for (const urn of allReferences(state)) {
      if (!this.generator.skippedCreates.has(urn)) continue;
      this.generator.refuseUnlessPreview(
        state.urn,
        `Resource '${state.urn}' depends on '${urn}' which was was not specified in --target list.`,
      );
      this.generator.skippedCreates.delete(urn);
    }
  }
}
