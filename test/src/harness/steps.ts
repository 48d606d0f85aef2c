import type { Values } from "../lifecycle/row";
import type { Registration } from "./program";
import type { Report } from "./report";
import type { How, ProviderSession } from "./session";
import type { State, Stored } from "./state";
import { unknownValue } from "./wire";

export interface Settings {
  preview: boolean;
  /** Whether creates and updates are tried in a preview, which dynamic providers do not know. */
  triesInPreviews: boolean;
}

/** Ends what is done for one resource; the reason is reported. */
export class Stopped extends Error {}

/** The steps of one resource: each asks its provider, and notes in the state what the provider answers. */
export class Steps {
  constructor(
    readonly state: State,
    readonly report: Report,
    readonly settings: Settings,
    /** The session for a provider by name; `reads` where something is read before the program is followed. */
    readonly sessionOf: (
      provider: string,
      reads: boolean,
    ) => Promise<ProviderSession | undefined>,
  ) {}

  async read(stored: Stored): Promise<void> {
    this.report.step(stored, "refresh");
    const read = await (
      await this.#session(stored, true)
    ).read(stored, stored, this.#how(stored, "read"));
    if (read === undefined) {
      this.state.resources.delete(stored.urn);
      return;
    }
    const { id = stored.id, inputs = stored.inputs, outputs, refreshBeforeUpdate } = read;
    Object.assign(stored, { id, inputs, outputs, refreshBeforeUpdate });
  }

  async checked(one: Registration, olds: Values | undefined, news: Values): Promise<Values> {
    const { inputs, failures } = await (await this.#session(one)).check(one, olds, news);
    for (const { reason } of failures) {
      this.report.error(one.urn, `${one.type} resource '${one.name}' has a problem: ${reason}`);
    }
    if (failures.length > 0) throw new Stopped();
    return inputs;
  }

  async diff(one: Registration, old: Stored, inputs: Values): ReturnType<ProviderSession["diff"]> {
    return (await this.#session(one)).diff(one, old, inputs);
  }

  async create(
    one: Registration,
    inputs: Values,
    ops: readonly string[],
    detailed?: Record<string, string>,
  ): Promise<void> {
    for (const op of ops) this.report.step(one, op, detailed);
    const { preview, triesInPreviews } = this.settings;
    if (preview && !triesInPreviews) {
      this.store(one, { inputs, outputs: inputs, id: unknownValue });
      return;
    }
    const answer = await (await this.#session(one)).create(one, inputs, this.#how(one, "create"));
    const id = answer.id === undefined || answer.id === "" ? unknownValue : answer.id;
    this.store(one, { inputs, ...answer, id });
  }

  async update(
    one: Registration,
    old: Stored,
    inputs: Values,
    detailed: Record<string, string> | undefined,
  ): Promise<void> {
    this.report.step(one, "update", detailed);
    const { preview, triesInPreviews } = this.settings;
    if (preview && !triesInPreviews) {
      this.store(one, { ...old, inputs });
      return;
    }
    const answer = await (await this.#session(one)).update(one, old, inputs, this.#how(one, "update"));
    this.store(one, { ...answer, inputs, id: old.id });
  }

  store(
    one: Registration,
    known: Pick<Stored, "id" | "inputs" | "outputs" | "refreshBeforeUpdate">,
  ) {
    const { urn, type, name, provider, dependencies, retainOnDelete, seconds } = one;
    const { id, inputs, outputs, refreshBeforeUpdate } = known;
    const own = { urn, type, name, provider, dependencies, retainOnDelete, seconds };
    this.state.resources.set(urn, { ...own, id, inputs, outputs, refreshBeforeUpdate });
  }

  async remove(stored: Stored): Promise<void> {
    if (this.settings.preview || stored.retainOnDelete === true) return;
    await (await this.#session(stored)).delete(stored, stored, this.#how(stored, "delete"));
  }

  async #session(
    { provider }: Pick<Stored, "provider">,
    reads = false,
  ): Promise<ProviderSession> {
    const session = await this.sessionOf(provider, reads);
    if (session === undefined) throw new Error(`there is no provider "${provider}"`);
    return session;
  }

  #how({ seconds }: Pick<Stored, "seconds">, verb: keyof NonNullable<Stored["seconds"]>): How {
    return { preview: this.settings.preview, seconds: seconds?.[verb] ?? 0 };
  }
}
