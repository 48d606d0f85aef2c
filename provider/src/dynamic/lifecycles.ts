import { Lifecycle } from "../lifecycle/lifecycle";
import { readSettings } from "../settings/index";

/** The lifecycles of one process: one for each set of settings, by whatever names an instance goes. */
export class Lifecycles {
  readonly #made = new Map<string, Lifecycle>();
  readonly #named = new Map<string | undefined, Lifecycle>();
  #config: (name: string) => unknown = () => undefined;
  #names: readonly string[] = [];

  constructor(
    readonly say: (line: string) => void,
    readonly leaving: AbortSignal,
  ) {}

  /** Every kind of resource is configured for itself; what they share stays as long as the settings do. */
  configure(config: (name: string) => unknown, names: readonly string[]): void {
    this.#config = config;
    this.#names = names;
    this.#named.clear();
  }

  /** The lifecycle of a named instance, or of the one without a name; throws where its settings are wrong. */
  of(instance: string | undefined): Lifecycle {
    const known = this.#named.get(instance);
    if (known) return known;
    const settings = readSettings(this.#config, process.env, instance, this.#names);
    const key = JSON.stringify(settings);
    const lifecycle = this.#made.get(key) ?? new Lifecycle(settings, this.say, this.leaving);
    this.#made.set(key, lifecycle);
    this.#named.set(instance, lifecycle);
    return lifecycle;
  }
}
