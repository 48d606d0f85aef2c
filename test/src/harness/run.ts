import { setMaxListeners } from "node:events";
import type { Checkpoints } from "./states/checkpoints";
import { DependencyGraph } from "./states/dependencyGraph";
import { Plan } from "./steps/plan";
import { Providers } from "./sessions/providers";
import type { StartProvider } from "./sessions/providers";
import type { Report } from "./report";
import { withReferences } from "./states/state";
import type { ResourceState, Snapshot } from "./states/state";
import type { Step } from "./steps/step";
import type { Execution } from "./steps/stepExecutor";
import type { Targets } from "./steps/targets";
import type { StackName } from "./states/urns";

/** What a command asks of a run. */
export interface RunOptions {
  isPreview: boolean;
  /** The program runs first, and each resource is read when the program registers it. */
  refreshes: boolean;
  /** Nothing but reads. */
  isRefreshOnly: boolean;
  runsProgram: boolean;
  isDestroy: boolean;
  targets: Targets;
  replaces: Targets;
  excludes: Targets;
  targetDependents: boolean;
  excludeDependents: boolean;
  continueOnError: boolean;
  parallel: number;
  /** What the run may do. */
  plan?: Plan;
  /** Whether what the run does becomes a plan. */
  makesPlan: boolean;
}

/** One run of the engine over a state: `Deployment` of the engine. */
export class Run {
  readonly providers: Providers;
  /** What the run does, where a plan is made of it. */
  readonly made?: Plan;
  graph: DependencyGraph;
  olds = new Map<string, ResourceState>();
  /** Also what is replaced and still to be deleted. */
  allOlds = new Map<string, ResourceState[]>();
  readonly cancel = new AbortController();
  isTerminated = false;

  constructor(
    readonly name: StackName,
    readonly base: Snapshot,
    readonly options: RunOptions,
    readonly parts: {
      report: Report;
      checkpoints?: Checkpoints;
      start: StartProvider;
      newId: () => string;
      /** What is deleted first of what can be deleted at the same time, by reference. */
      deleteOrder: readonly string[];
    },
  ) {
    // Each execution of a large run listens.
    setMaxListeners(0, this.cancel.signal);
    this.providers = new Providers(parts.start, options.isPreview, parts.newId);
    if (options.makesPlan) this.made = new Plan();
    this.graph = new DependencyGraph(base.resources);
    this.#index();
  }

  get isPreview(): boolean {
    return this.options.isPreview;
  }

  get report(): Report {
    return this.parts.report;
  }

  /** For steps that end with this run, or when one of them fails. */
  execution(): Execution {
    const { report, checkpoints } = this.parts;
    const { isPreview, parallel, continueOnError } = this.options;
    const cancel = new AbortController();
    // Each step that waits for its turn listens.
    setMaxListeners(0, cancel.signal);
    const { signal } = this.cancel;
    if (signal.aborted) cancel.abort();
    else signal.addEventListener("abort", () => cancel.abort(), { once: true });
    const isTerminated = () => this.isTerminated;
    return { report, checkpoints, isPreview, parallel, continueOnError, cancel, isTerminated };
  }

  ensureProvider({ provider }: ResourceState): Promise<void> {
    return this.providers.ensure(provider, this.base.resources);
  }

  /** Takes what was read as the state from which the run goes on. */
  rebuild(steps: ReadonlyMap<ResourceState, Step>): void {
    const known = new Set<string>();
    const parents = new Map<string, string>();
    const resources: ResourceState[] = [];
    for (const old of this.base.resources) {
      const step = steps.get(old);
      const state = step === undefined ? old : step.state;
      if (state === undefined) continue;
      const { dependencies, propertyDependencies } = withReferences(state, ({ urn }) =>
        known.has(urn) ? urn : undefined,
      );
      Object.assign(state, { dependencies, propertyDependencies });
      resources.push(state);
      known.add(state.urn);
    }
    for (const one of resources) {
      if (!known.has(one.parent)) one.parent = parents.get(one.parent) ?? "";
      parents.set(one.urn, one.parent);
    }
    this.base.resources = resources;
    this.graph = new DependencyGraph(resources);
    this.#index();
  }

  #index(): void {
    this.olds = new Map();
    this.allOlds = new Map();
    for (const one of this.base.resources) {
      const all = this.allOlds.get(one.urn);
      if (all === undefined) this.allOlds.set(one.urn, [one]);
      else all.push(one);
      if (!one.delete) this.olds.set(one.urn, one);
    }
  }
}
