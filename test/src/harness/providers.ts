import { isDeepStrictEqual } from "node:util";
import { secretSettings } from "../../../provider/dist/settings/fields";
import type { Values } from "../lifecycle/row";
import type { ProviderSession } from "./session";
import type { ResourceState } from "./state";
import { idIn, nameOf, packageOf, referenceTo, typeOf, urnIn } from "./urns";
import { unknownValue, withoutSecrets } from "./wire";

/** The package of Pulumi's dynamic resources for Node.js. */
export const dynamicPackage = "pulumi-nodejs";

/** Starts a process of a provider with these arguments; undefined where it refuses them, which it says. */
export type StartProvider = (
  pack: string,
  name: string,
  args: Values,
) => Promise<ProviderSession | undefined>;

/** Ends a run without another message: what is wrong is reported already. */
export class Bail extends Error {}

/** The providers of one run by their references: `providers.Registry` of the engine. */
export class Providers {
  readonly #configured = new Map<string, ProviderSession>();
  /** Those that were asked about their arguments and not used yet, by URN. */
  readonly #checked = new Map<string, { session: ProviderSession; inputs: Values }>();

  constructor(
    readonly start: StartProvider,
    readonly isPreview: boolean,
    readonly newId: () => string,
  ) {}

  get(reference: string): ProviderSession | undefined {
    return this.#configured.get(reference);
  }

  /** Whether a provider accepts its arguments. */
  async check(urn: string, inputs: Values): Promise<boolean> {
    const session = await this.#started(urn, inputs);
    if (session !== undefined) this.#checked.set(urn, { session, inputs });
    return session !== undefined;
  }

  /** The plugin says that another token is no change, and the dynamic provider compares everything. */
  hasChanges(old: ResourceState, inputs: Values): boolean {
    if (packageOf(old.type) === dynamicPackage) {
      return !isDeepStrictEqual(old.outputs ?? {}, inputs);
    }
    const compared = (values: Values) =>
      Object.fromEntries(Object.entries(values).filter(([key]) => !secretSettings.includes(key)));
    return !isDeepStrictEqual(
      withoutSecrets(compared(old.inputs)),
      withoutSecrets(compared(inputs)),
    );
  }

  async create(urn: string, inputs: Values): Promise<string> {
    const id = this.isPreview ? unknownValue : this.newId();
    await this.#configure(urn, id, inputs);
    return id;
  }

  update(urn: string, id: string, inputs: Values): Promise<void> {
    return this.#configure(urn, id, inputs);
  }

  /** Keeps the provider that is there, or else configures one as the state has it. */
  async same({ urn, id, inputs }: ResourceState): Promise<void> {
    if (!this.#configured.has(referenceTo(urn, id))) await this.#configure(urn, id, inputs);
  }

  /** Gets the provider of a resource from the state, for what happens before or without a program. */
  async ensure(reference: string, resources: readonly ResourceState[]): Promise<void> {
    if (reference === "" || this.#configured.has(reference)) return;
    const [urn, id] = [urnIn(reference), idIn(reference)];
    const state = resources.find((one) => one.urn === urn && one.id === id);
    if (state === undefined) throw new Error(`could not find provider ${reference}`);
    await this.same(state);
  }

  async #configure(urn: string, id: string, inputs: Values): Promise<void> {
    const checked = this.#checked.get(urn);
    const isReady = checked !== undefined && isDeepStrictEqual(checked.inputs, inputs);
    if (isReady) this.#checked.delete(urn);
    const session = isReady ? checked.session : await this.#started(urn, inputs);
    if (session === undefined) throw new Bail(`provider ${urn} is not configured`);
    this.#configured.set(referenceTo(urn, id), session);
  }

  #started(urn: string, inputs: Values): Promise<ProviderSession | undefined> {
    return this.start(packageOf(typeOf(urn)), nameOf(urn), inputs);
  }
}
