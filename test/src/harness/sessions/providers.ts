import { isDeepStrictEqual } from "node:util";
import type { Values } from "../../lifecycle/tables/row";
import type { Checked, Difference, ProviderSession, Self } from "./session";
import type { ResourceState } from "../states/state";
import { idIn, nameOf, packageOf, referenceTo, typeOf, urnIn } from "../states/urns";
import { unknownValue } from "./wire";

/** The package of Pulumi's dynamic resources for Node.js. */
export const dynamicPackage = "pulumi-nodejs";

/** Starts a process of a provider, which has no arguments yet. */
export type StartProvider = (pack: string) => ProviderSession;

/** Ends a run without another message: what is wrong is reported already. */
export class Bail extends Error {}

/** The providers of one run by their references: `providers.Registry` of the engine. */
export class Providers {
  readonly #configured = new Map<string, ProviderSession>();
  /** Those that were asked about their arguments and not configured yet, by URN. */
  readonly #checked = new Map<string, ProviderSession>();
  /** The arguments that the program gives, by URN. */
  readonly #inputs = new Map<string, Values>();

  constructor(
    readonly start: StartProvider,
    readonly isPreview: boolean,
    readonly newId: () => string,
  ) {}

  get(reference: string): ProviderSession | undefined {
    return this.#configured.get(reference);
  }

  /** What a provider makes of its arguments. */
  async check(urn: string, olds: Values | undefined, news: Values): Promise<Checked> {
    const session = this.#started(urn);
    const checked = await session.checkConfig(selfOf(urn), olds, news);
    if (checked.failures.length === 0) this.#checked.set(urn, session);
    this.#inputs.set(urn, checked.inputs);
    return checked;
  }

  /** Compares the arguments of a provider that was asked about them. */
  async diff(urn: string, old: ResourceState, inputs: Values): Promise<Difference> {
    const session = this.#checked.get(urn);
    if (session === undefined) throw new Error(`${urn} was not asked about its arguments`);
    const known = { inputs: old.inputs, outputs: old.outputs ?? {} };
    const found = await session.diffConfig(selfOf(urn), known, inputs);
    if (found?.replaces === true) this.#checked.delete(urn);
    const changes = !isDeepStrictEqual(known.outputs, inputs);
    return found ?? { changes, replaces: false, deleteBeforeReplace: false };
  }

  /** Whether a resource that gets another provider has to be replaced: the new one says so. */
  async replaces(old: ResourceState, reference: string): Promise<boolean> {
    const session = this.#configured.get(reference);
    if (session === undefined)
      throw new Error(`failed to resolve provider reference: ${reference}`);
    const urn = urnIn(reference);
    const known = { inputs: old.inputs, outputs: old.outputs ?? {} };
    const found = await session.diffConfig(selfOf(urn), known, this.#inputs.get(urn) ?? {});
    return found?.replaces === true;
  }

  async create(urn: string, inputs: Values): Promise<string> {
    const id = this.isPreview ? unknownValue : this.newId();
    await this.#configure(this.#taken(urn) ?? this.#started(urn), urn, id, inputs);
    return id;
  }

  async update(urn: string, id: string, inputs: Values): Promise<void> {
    const session = this.#taken(urn);
    if (session === undefined) throw new Error(`${urn} was not asked about its arguments`);
    await this.#configure(session, urn, id, inputs);
  }

  /** Keeps the provider that is there, or else configures one as the state has it. */
  async same({ urn, id, inputs }: ResourceState): Promise<void> {
    if (this.#configured.has(referenceTo(urn, id))) return;
    await this.#configure(this.#taken(urn) ?? this.#started(urn), urn, id, inputs);
  }

  /** Gets the provider of a resource from the state, for what happens before or without a program. */
  async ensure(reference: string, resources: readonly ResourceState[]): Promise<void> {
    if (reference === "" || this.#configured.has(reference)) return;
    const [urn, id] = [urnIn(reference), idIn(reference)];
    const state = resources.find((one) => one.urn === urn && one.id === id);
    if (state === undefined) throw new Error(`could not find provider ${reference}`);
    // One that was asked about new arguments is for those.
    await this.#configure(this.#started(urn), urn, id, state.inputs);
  }

  async #configure(
    session: ProviderSession,
    urn: string,
    id: string,
    inputs: Values,
  ): Promise<void> {
    await session.configure(selfOf(urn), inputs);
    this.#configured.set(referenceTo(urn, id), session);
  }

  #taken(urn: string): ProviderSession | undefined {
    const session = this.#checked.get(urn);
    this.#checked.delete(urn);
    return session;
  }

  #started(urn: string): ProviderSession {
    return this.start(packageOf(typeOf(urn)));
  }
}

const selfOf = (urn: string): Self => ({ urn, name: nameOf(urn) });
