import { importObject } from "./importer";
import type { ImportedObject } from "./importer";
import { Bail } from "./providers";
import type { Registration } from "./registration";
import type { Run } from "./run";
import { referencesOf } from "./state";
import type { ResourceState } from "./state";
import type { Step } from "./step";
import { StepExecutor } from "./stepExecutor";
import type { Execution } from "./stepExecutor";
import { StepGenerator } from "./stepGenerator";
import type { Generated } from "./stepGenerator";
import { Steps } from "./steps";
import type { Targets } from "./targets";
import { isRootStack, urnOf } from "./urns";

/** What a program tells the engine. */
export interface Monitor {
  register: (registration: Registration) => void;
  /** The outputs of the stack or of a component. */
  outputs: (urn: string) => void;
}

interface Event {
  /** What it is about. */
  urn: string;
  /** Absent for the end of the program. */
  generate?: () => Promise<Generated>;
}

/** What runs against the engine; without one, everything is deleted. */
export type RunProgram = (monitor: Monitor) => Promise<void>;

/**
 * One run of the engine: it reads, registers what the program declares, and deletes. `deploymentExecutor` of
 * the engine: the tests of the harness hold both against each other.
 */
export class Deployment {
  readonly #generator: StepGenerator;
  readonly #events: Event[] = [];
  #wake: () => void = () => undefined;
  #expected = 0;
  readonly #skipped = new Set<string>();
  #stackOutputs?: string;

  constructor(readonly run: Run) {
    this.#generator = new StepGenerator(run);
  }

  /** Reports what goes wrong. */
  async execute(program: RunProgram): Promise<void> {
    try {
      await this.#execute(program);
    } catch (error) {
      if (!(error instanceof Bail)) this.run.report.error("", (error as Error).message);
      this.run.report.hasFailed = true;
    }
  }

  async import(object: ImportedObject): Promise<void> {
    const executor = new StepExecutor(this.#execution(), true);
    try {
      await importObject(this.run, executor, object);
    } catch (error) {
      if (!(error instanceof Bail)) this.run.report.error("", (error as Error).message);
      this.run.report.hasFailed = true;
    }
    await executor.drain();
    this.#conclude(executor);
  }

  async #execute(program: RunProgram): Promise<void> {
    const { run } = this;
    const { refreshes, runsProgram, isRefreshOnly, replaces } = run.options;
    const resources = run.base.resources;
    if (refreshes && !runsProgram) {
      await this.#refresh(resources);
      if (isRefreshOnly) return;
    } else if (!refreshes && !runsProgram && resources.some((one) => isRead(one))) {
      await this.#refresh(resources.filter((one) => isRead(one)));
    } else if (run.base.pending.length > 0 && !run.isPreview) {
      this.#warnOfPending();
    }
    this.#requireKnown(replaces);
    const executor = new StepExecutor(this.#execution());
    await this.#loop(executor, program);
  }

  #execution(): Execution {
    const { report, checkpoints } = this.run.parts;
    const { isPreview, parallel, continueOnError } = this.run.options;
    const cancel = new AbortController();
    const { signal } = this.run.cancel;
    if (signal.aborted) cancel.abort();
    else signal.addEventListener("abort", () => cancel.abort(), { once: true });
    const isTerminated = () => this.run.isTerminated;
    return { report, checkpoints, isPreview, parallel, continueOnError, cancel, isTerminated };
  }

  /** Reads before the program runs. */
  async #refresh(resources: readonly ResourceState[]): Promise<void> {
    const { run } = this;
    const { targets, excludes, targetDependents, excludeDependents } = run.options;
    if (run.base.resources.length === 0) return;
    this.#requireKnown(targets);
    this.#requireKnown(excludes);
    const steps = new Map<ResourceState, Step>();
    const make = new Steps(run);
    const chosen = excludes.isConstrained() ? excludes.copy() : targets.copy();
    const follows = (one: ResourceState) =>
      referencesOf(one).some(({ urn }) => chosen.contains(urn));
    for (const one of resources) {
      if (excludes.isConstrained()) {
        if (chosen.contains(one.urn)) continue;
        if (excludeDependents && follows(one)) {
          chosen.add(one.urn);
          continue;
        }
      } else if (!chosen.contains(one.urn)) {
        if (!targetDependents || !follows(one)) continue;
        chosen.add(one.urn);
      }
      await run.ensureProvider(one);
      steps.set(one, make.refresh(one));
    }
    const executor = new StepExecutor(this.#execution(), true);
    await executor.all([...steps.values()]);
    await executor.drain();
    run.rebuild(steps);
    this.#conclude(executor);
  }

  /** Ends the run where something went wrong, or somebody ended it. */
  #conclude(executor: StepExecutor): void {
    if (executor.hasError) throw new Bail("failed");
    if (this.run.cancel.signal.aborted) this.#reportCanceled();
  }

  #reportCanceled(): never {
    this.run.report.error("", `${this.run.isPreview ? "preview" : "update"} canceled`);
    throw new Bail("canceled");
  }

  #warnOfPending(): void {
    const { pending } = this.run.base;
    const lines = pending.map(
      ({ resource, type }) => `  * ${resource.urn}, interrupted while ${type}\n`,
    );
    const text =
      `Attempting to deploy or update resources with ${pending.length} pending operations ` +
      `from previous deployment.\n${lines.join("")}`;
    this.run.report.line({ urn: "", severity: "warning", text });
  }

  /** Each URN of a choice must be in the state, or one that the program has registered. */
  #requireKnown(choice: Targets): void {
    const unknown = choice
      .urns()
      .filter((urn) => !this.run.allOlds.has(urn) && !this.#generator.urns.has(urn));
    for (const urn of unknown) {
      this.run.report.error("", `Target '${urn}' could not be found in the stack.`);
    }
    if (unknown.length > 0) throw new Bail("one or more targets could not be found in the stack");
  }

  async #loop(executor: StepExecutor, program: RunProgram): Promise<void> {
    const { run } = this;
    const { signal } = executor;
    signal.addEventListener("abort", () => this.#wake(), { once: true });
    void program(this.#monitor(executor)).then(
      () => this.#push({ urn: "" }),
      (error: unknown) => this.#push({ urn: "", generate: () => Promise.reject(error) }),
    );
    let failure: unknown;
    try {
      await this.#handleAll(executor);
    } catch (error) {
      if (!(error instanceof Bail)) run.report.error("", (error as Error).message);
      failure = error;
      executor.execution.cancel.abort();
    }
    await executor.drain();
    if (run.isTerminated) throw new Bail("terminated");
    if (this.#stackOutputs !== undefined) this.#finish(executor, this.#stackOutputs);
    if (failure === undefined) {
      const missing = run.options.plan?.missing(run.base.resources) ?? [];
      for (const [urn, text] of missing) run.report.error(urn, text);
      if (missing.length > 0) failure = new Bail("the plan expects more");
    }
    if (failure !== undefined || executor.hasError || this.#generator.hasError) {
      throw new Bail("failed");
    }
    if (run.cancel.signal.aborted) this.#reportCanceled();
  }

  #monitor(executor: StepExecutor): Monitor {
    return {
      register: (registration) => {
        const urn = urnOf(this.run.name, registration.goal);
        this.#push({ urn, generate: () => this.#generator.generate(registration) });
      },
      outputs: (urn) => {
        const generate = () => {
          if (isRootStack(urn)) this.#stackOutputs = urn;
          else this.#finish(executor, urn);
          return Promise.resolve({ steps: [] });
        };
        this.#push({ urn, generate });
      },
    };
  }

  #push(event: Event): void {
    this.#events.push(event);
    this.#wake();
  }

  async #handleAll(executor: StepExecutor): Promise<void> {
    let hasEnded = false;
    while (!executor.signal.aborted) {
      const event = this.#events.shift();
      if (event === undefined) {
        await new Promise<void>((resolve) => (this.#wake = resolve));
        continue;
      }
      if (event.generate === undefined) hasEnded = true;
      else await this.#handle(executor, event.urn, event.generate);
      if (hasEnded && this.#expected === 0) return this.#end(executor);
    }
  }

  async #handle(
    executor: StepExecutor,
    urn: string,
    generate: () => Promise<Generated>,
  ): Promise<void> {
    let valid: readonly Step[];
    try {
      const { steps, next } = await generate();
      if (next !== undefined) this.#expect(urn, next);
      valid = next === undefined ? this.#generator.choice.validate(steps) : steps;
    } catch (error) {
      if (error instanceof Bail) throw error;
      this.run.report.error(urn, (error as Error).message);
      throw new Bail("failed");
    }
    for (const { res } of executor.errored) this.#skipped.add(res.urn);
    const chain = valid.filter((step) => {
      if (!referencesOf(step.res).some(({ urn }) => this.#skipped.has(urn))) return true;
      step.registration?.done(step.res);
      this.#skipped.add(step.res.urn);
      return false;
    });
    if (chain.length > 0) await executor.submit(chain);
  }

  /** Goes on with a resource when the steps before have ended. */
  #expect(urn: string, next: NonNullable<Generated["next"]>): void {
    this.#expected++;
    void next.then((goOn) => {
      const generate = () => {
        this.#expected--;
        return goOn();
      };
      this.#push({ urn, generate });
    });
  }

  /** What comes after the program: reads that it has not asked for, or deletes. */
  async #end(executor: StepExecutor): Promise<void> {
    const { run } = this;
    let unknown: unknown;
    try {
      this.#requireKnown(run.options.targets);
    } catch (error) {
      unknown = error;
    }
    // What is to be deleted is known only when all else is done.
    await executor.drain();
    if (!executor.signal.aborted && run.base.resources.length > 0) {
      if (run.options.isRefreshOnly) await this.#refreshRest(executor);
      else await this.#delete(executor);
    }
    if (unknown !== undefined) throw unknown as Error;
  }

  async #refreshRest(executor: StepExecutor): Promise<void> {
    const { run } = this;
    const { targets, excludes } = run.options;
    const steps = new Map<ResourceState, Step>();
    for (const one of run.base.resources) {
      if (this.#generator.isOperatedOn(one.urn)) continue;
      if (excludes.isConstrained() ? excludes.contains(one.urn) : !targets.contains(one.urn))
        continue;
      await run.ensureProvider(one);
      this.#generator.refreshes.add(one.urn);
      steps.set(one, this.#generator.steps.refresh(one));
    }
    await executor.all([...steps.values()]);
    await executor.drain();
    run.rebuild(steps);
  }

  async #delete(executor: StepExecutor): Promise<void> {
    const { sames, deletes } = await this.#generator.deletions();
    if (sames.length > 0) await (await executor.submit(sames)).done;
    const spared = new Set<ResourceState>();
    const seen = new Set<Step>();
    for (const set of deletes) {
      // What a resource needs stays as long as the resource could not be deleted.
      for (const step of executor.errored.filter((one) => !seen.has(one))) {
        seen.add(step);
        for (const one of [step.res, step.old]) {
          if (one === undefined || !this.run.graph.contains(one)) continue;
          for (const needed of this.run.graph.allDependenciesOf(one)) spared.add(needed);
        }
      }
      await executor.all(set.filter(({ res }) => !spared.has(res)));
    }
  }

  #finish(executor: StepExecutor, urn: string): void {
    const step = executor.pending.get(urn);
    if (step?.state === undefined) throw new Error(`cannot complete a resource '${urn}'`);
    executor.pending.delete(urn);
    if (step.isSkippedCreate === true) return;
    if (this.run.options.plan?.hasNo(urn) === true) throw new Error(`no plan for resource ${urn}`);
    step.state.outputs = {};
    this.run.parts.checkpoints?.outputs(step);
  }
}

const isRead = ({ refreshBeforeUpdate, delete: isDeleted }: ResourceState) =>
  refreshBeforeUpdate && !isDeleted;
