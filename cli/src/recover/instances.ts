import { isRefusal, isSameInstance, PlatformError } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { connect, openConnection } from "../instances/connect.js";
import type { Connection } from "../instances/connect.js";
import { readInstances, tokenVariable } from "../instances/file.js";
import { decryptedSettings } from "../instances/ofStack.js";
import type { UsedInstance } from "../preview/types.js";
import { instanceKey } from "./interrupted.js";

/** Opens the instances of a stack. No command of this folder writes to them. */
export class StackInstances {
  #settings?: ReturnType<typeof decryptedSettings>;
  readonly #open = new Map<string, Promise<Connection>>();

  constructor(
    readonly stack: string,
    readonly environment: NodeJS.ProcessEnv = process.env,
  ) {}

  /** The connection to an instance; fails if no token is known here. */
  connect(instance: UsedInstance): Promise<Connection> {
    const key = instanceKey(instance);
    const opened = this.#open.get(key) ?? this.#connect(instance);
    this.#open.set(key, opened);
    return opened;
  }

  async #connect({ name, baseUrl, operations }: UsedInstance): Promise<Connection> {
    if (baseUrl === undefined) {
      throw new Failure("Which instance? Set PLATFORM_BASE_URL and PLATFORM_TOKEN.");
    }
    const listed = [...(readInstances() ?? [])].find(
      ([one, entry]) =>
        typeof entry.baseUrl === "string" &&
        isSameInstance(entry.baseUrl, baseUrl) &&
        Boolean(this.environment[tokenVariable(one)]),
    );
    const { PLATFORM_TOKEN: given } = this.environment;
    const isGiven = name === undefined && Boolean(given);
    if (!isGiven && listed !== undefined) return connect(listed[0], this.environment);
    const own = await this.#own(name);
    const token = isGiven ? given : own("token");
    if (typeof token !== "string" || token === "") {
      throw new Failure(
        // PLATFORM_TOKEN belongs to the instance without a name.
        `No token for ${baseUrl}. ${name === undefined ? "Set PLATFORM_TOKEN, or name" : "Name"} the instance in instances.yaml and set its PLATFORM_TOKEN_<NAME>.`,
      );
    }
    const { PLATFORM_TOKEN_HEADER: header, PLATFORM_API_URL: apiUrl } = this.environment;
    const known: Record<string, unknown> = {
      ...{ baseUrl, operations, token },
      ...(header && { tokenHeader: header }),
      ...(apiUrl && { apiUrl }),
    };
    return openConnection(name, { config: (one) => known[one] ?? own(one), environment: {} });
  }

  /** The settings of the stack for an instance with that name, or without one. */
  async #own(name: string | undefined): Promise<(setting: string) => unknown> {
    // Without the passphrase, the settings cannot be read. The environment may have all that is needed.
    this.#settings ??= decryptedSettings(this.stack).catch(() => ({}));
    const settings = await this.#settings;
    if (name === undefined) return (setting) => settings[`platform:${setting}`]?.value;
    const all = settings["platform:instances"]?.objectValue;
    const entry = (all as Record<string, Record<string, unknown>> | undefined)?.[name] ?? {};
    return (setting) => entry[setting];
  }
}

/** Why an instance cannot be read. Any other failure ends the command. */
export function reasonOf(error: unknown): string {
  if (error instanceof Failure) return error.message;
  if (error instanceof PlatformError && isRefusal(error)) return error.reason;
  throw error;
}
