import type { Values } from "../definition/values";
import { unknown } from "../definition/unknowns";
import { suggest } from "../definition/fields";
import type { Failure } from "../lifecycle/results";
import { checkSettings, saidOf, settingNames } from "../settings/index";
import type { Settings } from "../settings/index";
import { invalid } from "../settings/errors";
import { sentence } from "../wire/errors";

/** Arguments of every provider, which the engine reads itself. */
const engineArguments = ["version", "pluginDownloadURL"];

/** The settings of the stack that hold for its explicit providers too: no provider is forgotten and mails. */
const stackSettings = ["mail", "allowedRecipientDomains"];

/** The settings of one provider: those of the stack, or the arguments of an explicit provider. */
export class Configuration {
  readonly args: Values;
  readonly isDefault: boolean;
  readonly #config: (name: string) => unknown;

  /** `name` is the name of the provider; the engine itself makes the default one. */
  constructor(
    readonly name: string,
    args: Values,
  ) {
    // No setting takes null: an argument of null is left out.
    this.args = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
    this.isDefault = /^default(_|$)/.test(name);
    // A refresh is given the arguments of the last update: the configuration may be newer.
    const stack = stackConfiguration();
    this.#config = (setting) =>
      this.isDefault
        ? (stack[setting] ?? this.args[setting])
        : (this.args[setting] ?? (stackSettings.includes(setting) ? stack[setting] : undefined));
  }

  /** Whether a setting has a value of its own, and not only its default. */
  isSet(setting: string): boolean {
    return this.#config(setting) !== undefined;
  }

  /** Everything that is wrong with the arguments; a value that is not known yet passes. */
  failures(): Failure[] {
    const code = "invalid_settings" as const;
    const found = this.#check()
      .problems.filter(({ setting }) => this.args[setting] !== unknown)
      .map((problem) => ({
        property: problem.setting,
        reason: sentence(saidOf(problem)),
        code,
      }));
    return [...this.#unknownArguments().map((failure) => ({ ...failure, code })), ...found];
  }

  /** Throws where the settings are wrong. */
  settings(): Settings {
    const { settings, problems } = this.#check();
    if (settings !== undefined) return settings;
    throw invalid(problems.map(saidOf));
  }

  #check() {
    return checkSettings({
      config: (setting) => {
        const value = this.#config(setting);
        return value === unknown ? undefined : value;
      },
      wins: this.isDefault ? "environment" : "config",
      placeOf: (setting) =>
        this.isDefault || (this.args[setting] === undefined && stackSettings.includes(setting))
          ? `platform:${setting}`
          : `argument ${setting} of provider "${this.name}"`,
    });
  }

  /** Arguments that no provider has. The configuration of a stack may hold other keys: only near misses count. */
  #unknownArguments() {
    const known = [...settingNames, ...engineArguments];
    return Object.keys(this.args)
      .filter((name) => !known.includes(name))
      .flatMap((name) => {
        const meant = suggest(name, settingNames);
        if (this.isDefault && meant === undefined) return [];
        const instead = meant
          ? `Did you mean ${meant}?`
          : `Known arguments: ${settingNames.join(", ")}.`;
        return { property: name, reason: `Unknown argument ${name} of a provider. ${instead}` };
      });
  }
}

/** The configuration of the stack as it is now, of our own namespace; the engine hands it to every plugin. */
function stackConfiguration(): Values {
  try {
    return JSON.parse(process.env.PULUMI_CONFIG ?? "{}") as Values;
  } catch {
    return {};
  }
}
