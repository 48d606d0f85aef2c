import type { Values } from "../lifecycle/row";
import type { Registration } from "./program";
import type { Report } from "./report";
import type { How, ProviderSession } from "./session";
import type { State, Stored } from "./state";
import { Turns } from "./turns";
import { unknownValue } from "./wire";

export interface Settings {
  preview: boolean;
  /** Whether creates and updates are tried in a preview, which dynamic providers do not know. */
  triesInPreviews: boolean;
  parallel: number;
  continueOnError: boolean;
}

/** Ends what is done for one resource; the reason is reported. */
class Stopped extends Error {}

/**
 * One run of an engine over a state: it registers what the program declares, and refreshes and deletes. It does
 * what Pulumi's engine does in the order in which that does it, as far as a provider can see; the tests of the
 * harness hold both against each other.
 */
export class Deployment {
  readonly #steps: Turns;
  /** The engine decides for one resource after the other what to do, and then does it for several at a time. */
  readonly #decisions = new Turns(1);
  readonly #refreshed = new Set<string>();
  readonly #registered = new Set<string>();
  readonly #replacedNow = new Set<Stored>();
  #stopped = false;

  constructor(
    readonly state: State,
    readonly report: Report,
    readonly settings: Settings,
    /** The session for a provider by name; `reads` where something is read before the program is followed. */
    readonly sessionOf: (provider: string, reads: boolean) => ProviderSession | undefined,
  ) {
    this.#steps = new Turns(settings.parallel);
  }

  /** Reads everything. */
  async refresh(): Promise<void> {
    const all = [...this.state.resources.values()];
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
      [...this.state.resources.values()].filter(({ urn }) => !this.#registered.has(urn)),
    );
  }

  /** Deletes everything. */
  destroy(): Promise<void> {
    return this.#delete([...this.state.resources.values()]);
  }

  /** Whether it went well; what fails is reported and, unless the run goes on after errors, ends the run. */
  async #guarded(urn: string, work: () => Promise<void>): Promise<boolean> {
    if (this.#stopped) return false;
    try {
      await work();
      return true;
    } catch (error) {
      if (!this.settings.continueOnError) this.#stopped = true;
      if (!(error instanceof Stopped)) this.report.error(urn, (error as Error).message);
      return false;
    }
  }

  #step<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#steps.take(() => {
      if (this.#stopped) throw new Stopped();
      return work();
    });
  }

  /** Reads what asks for that before each command. */
  async #look(urns: readonly string[]): Promise<void> {
    const asking = urns
      .map((urn) => this.state.resources.get(urn))
      .filter((stored) => stored?.refreshBeforeUpdate === true)
      .filter((stored) => stored !== undefined)
      .filter(({ urn }) => !this.#refreshed.has(urn));
    await Promise.all(asking.map((stored) => this.#guarded(stored.urn, () => this.#read(stored))));
  }

  async #read(stored: Stored): Promise<void> {
    await this.#step(async () => {
      this.report.step(stored, "refresh");
      const read = await this.#session(stored, true).read(
        stored,
        stored,
        this.#how(stored, "read"),
      );
      this.#refreshed.add(stored.urn);
      if (read === undefined) {
        this.state.resources.delete(stored.urn);
        return;
      }
      const { id = stored.id, inputs = stored.inputs, outputs, refreshBeforeUpdate } = read;
      Object.assign(stored, { id, inputs, outputs, refreshBeforeUpdate });
    });
  }

  #register(one: Registration): Promise<boolean> {
    return this.#guarded(one.urn, async () => {
      const steps = await this.#decisions.take(() => {
        if (this.#stopped) throw new Stopped();
        return this.#decide(one, this.state.resources.get(one.urn));
      });
      await this.#step(steps);
    });
  }

  /** What is to be done for a resource that the program declares. */
  async #decide(one: Registration, old: Stored | undefined): Promise<() => Promise<void>> {
    const given = one.inputs(this.state);
    if (old === undefined || old.pendingReplacement === true) {
      const inputs = await this.#checked(one, undefined, given);
      const ops = old === undefined ? ["create"] : ["replace", "create-replacement"];
      return () => this.#create(one, inputs, ops);
    }
    const inputs = await this.#checked(one, old.inputs, given);
    const found = await this.#session(one).diff(one, old, inputs);
    const { detailed } = found;
    if (!found.changes) {
      return () => {
        this.report.step(one, "same");
        this.#store(one, { ...old, inputs });
        return Promise.resolve();
      };
    }
    if (!found.replaces) return () => this.#update(one, old, inputs, detailed);
    // What takes its place is new: its inputs are checked as those of something new.
    const news = await this.#checked(one, undefined, given);
    if (!found.deleteBeforeReplace) {
      return async () => {
        await this.#create(one, news, ["create-replacement", "replace"], detailed);
        this.state.replaced.add(old);
        this.#replacedNow.add(old);
      };
    }
    return async () => {
      this.report.step(one, "delete-replaced", detailed);
      await this.#remove(old);
      old.pendingReplacement = true;
      await this.#create(one, news, ["replace", "create-replacement"], detailed);
    };
  }

  async #checked(one: Registration, olds: Values | undefined, news: Values): Promise<Values> {
    const { inputs, failures } = await this.#session(one).check(one, olds, news);
    for (const { reason } of failures) {
      this.report.error(one.urn, `${one.type} resource '${one.name}' has a problem: ${reason}`);
    }
    if (failures.length > 0) throw new Stopped();
    return inputs;
  }

  async #create(
    one: Registration,
    inputs: Values,
    ops: readonly string[],
    detailed?: Record<string, string>,
  ): Promise<void> {
    for (const op of ops) this.report.step(one, op, detailed);
    const { preview, triesInPreviews } = this.settings;
    if (preview && !triesInPreviews) {
      this.#store(one, { inputs, outputs: inputs, id: unknownValue });
      return;
    }
    const answer = await this.#session(one).create(one, inputs, this.#how(one, "create"));
    const id = answer.id === undefined || answer.id === "" ? unknownValue : answer.id;
    this.#store(one, { inputs, ...answer, id });
  }

  async #update(
    one: Registration,
    old: Stored,
    inputs: Values,
    detailed: Record<string, string> | undefined,
  ): Promise<void> {
    this.report.step(one, "update", detailed);
    const { preview, triesInPreviews } = this.settings;
    if (preview && !triesInPreviews) {
      this.#store(one, { ...old, inputs });
      return;
    }
    const answer = await this.#session(one).update(one, old, inputs, this.#how(one, "update"));
    this.#store(one, { ...answer, inputs, id: old.id });
  }

  #store(
    one: Registration,
    known: Pick<Stored, "id" | "inputs" | "outputs" | "refreshBeforeUpdate">,
  ) {
    const { urn, type, name, provider, dependencies, retainOnDelete, seconds } = one;
    const { id, inputs, outputs, refreshBeforeUpdate } = known;
    const own = { urn, type, name, provider, dependencies, retainOnDelete, seconds };
    this.state.resources.set(urn, { ...own, id, inputs, outputs, refreshBeforeUpdate });
  }

  /** Deletes resources and whatever was replaced: nothing before that which uses it. */
  async #delete(resources: readonly Stored[]): Promise<void> {
    await this.#look(resources.map(({ urn }) => urn));
    const isThere = ({ urn }: Stored) => this.state.resources.has(urn);
    const left = new Set([...resources.filter(isThere), ...this.state.replaced]);
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
    const isReplaced = this.state.replaced.has(stored);
    await this.#step(async () => {
      this.report.step(stored, this.#replacedNow.has(stored) ? "delete-replaced" : "delete");
      if (stored.pendingReplacement !== true) await this.#remove(stored);
      if (isReplaced) this.state.replaced.delete(stored);
      else this.state.resources.delete(stored.urn);
    });
  }

  async #remove(stored: Stored): Promise<void> {
    if (this.settings.preview || stored.retainOnDelete === true) return;
    await this.#session(stored).delete(stored, stored, this.#how(stored, "delete"));
  }

  #session({ provider }: Pick<Stored, "provider">, reads = false): ProviderSession {
    const session = this.sessionOf(provider, reads);
    if (session === undefined) throw new Error(`there is no provider "${provider}"`);
    return session;
  }

  #how({ seconds }: Pick<Stored, "seconds">, verb: keyof NonNullable<Stored["seconds"]>): How {
    return { preview: this.settings.preview, seconds: seconds?.[verb] ?? 0 };
  }
}
