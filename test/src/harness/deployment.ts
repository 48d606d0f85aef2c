import type { Registration } from "./program";
import type { Stored } from "./state";
import { Stopped } from "./steps";
import type { Steps } from "./steps";
import { Turns } from "./turns";

export interface Scheduling {
  parallel: number;
  continueOnError: boolean;
}

/**
 * One run of an engine over a state: it registers what the program declares, and refreshes and deletes. It does
 * what Pulumi's engine does in the order in which that does it, as far as a provider can see; the tests of the
 * harness hold both against each other.
 */
export class Deployment {
  readonly #turns: Turns;
  /** The engine decides for one resource after the other what to do, and then does it for several at a time. */
  readonly #decisions = new Turns(1);
  readonly #refreshed = new Set<string>();
  readonly #registered = new Set<string>();
  readonly #replacedNow = new Set<Stored>();
  #stopped = false;

  constructor(
    readonly steps: Steps,
    readonly scheduling: Scheduling,
  ) {
    this.#turns = new Turns(scheduling.parallel);
  }

  /** Reads everything. */
  async refresh(): Promise<void> {
    const all = [...this.steps.state.resources.values()];
    await Promise.all(all.map((stored) => this.#guarded(stored.urn, () => this.#read(stored))));
  }

  /** Brings about what the program declares, and deletes what it does not declare any more. */
  async update(program: readonly Registration[]): Promise<void> {
    for (const { urn } of program) this.#registered.add(urn);
    // Everything is registered, and what has to be looked at is, before the first is decided on.
    await this.#look(program.map(({ urn }) => urn));
    const done = new Map<string, Promise<boolean>>();
    for (const one of program) {
      const before = Promise.all(one.dependencies.map(async (urn) => done.get(urn) ?? true));
      done.set(
        one.urn,
        before.then((all) => all.every(Boolean) && this.#register(one)),
      );
    }
    await Promise.all(done.values());
    await this.#delete(
      [...this.steps.state.resources.values()].filter(({ urn }) => !this.#registered.has(urn)),
    );
  }

  /** Deletes everything. */
  destroy(): Promise<void> {
    return this.#delete([...this.steps.state.resources.values()]);
  }

  /** Whether it went well; what fails is reported and, unless the run goes on after errors, ends the run. */
  async #guarded(urn: string, work: () => Promise<void>): Promise<boolean> {
    if (this.#stopped) return false;
    try {
      await work();
      return true;
    } catch (error) {
      if (!this.scheduling.continueOnError) this.#stopped = true;
      if (!(error instanceof Stopped)) this.steps.report.error(urn, (error as Error).message);
      return false;
    }
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#turns.take(() => {
      if (this.#stopped) throw new Stopped();
      return work();
    });
  }

  /** Reads what asks for that before each command. */
  async #look(urns: readonly string[]): Promise<void> {
    const asking = urns
      .map((urn) => this.steps.state.resources.get(urn))
      .filter((stored) => stored?.refreshBeforeUpdate === true)
      .filter((stored) => stored !== undefined)
      .filter(({ urn }) => !this.#refreshed.has(urn));
    await Promise.all(asking.map((stored) => this.#guarded(stored.urn, () => this.#read(stored))));
  }

  async #read(stored: Stored): Promise<void> {
    await this.#inTurn(async () => {
      await this.steps.read(stored);
      this.#refreshed.add(stored.urn);
    });
  }

  #register(one: Registration): Promise<boolean> {
    return this.#guarded(one.urn, async () => {
      const work = await this.#decisions.take(() => {
        if (this.#stopped) throw new Stopped();
        return this.#decide(one, this.steps.state.resources.get(one.urn));
      });
      await this.#inTurn(work);
    });
  }

  /** What is to be done for a resource that the program declares. */
  async #decide(one: Registration, old: Stored | undefined): Promise<() => Promise<void>> {
    const given = one.inputs(this.steps.state);
    if (old === undefined || old.pendingReplacement === true) {
      const inputs = await this.steps.checked(one, undefined, given);
      const ops = old === undefined ? ["create"] : ["replace", "create-replacement"];
      return () => this.steps.create(one, inputs, ops);
    }
    const inputs = await this.steps.checked(one, old.inputs, given);
    const found = await this.steps.diff(one, old, inputs);
    const { detailed } = found;
    if (!found.changes) {
      return () => {
        this.steps.report.step(one, "same");
        this.steps.store(one, { ...old, inputs });
        return Promise.resolve();
      };
    }
    if (!found.replaces) return () => this.steps.update(one, old, inputs, detailed);
    // What takes its place is new: its inputs are checked as those of something new.
    const news = await this.steps.checked(one, undefined, given);
    if (!found.deleteBeforeReplace) {
      return async () => {
        await this.steps.create(one, news, ["create-replacement", "replace"], detailed);
        this.steps.state.replaced.add(old);
        this.#replacedNow.add(old);
      };
    }
    return async () => {
      this.steps.report.step(one, "delete-replaced", detailed);
      await this.steps.remove(old);
      old.pendingReplacement = true;
      await this.steps.create(one, news, ["replace", "create-replacement"], detailed);
    };
  }

  /** Deletes resources and whatever was replaced: nothing before that which uses it. */
  async #delete(resources: readonly Stored[]): Promise<void> {
    await this.#look(resources.map(({ urn }) => urn));
    const isThere = ({ urn }: Stored) => this.steps.state.resources.has(urn);
    const left = new Set([...resources.filter(isThere), ...this.steps.state.replaced]);
    while (left.size > 0 && !this.#stopped) {
      const used = new Set([...left].flatMap(({ dependencies }) => dependencies));
      const free = [...left].filter(({ urn }) => !used.has(urn));
      await Promise.all(
        free.map((stored) => this.#guarded(stored.urn, () => this.#deleteOne(stored))),
      );
      for (const stored of free) left.delete(stored);
    }
  }

  async #deleteOne(stored: Stored): Promise<void> {
    const isReplaced = this.steps.state.replaced.has(stored);
    await this.#inTurn(async () => {
      this.steps.report.step(stored, this.#replacedNow.has(stored) ? "delete-replaced" : "delete");
      if (stored.pendingReplacement !== true) await this.steps.remove(stored);
      if (isReplaced) this.steps.state.replaced.delete(stored);
      else this.steps.state.resources.delete(stored.urn);
    });
  }
}
