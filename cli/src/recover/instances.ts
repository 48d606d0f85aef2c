import { isRefusal, isSameInstance } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { connect, openConnection } from "../instances/connect.js";
import type { Connection } from "../instances/connect.js";
import { readInstances, tokenVariable } from "../instances/file.js";
import { decryptedSettings } from "../instances/ofStack.js";
import type { UsedInstance } from "../preview/types.js";
import { isMap } from "../stack/values.js";
import { keyOfInstance } from "./interrupted.js";

/** Opens the instances of a stack. No command of this folder writes to them. */
export class StackInstances {
  #settings?: ReturnType<typeof decryptedSettings>;
  readonly #open = new Map<string, Promise<Connection>>();

  constructor(readonly stack: string) {}

  /** The connection to an instance; fails if no token is known here. */
  connect(instance: UsedInstance): Promise<Connection> {
    const key = keyOfInstance(instance);
    const opened = this.#open.get(key) ?? this.#connect(instance);
    this.#open.set(key, opened);
    return opened;
  }

  async #connect({ name, baseUrl, operations }: UsedInstance): Promise<Connection> {
    if (baseUrl === undefined) {
      throw new Failure("Which instance? Set PLATFORM_BASE_URL and PLATFORM_TOKEN.");
    }
    const { env } = process;
    const given = name === undefined ? env.PLATFORM_TOKEN : undefined;
    const [listed] =
      [...(readInstances() ?? [])].find(
        ([one, entry]) =>
          typeof entry.baseUrl === "string" &&
          isSameInstance(entry.baseUrl, baseUrl) &&
          Boolean(env[tokenVariable(one)]),
      ) ?? [];
    if (!given && listed !== undefined) return connect(listed);
    const own = await this.#own(name);
    const token = given || own("token");
    if (typeof token !== "string" || token === "") {
      throw new Failure(
        // PLATFORM_TOKEN belongs to the instance without a name.
        `No token for ${baseUrl}. ${name === undefined ? "Set PLATFORM_TOKEN, or name" : "Name"} the instance in instances.yaml and set its PLATFORM_TOKEN_<NAME>.`,
      );
    }
    const { PLATFORM_TOKEN_HEADER: tokenHeader, PLATFORM_API_URL: apiUrl } = env;
    const known: Record<string, unknown> = { baseUrl, operations, token, tokenHeader, apiUrl };
    return openConnection(name, { config: (one) => known[one] || own(one), environment: {} });
  }

  /** A setting of the stack for an instance with that name, or without one. */
  async #own(name: string | undefined): Promise<(setting: string) => unknown> {
    // Without the passphrase, the settings cannot be read. The environment may have all that is needed.
    this.#settings ??= decryptedSettings(this.stack).catch(() => ({}));
    const settings = await this.#settings;
    if (name === undefined) return (setting) => settings[`platform:${setting}`]?.value;
    const all = settings["platform:instances"]?.objectValue;
    const entry = isMap(all) && isMap(all[name]) ? all[name] : {};
    return (setting) => entry[setting];
  }
}

/** Goes on without what cannot be read from an instance. Any other failure ends the command. */
export const ifUnread =
  <Result>(goOn: (reason: string) => Result) =>
  (error: unknown): Result => {
    if (error instanceof Failure) return goOn(error.message);
    if (isRefusal(error)) return goOn(error.reason);
    throw error;
  };
