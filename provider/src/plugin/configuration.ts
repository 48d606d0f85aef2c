import { isDeepStrictEqual } from "node:util";
import { inStack } from "../messages/settingPlaces";
import type { Values } from "../definition/values";
import { orUndefined } from "../definition/orUndefined";
import { notKnownYet } from "../definition/unknowns";
import { suggest } from "../definition/ids/nearest";
import type { Failure } from "../report/diagnostics";
import {
  checkSettings,
  formatProblem,
  readSettings,
  settingNames,
  stepOf,
  unknownSetting,
} from "../settings/index";
import type { ConfigurationKind, Settings, SettingsSource } from "../settings/index";
import { access } from "../settings/fields";
import { sentence } from "../messages/adviceText";
import { projectKeys } from "./projectKeys";

/** Arguments of every provider that only the engine reads. */
const engineArguments = ["version", "pluginDownloadURL"];

/** Explicit providers inherit these settings from the stack, so none sends e-mail by omission. */
const stackSettings = ["mail", "allowedRecipientDomains"];

/** Whether the engine creates the provider of this name. */
export const isDefault = (name: string): boolean => /^default(_|$)/.test(name);

/**
 * The settings of one provider: those of the stack, the arguments of an explicit provider, or the flags of
 * `pulumi do`.
 */
export class Configuration {
  readonly args: Values;
  readonly kind: ConfigurationKind;
  readonly #config: (name: string) => unknown;
  readonly #projectKeys: ReadonlyMap<string, string>;

  /** The engine creates a default provider, and `pulumi do` a provider without a name. */
  constructor(
    readonly name: string,
    args: Values,
    /** The URN of the provider, with its stack and project. */
    readonly urn = "",
  ) {
    // No setting takes null: an argument of null is left out.
    this.args = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
    this.kind = name === "" ? "flags" : isDefault(name) ? "stack" : "arguments";
    this.#projectKeys = projectKeys(urn);
    // A refresh gets the arguments of the last update. The configuration, which the engine passes to every plugin, can
    // be newer.
    const given = process.env.PULUMI_CONFIG ?? "{}";
    const stack = orUndefined(() => JSON.parse(given) as Values) ?? {};
    this.#config = (setting) =>
      this.kind === "stack"
        ? (stack[setting] ?? this.args[setting])
        : (this.args[setting] ?? (stackSettings.includes(setting) ? stack[setting] : undefined));
  }

  /** Whether a setting is set explicitly. */
  isSet(setting: string): boolean {
    return this.#config(setting) !== undefined;
  }

  /** Whether both have the same addresses and tokens. */
  hasAccessOf({ args }: Configuration): boolean {
    return Object.keys(access).every((name) => isDeepStrictEqual(this.args[name], args[name]));
  }

  /** All problems of the arguments. Values that are not known yet have none. */
  failures(): Failure[] {
    const code = "invalid_settings" as const;
    const found = checkSettings(this.#source)
      .problems.filter(({ setting }) => this.args[setting] !== notKnownYet)
      .map((problem): Failure => ({
        property: problem.setting,
        reason: sentence(formatProblem(problem)),
        code,
        advice: [{ steps: [stepOf(problem)] }],
        isAdviceInText: true,
      }));
    return [...this.#unknownArguments().map((failure) => ({ ...failure, code })), ...found];
  }

  /** Throws if the settings are wrong. */
  settings(): Settings {
    return readSettings(this.#source);
  }

  get #source(): SettingsSource {
    return {
      config: (setting) => {
        const value = this.#config(setting);
        return value === notKnownYet ? undefined : value;
      },
      // An explicit provider reads only these settings of the stack.
      projectConfig: (name) =>
        this.kind !== "arguments" || stackSettings.includes(name)
          ? this.#projectKeys.get(name)
          : undefined,
      kind: this.kind,
      provider: this.providerName,
      placeOf: this.placeOf,
    };
  }

  /** Where the user of this provider changes a setting. */
  readonly placeOf = (setting: string): string => {
    if (this.kind === "flags") {
      // `pulumi do` has no flag for this setting.
      if (setting === "operations") return "PLATFORM_OPERATIONS";
      return `--platform:${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    }
    const isArgument =
      this.kind === "arguments" &&
      (this.args[setting] !== undefined || !stackSettings.includes(setting));
    return isArgument ? `argument ${setting} of provider "${this.name}"` : inStack(setting);
  };

  /** The name of an explicit provider. */
  get providerName(): string | undefined {
    return this.kind === "arguments" ? this.name : undefined;
  }

  /**
   * Failures for unknown arguments. The configuration of a stack can have other keys, so only near misses count there.
   */
  #unknownArguments() {
    const known = [...settingNames, ...engineArguments];
    return Object.keys(this.args)
      .filter((name) => !known.includes(name))
      .flatMap((name) => {
        const meant = suggest(name, settingNames);
        if (this.kind === "stack") {
          if (meant === undefined) return [];
          const step = `Run \`pulumi config rm platform:${name}\`, then set platform:${meant}.`;
          return { property: name, reason: `${unknownSetting(name, meant)} ${step}` };
        }
        const instead = meant
          ? `Did you mean ${meant}?`
          : `Known arguments: ${settingNames.join(", ")}.`;
        return { property: name, reason: `Unknown argument ${name} of a provider. ${instead}` };
      });
  }
}
