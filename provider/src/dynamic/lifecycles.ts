import type { Values } from "../definition/values";
import { instanceKey } from "./inputs";
import { sentinel } from "./unknowns";
import { Lifecycle } from "../lifecycle/lifecycle";
import type { ProviderProcess } from "../process/providerProcess";
import type { InstanceChoice } from "../lifecycle/moves";
import type { Failure } from "../report/diagnostics";
import type { Resource } from "../definition/resource";
import { refusedStoredToken } from "../report/messages/index";
import { withCode } from "../messages/errors";
import type { PlatformError } from "../messages/errors";
import { settingVariables, variableFor } from "../messages/settingPlaces";
import { SettingsFailures } from "../settings/errors";
import { readSettings, settingsKey } from "../settings/index";
import type { SettingsSource } from "../settings/index";

const storedConfiguration =
  "Without `--run-program`, `pulumi refresh` and `pulumi destroy` use the configuration of the last `pulumi up`.";

/** The lifecycles of one process, one for each set of settings. Several instance names can share one. */
export class Lifecycles {
  readonly #bySettings = new Map<string, Lifecycle>();
  readonly #byName = new Map<string | undefined, Lifecycle>();
  #source: SettingsSource = { config: () => undefined };
  readonly settingsFailures = new SettingsFailures();
  /** Whether the program runs. Otherwise the configuration can be that of the last update. */
  isOfProgram = false;

  constructor(
    readonly show: (line: string) => void,
    readonly providerProcess?: ProviderProcess,
  ) {}

  /** Pulumi configures each resource type separately. Lifecycles with the same settings are kept. */
  configure(source: SettingsSource): void {
    this.#source = source;
    this.#byName.clear();
  }

  /** The lifecycle of the instance in these values; throws if its settings are wrong. */
  of({ [instanceKey]: instance }: Values): Lifecycle {
    const name = typeof instance === "string" ? instance : undefined;
    const known = this.#byName.get(name);
    if (known) return known;
    const settings = readSettings({ ...this.#source, instance: name });
    const key = settingsKey(settings);
    const { show } = this;
    const { leaving, memory } = this.providerProcess ?? {};
    const all = [...this.#bySettings.values()];
    const { href } = new URL(settings.baseUrl);
    const sibling = all.find((one) => one.creation.journal.instance === href);
    const lifecycle =
      this.#bySettings.get(key) ?? new Lifecycle(settings, { show, leaving, memory, sibling });
    this.#bySettings.set(key, lifecycle);
    this.#byName.set(name, lifecycle);
    return lifecycle;
  }

  /** The failure, if the platform refused a token that can be that of the last update. */
  refusedStoredToken(error: unknown, { [instanceKey]: name }: Values): PlatformError | undefined {
    const variable = typeof name === "string" ? variableFor("token", name) : settingVariables.token;
    if (this.isOfProgram) return undefined;
    return refusedStoredToken(error, storedConfiguration, variable);
  }

  /** Why the instance in these inputs cannot be used. */
  failureOf(inputs: Values): Failure | undefined {
    const { [instanceKey]: instance } = inputs;
    const failure = (reason: string): Failure => ({
      property: instance === undefined ? "" : instanceKey,
      reason,
      code: "invalid_settings",
    });
    if (instance === sentinel) {
      const reason = "instance must be known in the preview. Write it as plain text.";
      return failure(withCode(reason, "invalid_settings"));
    }
    if (instance !== undefined && typeof instance !== "string") {
      const reason = "instance must be a name in platform:instances, written as plain text.";
      return failure(withCode(reason, "invalid_settings"));
    }
    try {
      this.of(inputs);
      return undefined;
    } catch (error) {
      const { message, advice } = error as PlatformError;
      return { ...failure(message), advice, isAdviceInText: true };
    }
  }

  /** Compares the instances of the old and the new values. */
  choiceOf(resource: Resource, olds: Values, news: Values): InstanceChoice {
    const property = "instance";
    if (olds[instanceKey] === news[instanceKey]) return { property, isAnother: false };
    try {
      const old = this.of(olds);
      const canDelete = old.canDelete(resource);
      return { property, isAnother: true, madeOn: old.instanceIdentity.name, canDelete };
    } catch {
      // The configuration no longer has the old name. The state knows the instance of the object.
      return { property, isAnother: true };
    }
  }
}
