import type { Values } from "../definition/values";
import { unknown } from "../definition/unknowns";
import { suggest } from "../definition/fields";
import { checkSettings, secretSettings, settingNames } from "../settings/index";
import type { Settings } from "../settings/index";
import { invalid } from "../settings/errors";

/** Properties of every provider, which the engine reads itself. */
const ofTheEngine = ["version", "pluginDownloadURL"];

/** What a stack says of its mail holds for all of its providers: none of them mails by having been forgotten. */
const ofTheStack = ["mail", "allowedRecipientDomains"];

/** What a provider of a program says of its instance. */
export class Configuration {
  readonly isDefault: boolean;
  readonly #config: (name: string) => unknown;

  /** `name` is that of the provider: the one of a stack's configuration is made by the engine. */
  constructor(
    readonly name: string,
    readonly args: Values,
  ) {
    this.isDefault = /^default(_|$)/.test(name);
    // A refresh is given the arguments of the last update: those of a configuration may be newer.
    const stack = stackConfiguration();
    this.#config = (setting) =>
      this.isDefault
        ? (stack[setting] ?? args[setting])
        : (args[setting] ?? (ofTheStack.includes(setting) ? stack[setting] : undefined));
  }

  /** Whether a setting is given, and not only its default. */
  says(setting: string): boolean {
    return this.#config(setting) !== undefined;
  }

  /** Everything that is wrong with it, by argument; what is not known yet passes. */
  problems(): { property: string; reason: string }[] {
    const { problems } = this.#check();
    const found = problems
      .filter(({ setting }) => this.args[setting] !== unknown)
      .map(({ setting, name, reason }) =>
        // The engine shows the value of a property that it is told to name.
        secretSettings.includes(setting)
          ? { property: "", reason: `${name} ${reason}` }
          : { property: setting, reason },
      );
    return [...this.#strangers(), ...found];
  }

  /** Throws where they are wrong. */
  settings(): Settings {
    const { settings, problems } = this.#check();
    if (settings !== undefined) return settings;
    throw invalid(problems.map(({ name, reason }) => `${name} ${reason}`).join("; "));
  }

  #check() {
    return checkSettings({
      config: (setting) => {
        const value = this.#config(setting);
        return value === unknown ? undefined : value;
      },
      wins: this.isDefault ? "environment" : "config",
    });
  }

  /** Arguments that there are none of; of a configuration, which may hold more than is ours, near misses. */
  #strangers() {
    const known = [...settingNames, ...ofTheEngine];
    return Object.keys(this.args)
      .filter((name) => !known.includes(name))
      .flatMap((name) => {
        const meant = suggest(name, settingNames);
        if (this.isDefault && meant === undefined) return [];
        const instead = meant ? `did you mean "${meant}"?` : `use ${settingNames.join(", ")}`;
        return { property: name, reason: `is no argument of a provider: ${instead}` };
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
