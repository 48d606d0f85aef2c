import {
  checkSettings,
  instanceKey,
  nameIn,
  secretSettings,
  settingVariables,
} from "pulumi-platform-provider/contract";
import type { Values } from "pulumi-platform-provider/contract";
import { isDefaultProvider, providerType, providerUrn } from "../stack/resourceTypes.js";
import type { Step, StepState } from "../stack/events.js";
import type { UsedInstance } from "./types.js";
import { plainValues } from "../stack/values.js";

/** Settings of the stack that the providers of a program inherit. */
const inherited = ["mail", "allowedRecipientDomains"];

/** Tokens are not needed to distinguish instances, and the engine shows none. */
const noTokens = Object.fromEntries(
  secretSettings.map((name) => [settingVariables[name] ?? "", undefined] as const),
);

/** Finds the instance of a resource, and its operations mode. */
export class Instances {
  readonly #providers = new Map<string, Values>();
  readonly #known = new Map<string, UsedInstance>();
  readonly #config: Readonly<Record<string, string>>;

  constructor(
    config: Readonly<Record<string, string>>,
    steps: readonly Step[],
    readonly environment: NodeJS.ProcessEnv,
  ) {
    this.#config = config;
    for (const { urn, type, old, new: next } of steps) {
      if (type !== providerType) continue;
      this.#providers.set(urn, plainValues((next ?? old)?.inputs));
    }
  }

  /** The instance of the stack itself. */
  ofStack = (): UsedInstance => this.#find("", undefined, () => this.#stackInstance(undefined));

  /** The instance of a resource. */
  of({ type, provider = "", inputs, outputs }: StepState): UsedInstance {
    if (type.startsWith("pulumi-nodejs:")) {
      const name = plainValues(inputs)[instanceKey] ?? plainValues(outputs)[instanceKey];
      return typeof name === "string"
        ? this.#find("instance", name, () => this.#stackInstance(name))
        : this.ofStack();
    }
    const urn = providerUrn(provider);
    const name = nameIn(urn);
    if (name === "" || isDefaultProvider(name)) return this.ofStack();
    return this.#find("provider", name, () => this.#providerInstance(urn));
  }

  /** The instances of all requested resources. */
  used(): UsedInstance[] {
    const stack = this.#known.get(keyOf("", undefined));
    const others = [...this.#known.values()].filter((one) => one !== stack);
    return stack === undefined
      ? others.length > 0
        ? others
        : [this.ofStack()]
      : [stack, ...others];
  }

  #find(kind: string, name: string | undefined, read: () => UsedInstance): UsedInstance {
    const key = keyOf(kind, name);
    const found = this.#known.get(key) ?? { ...(name !== undefined && { name }), ...read() };
    this.#known.set(key, found);
    return found;
  }

  #stackInstance(instance: string | undefined): UsedInstance {
    const config = (setting: string) =>
      secretSettings.includes(setting) ? "none" : this.#config[`platform:${setting}`];
    const environment = { ...this.environment, ...noTokens };
    return instanceIn(config, { environment, instance, kind: "stack" });
  }

  #providerInstance(urn: string): UsedInstance {
    const args = this.#providers.get(urn) ?? {};
    const config = (setting: string) => {
      if (secretSettings.includes(setting)) return "none";
      const given = typeof args[setting] === "symbol" ? undefined : args[setting];
      return (
        given ?? (inherited.includes(setting) ? this.#config[`platform:${setting}`] : undefined)
      );
    };
    const environment = { ...this.environment, ...noTokens };
    return {
      ...instanceIn(config, { environment, kind: "arguments" }),
      ...((args.mail ?? undefined) !== undefined && { hasOwnMail: true }),
    };
  }
}

const keyOf = (kind: string, name: string | undefined) => JSON.stringify([kind, name]);

function instanceIn(
  config: (setting: string) => unknown,
  source: Omit<Parameters<typeof checkSettings>[0], "config">,
): UsedInstance {
  const { baseUrl, operations, mail, confirmAbsent = [] } = settingsOf({ config, ...source }) ?? {};
  // The engine itself reports wrong settings.
  const given = (setting: string): string | undefined => {
    const value = config(setting);
    return typeof value === "string" ? value : undefined;
  };
  return {
    baseUrl: baseUrl ?? given("baseUrl"),
    operations: operations ?? (given("operations") === "extended" ? "extended" : "documented"),
    mail: mail ?? given("mail") ?? "live",
    ...(confirmAbsent.length > 0 && { confirmAbsent }),
  };
}

function settingsOf(source: Parameters<typeof checkSettings>[0]) {
  try {
    return checkSettings(source).settings;
  } catch {
    return undefined;
  }
}
