import { EventQueue } from "../eventQueue";
import { importObject } from "./importer";
import type { ImportedObject } from "./importer";
import { deleteRest, pendingWarning, readFirst, readRest } from "../steps/phases";
import { Bail } from "../sessions/providers";
import type { Monitor, RunProgram } from "../steps/registration";
import type { Run } from "../run";
import { referencesOf } from "./state";
import type { ResourceState } from "./state";
import type { Step } from "../steps/step";
import { StepExecutor } from "../steps/stepExecutor";
import { StepGenerator } from "../steps/stepGenerator";
import type { Generated } from "../steps/stepGenerator";
import type { Targets } from "../steps/targets";
import { isRootStack, urnOf } from "./urns";

/**
 * One run of the engine: it reads, registers what the program declares, and deletes. `deploymentExecutor` of
 * the engine: the tests of the harness hold both against each other.
 */
export class Deployment {
  readonly #generator: StepGenerator;
  readonly #events = new EventQueue();
  #expected = 0;
  readonly #skipped = new Set<string>();
  #stackOutputs?: string;

  constructor(readonly run: Run) {
    this.#generator = new StepGenerator(run);
  }

  execute(program: RunProgram): Promise<void> {
    return this.#reporting(() => this.#execute(program));
  }

  import(object: ImportedObject): Promise<void> {
    const executor = new StepExecutor(this.run.execution(), true);
    return this.#reporting(async () => {
      try {
        await importObject(this.run, executor, object);
      } finally {
        await executor.drain();
      }
      this.#conclude(executor);
    });
  }

  /** Reports what goes wrong. */
  async #reporting(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Bail)) this.run.report.error("", (error as Error).message);
      this.run.report.hasFailed = true;
    }
  }

  async #execute(program: RunProgram): Promise<void> {
    const { run } = this;
    const { refreshes, runsProgram, isRefreshOnly, replaces } = run.options;
    const resources = run.base.resources;
    if (refreshes && !runsProgram) {
      await this.#refresh(resources);
      if (isRefreshOnly) return;
    } else if (!refreshes && !runsProgram && resources.some((one) => asksForRead(one))) {
      // One that only waits to be deleted asks for no read, but is read with the others.
      await this.#refresh(resources.filter((one) => one.refreshBeforeUpdate));
    } else if (run.base.pending.length > 0 && !run.isPreview) {
      run.report.line({ urn: "", severity: "warning", text: pendingWarning(run) });
    }
    this.#requireKnown(replaces);
    const executor = new StepExecutor(this.run.execution());
    await this.#loop(executor, program);
  }

  async #refresh(resources: readonly ResourceState[]): Promise<void> {
    if (this.run.base.resources.length === 0) return;
    this.#requireKnown(this.run.options.targets);
    this.#requireKnown(this.run.options.excludes);
    const executor = new StepExecutor(this.run.execution(), true);
    await readFirst(this.run, executor, resources);
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
    void this.#follow(executor, program);
    let failure: unknown;
    let hasEnded = false;
    try {
      hasEnded = await this.#handleAll(executor);
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
    // The engine does not tell a run that somebody ends during its deletes from one that is done.
    if (!hasEnded) this.#reportCanceled();
  }

  async #follow(executor: StepExecutor, program: RunProgram): Promise<void> {
    try {
      await program(this.#monitor(executor));
      this.#events.push({ urn: "" });
    } catch (error) {
      const generate = () => {
        throw error as Error;
      };
      this.#events.push({ urn: "", generate });
    }
  }

  #monitor(executor: StepExecutor): Monitor {
    return {
      register: (registration) => {
        const urn = urnOf(this.run.name, registration.goal);
        this.#events.push({ urn, generate: () => this.#generator.generate(registration) });
      },
      outputs: (urn) => {
        const generate = () => {
          if (isRootStack(urn)) this.#stackOutputs = urn;
          else this.#finish(executor, urn);
          return Promise.resolve({ steps: [] });
        };
        this.#events.push({ urn, generate });
      },
    };
  }

  /** Whether the program has come to its end. */
  async #handleAll(executor: StepExecutor): Promise<boolean> {
    const { signal } = executor;
    let hasEnded = false;
    for (
      let event = await this.#events.next(signal);
      event !== undefined;
      event = await this.#events.next(signal)
    ) {
      if (event.generate === undefined) hasEnded = true;
      else await this.#handle(executor, event.urn, event.generate);
      if (hasEnded && this.#expected === 0) {
        await this.#end(executor);
        return true;
      }
    }
    return false;
  }

  async #handle(
    executor: StepExecutor,
    urn: string,
    generate: () => Promise<Generated>,
  ): Promise<void> {
    let valid: readonly Step[];
    let next: Generated["next"];
    try {
      const generated = await generate();
      const { steps } = generated;
      next = generated.next;
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
      // The engine waits for ever for the end of an import that it skips: a person ends the run.
      if (next !== undefined) executor.execution.cancel.abort();
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
      this.#events.push({ urn, generate });
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
      if (run.options.isRefreshOnly) await readRest(this.#generator, executor);
      else await deleteRest(this.#generator, executor);
    }
    if (unknown !== undefined) throw unknown as Error;
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

const asksForRead = ({ refreshBeforeUpdate, delete: isDeleted }: ResourceState) =>
  refreshBeforeUpdate && !isDeleted;
