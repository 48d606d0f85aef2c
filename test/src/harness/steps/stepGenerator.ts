import type { Values } from "../../lifecycle/tables/row";
import { oldResource } from "./aliases";
import { deletions } from "./deletions";
import { checkInputs } from "../sessions/inputs";
import { Bail } from "../sessions/providers";
import type { Registration } from "./registration";
import { Replacements } from "./replacements";
import type { Run } from "../run";
import { stateOf } from "./goalState";
import type { ResourceState } from "../states/state";
import type { Step } from "./step";
import { Steps } from "./steps";
import { TargetChoice } from "./targetChoice";
import { isProviderType, isRootStack, urnOf } from "../states/urns";
import { withIgnored } from "../sessions/propertyPaths";

/** Steps for a resource; where the engine has to know their result first, what comes after them. */
export interface Generated {
  steps: Step[];
  next?: Promise<() => Promise<Generated>>;
}

/** A resource while the engine decides what to do with it. */
export interface Decision {
  registration: Registration;
  urn: string;
  old?: ResourceState;
  state: ResourceState;
  isInvalid: boolean;
  isImported: boolean;
}

/** Decides what is done with each resource that a program registers: `stepGenerator` of the engine. */
export class StepGenerator {
  /** URNs that this run has come to, and what it decided. */
  readonly urns = new Set<string>();
  readonly deletes = new Set<string>();
  readonly replaces = new Set<string>();
  readonly updates = new Set<string>();
  readonly creates = new Set<string>();
  readonly imports = new Set<string>();
  readonly sames = new Set<string>();
  readonly refreshes = new Set<string>();
  readonly skippedCreates = new Set<string>();
  /** The new URN by the former one, and the other way round. */
  readonly aliased = new Map<string, string>();
  readonly aliases = new Map<string, string>();
  /** What was read while the program ran, by what the state had. */
  readonly read = new Map<ResourceState, ResourceState>();
  /** What a destroy deletes after the program has registered it. */
  readonly toDelete: ResourceState[] = [];
  hasError = false;
  readonly steps: Steps;
  readonly choice: TargetChoice;
  readonly replacements: Replacements;

  constructor(readonly run: Run) {
    this.steps = new Steps(run);
    this.choice = new TargetChoice(this);
    this.replacements = new Replacements(this);
  }

  generate(registration: Registration): Promise<Generated> {
    const { goal } = registration;
    if (goal.parent !== "" && !this.urns.has(goal.parent)) {
      throw new Error(`could not find parent resource ${goal.parent}`);
    }
    const urn = urnOf(this.run.name, goal);
    if (this.urns.has(urn)) {
      this.#refuse(urn, `Duplicate resource URN '${urn}'; try giving it a unique name`);
    }
    this.urns.add(urn);
    const { old, alias, isInvalid } = oldResource(this, urn, goal);
    const state = stateOf(goal, urn, alias, old);
    const decision = { registration, urn, old, state, isInvalid, isImported: false };
    const { refreshes, runsProgram } = this.run.options;
    return old !== undefined && refreshes && runsProgram && this.choice.isIncluded(old)
      ? this.#read(decision, old)
      : this.#afterRead(decision);
  }

  /** Whether the run has decided on a resource other than to create it. */
  isOperatedOn(urn: string): boolean {
    const current = this.aliased.get(urn) ?? urn;
    return [this.sames, this.updates, this.replaces, this.refreshes].some((set) =>
      set.has(current),
    );
  }

  hasStep(urn: string): boolean {
    return [this.creates, this.sames, this.updates, this.deletes, this.replaces].some((set) =>
      set.has(urn),
    );
  }

  /** Whether `--replace` or a taint asks for a replacement. */
  isReplaceAskedFor(urn: string, old: ResourceState | undefined): boolean {
    const { replaces } = this.run.options;
    return (replaces.isConstrained() && replaces.contains(urn)) || old?.taint === true;
  }

  /** The deletes at the end of a run, in the order in which sets of them can be done. */
  deletions(): ReturnType<typeof deletions> {
    return deletions(this);
  }

  error(urn: string, text: string): void {
    this.hasError = true;
    this.run.report.error(urn, text);
  }

  /** What the engine refuses in an update is only said in a preview. */
  refuseUnlessPreview(urn: string, text: string): void {
    this.error(urn, text);
    if (!this.run.isPreview) throw new Bail(text);
  }

  #refuse(urn: string, text: string): never {
    this.run.report.error(urn, text);
    throw new Bail(text);
  }

  #read(decision: Decision, old: ResourceState): Promise<Generated> {
    const { urn, state } = decision;
    let goOn: (next: () => Promise<Generated>) => void = () => undefined;
    const next = new Promise<() => Promise<Generated>>((resolve) => (goOn = resolve));
    const step = this.steps.refresh(old, {
      state,
      isInternal: !state.custom || isProviderType(state.type),
      onEnd: ({ state: found, error }) =>
        goOn(() => {
          if (error !== undefined) throw error as Error;
          if (found !== undefined) {
            this.run.graph.alias(found, old);
            this.read.set(old, found);
          }
          return this.#afterRead({ ...decision, old: found });
        }),
    });
    this.refreshes.add(urn);
    return Promise.resolve({ steps: [step], next });
  }

  async #afterRead(decision: Decision): Promise<Generated> {
    const { registration, urn, old, state } = decision;
    const { isRefreshOnly, isDestroy } = this.run.options;
    const isObject = state.custom && !isProviderType(state.type);
    const isWaiting = (isRefreshOnly || isDestroy) && this.choice.dependsOnSkipped(state);
    if (isRefreshOnly && (isObject || isWaiting)) {
      if (old === undefined) return this.choice.skip(registration, state);
      registration.done(old);
      return { steps: [] };
    }
    if (isDestroy) {
      if (isWaiting || (isObject && old === undefined)) {
        if (isWaiting && old !== undefined) state.outputs = old.outputs;
        return this.choice.skip(registration, state);
      }
      this.toDelete.push(state);
      if (isObject && old !== undefined) {
        this.sames.add(urn);
        state.inputs = old.inputs;
        return { steps: [this.steps.same(old, state, { registration })] };
      }
    }
    const { importId } = registration.goal;
    const isImport =
      state.custom &&
      importId !== "" &&
      (old === undefined || (old.importId || old.id) !== importId);
    return isImport ? this.#import(decision) : this.decide(decision);
  }

  #import(decision: Decision): Promise<Generated> {
    const { registration, urn, old, state } = decision;
    let goOn: (next: () => Promise<Generated>) => void = () => undefined;
    const next = new Promise<() => Promise<Generated>>((resolve) => (goOn = resolve));
    const isReplacement = old !== undefined && !this.deletes.has(urn);
    const step = this.steps.import(state, registration, {
      replaced: isReplacement ? old : undefined,
      onEnd: (read) =>
        goOn(() => {
          if (read === undefined) return Promise.resolve({ steps: [] });
          const wanted = {
            ...stateOf(registration.goal, urn, "", undefined),
            aliases: state.aliases,
          };
          return this.decide({ ...decision, old: read, state: wanted, isImported: true });
        }),
    });
    this.run.made?.add(urn, registration.goal, undefined);
    this.imports.add(urn);
    const steps = isReplacement ? [step, this.steps.replace(old, state)] : [step];
    return Promise.resolve({ steps, next });
  }

  /** Checks the inputs of a resource, and finds what to do. */
  async decide(decision: Decision): Promise<Generated> {
    const { registration, urn, old, state } = decision;
    const { goal } = registration;
    const isRecreated = this.deletes.has(urn);
    const isTargeted =
      isProviderType(state.type) || isRootStack(urn) || this.choice.isIncluded(state);
    const given =
      old === undefined ? goal.inputs : withIgnored(goal.inputs, old.inputs, goal.ignoreChanges);
    const isNew = isRecreated || old === undefined || this.isReplaceAskedFor(urn, old);
    if (state.custom) {
      if (isTargeted) {
        await checkInputs(
          this,
          decision,
          isNew ? undefined : old.inputs,
          isNew ? goal.inputs : given,
        );
      } else {
        state.inputs = old?.inputs ?? {};
      }
    } else {
      state.inputs = given;
    }
    if (isTargeted) this.choice.queueDependencies(state);
    if (!decision.isInvalid) this.#plan(decision, isNew ? undefined : old.inputs);
    if (decision.isInvalid) throw new Bail(`resource ${urn} is invalid`);
    if (isRecreated && old !== undefined) {
      return { steps: this.replacements.recreate(registration, old, state) };
    }
    this.choice.note(state, isTargeted);
    if (old !== undefined) {
      if (!isTargeted) return { steps: this.choice.keep(registration, old, urn) };
      return { steps: await this.replacements.compare(decision, old) };
    }
    if (!isTargeted) return this.choice.skip(registration, state);
    this.creates.add(urn);
    return { steps: [this.steps.create(state, registration)] };
  }

  #plan({ urn, old, state, registration }: Decision, olds: Values | undefined): void {
    const { made, options } = this.run;
    made?.add(urn, registration.goal, { olds, news: state.inputs });
    options.plan?.checkGoal(urn, registration.goal, { old, olds, news: state.inputs });
  }
}
