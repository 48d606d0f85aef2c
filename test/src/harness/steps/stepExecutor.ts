import type { Checkpoints } from "../states/checkpoints";
import { Bail } from "../sessions/providers";
import type { Report } from "../report";
import type { ResourceState } from "../states/state";
import { subjectOf } from "../states/state";
import type { Step } from "./step";
import { Turns } from "../turns";
import { markedOutputs } from "../sessions/values";

/** A delete that fails because its resource is protected does not end a run. */
export class ProtectedError extends Error {}

export interface Execution {
  report: Report;
  /** Absent in a preview. */
  checkpoints?: Checkpoints;
  isPreview: boolean;
  parallel: number;
  continueOnError: boolean;
  /** Ends the run; the steps under way finish. */
  cancel: AbortController;
  /** Whether the run ended at once: nothing is noted any more. */
  isTerminated: () => boolean;
}

/** Applies steps, several chains at a time: `stepExecutor` of the engine. */
export class StepExecutor {
  /** The resources of this run. */
  readonly news = new Map<string, ResourceState>();
  /** The steps whose outputs can still come: those of the stack and of components. */
  readonly pending = new Map<string, Step>();
  readonly errored: Step[] = [];
  hasError = false;
  readonly #turns: Turns;
  readonly #running = new Set<Promise<void>>();
  /** What ends the engine itself. */
  #crash?: Error;

  constructor(
    readonly execution: Execution,
    /** For a refresh: an error of one resource does not keep the others from it. */
    readonly ignoresErrors = false,
  ) {
    this.#turns = new Turns(Math.max(1, execution.parallel));
  }

  get signal(): AbortSignal {
    return this.execution.cancel.signal;
  }

  /** Waits until a worker takes the chain; what it returns is for the end of the chain. */
  async submit(chain: readonly Step[]): Promise<{ done: Promise<void> }> {
    const taken = await this.#turns.enter(this.signal);
    if (!taken) return { done: Promise.resolve() };
    const crashed = (error: unknown) => {
      this.#crash ??= error as Error;
      this.execution.cancel.abort();
    };
    const ran = this.#run(chain).catch(crashed);
    const done = ran.finally(() => {
      this.#turns.leave();
      this.#running.delete(done);
    });
    this.#running.add(done);
    return { done };
  }

  /** Applies steps that do not depend on each other. */
  async all(steps: readonly Step[]): Promise<void> {
    const ends: Promise<void>[] = [];
    for (const step of steps) ends.push((await this.submit([step])).done);
    await Promise.all(ends);
  }

  async drain(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
    if (this.#crash !== undefined) throw this.#crash;
  }

  async #run(chain: readonly Step[]): Promise<void> {
    for (const [at, step] of chain.entries()) {
      if (this.signal.aborted) return;
      if (await this.#apply(step)) continue;
      // With `--continue-on-error`, the program waits for the rest of the chain for ever: a person ends the run.
      if (chain.slice(at + 1).some(({ registration }) => registration !== undefined))
        this.execution.cancel.abort();
      return;
    }
  }

  /** Whether it went well. */
  async #apply(step: Step): Promise<boolean> {
    const { report, checkpoints, isPreview, isTerminated } = this.execution;
    if (isTerminated()) return false;
    report.before(step);
    checkpoints?.begin(step);
    let complete: (() => void) | undefined;
    let failure: Error | undefined;
    try {
      complete = await step.apply();
    } catch (error) {
      failure = error as Error;
    }
    if (isTerminated()) return false;
    const { state } = step;
    if (failure === undefined && step.isLogical && state !== undefined) {
      this.pending.set(state.urn, step);
    }
    if (state !== undefined && step.op !== "replace") {
      if (state.outputs !== undefined) state.outputs = markedOutputs(state.outputs, state.inputs);
      this.news.set(state.urn, state);
    }
    if (failure === undefined) report.after(step);
    else if (!(failure instanceof Bail)) report.failed(subjectOf(step.res), failure, isPreview);
    checkpoints?.end(step, failure === undefined);
    complete?.();
    if (failure !== undefined) this.#fail(step, failure);
    return failure === undefined;
  }

  #fail(step: Step, failure: Error): void {
    this.hasError = true;
    if (this.ignoresErrors) return;
    if (this.execution.continueOnError || failure instanceof ProtectedError) {
      step.registration?.done(step.state ?? step.res);
      this.errored.push(step);
    } else {
      this.execution.cancel.abort();
    }
  }
}
