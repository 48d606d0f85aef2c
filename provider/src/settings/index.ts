import { suggest } from "../definition/fields";
import type { InstanceSettings } from "../platform/instance";
import { invalid } from "./errors";
import { flag, schema } from "./fields";
import { entryOf, inherited, ownNames } from "./instances";

/** All settings for one instance, from the configuration `platform:…` and the environment, which wins. */
export interface Settings extends InstanceSettings {
  /** Ids that a person has confirmed to be gone. */
  confirmAbsent: readonly string[];
  /** `live`, `muted`, or `redirect:` and the address that gets all mail. */
  mail: string;
  /** The only domains whose addresses may get mail; any where absent. */
  allowedRecipientDomains?: readonly string[];
  /** Whether previews look at the instance where that is cheap. */
  driftInPreviews: boolean;
}

/** Environment variables that settings are also read from. */
export const settingVariables: Readonly<Record<string, string>> = {
  baseUrl: "PLATFORM_BASE_URL",
  token: "PLATFORM_TOKEN",
  tokenHeader: "PLATFORM_TOKEN_HEADER",
  apiUrl: "PLATFORM_API_URL",
  accessToken: "PLATFORM_ACCESS_TOKEN",
  operations: "PLATFORM_OPERATIONS",
};

export const settingNames = Object.keys(schema.shape) as (keyof typeof schema.shape)[];

/** Where settings come from. */
export interface Source {
  /** Answers a setting by its name, without its `platform:`. */
  config: (name: string) => unknown;
  environment?: NodeJS.ProcessEnv;
  /** All names that the configuration holds, where that is known. */
  names?: readonly string[];
  /** A key of `platform:instances`; the instance that has no name where left out. */
  instance?: string;
  /** What counts where both say something: the environment, unless it only fills in what is missing. */
  wins?: "environment" | "config";
}

/** Something wrong with a setting. */
export interface SettingProblem {
  setting: string;
  /** How people write it: `platform:baseUrl (or PLATFORM_BASE_URL)`. */
  name: string;
  reason: string;
}

/** The names of the settings that are kept secret. */
export const secretSettings: readonly string[] = ["token", "accessToken"];

/**
 * Reads all settings of an instance, of the one that has no name by default, and names everything that is
 * wrong with them in one error, before any call. `config` answers a key without its `platform:`; `names` are
 * all that it would answer.
 */
export function readSettings(
  config: (name: string) => unknown,
  environment: NodeJS.ProcessEnv = process.env,
  instance?: string,
  names?: readonly string[],
): Settings {
  const { settings, problems } = checkSettings({ config, environment, instance, names });
  if (settings === undefined) {
    throw invalid(problems.map(({ name, reason }) => `${name} ${reason}`).join("; "));
  }
  return settings;
}

/** The settings of an instance, or everything that is wrong with them. */
export function checkSettings({
  config,
  environment = process.env,
  instance,
  wins = "environment",
  names = [],
}: Source): { settings?: Settings; problems: SettingProblem[] } {
  const own = instance === undefined ? undefined : entryOf(config, instance);
  const given: Record<string, unknown> = {};
  for (const name of settingNames) {
    if (own !== undefined && ownNames.includes(name)) given[name] = own[name] ?? undefined;
    if (own !== undefined && ownNames.includes(name) && !inherited.includes(name)) continue;
    const fromEnvironment = environment[settingVariables[name] ?? ""] || undefined;
    given[name] ??= wins === "environment" ? fromEnvironment : undefined;
    given[name] ??= config(name);
    given[name] ??= fromEnvironment;
  }
  const nameOf = (name: string) => {
    if (own !== undefined && ownNames.includes(name))
      return `platform:instances.${instance}.${name}`;
    const variable = settingVariables[name];
    return `${wins === "environment" ? "platform:" : ""}${name}${variable ? ` (or ${variable})` : ""}`;
  };
  const read = schema.safeParse(given);
  const problems: SettingProblem[] = [];
  const refuse = (setting: string, reason: string) =>
    void problems.push({ setting, name: nameOf(setting), reason });
  // What is not nearly one of ours may be somebody else's.
  for (const name of names.filter((each) => !settingNames.some((known) => known === each))) {
    const meant = suggest(name, settingNames);
    if (meant === undefined) continue;
    const reason = `is no setting: platform:${meant} is`;
    problems.push({ setting: name, name: `platform:${name}`, reason });
  }
  if (!read.success) {
    for (const { path, message } of read.error.issues) refuse(String(path[0]), message);
  }
  const insecure = flag.safeParse(given.allowInsecure).data ?? false;
  for (const name of ["baseUrl", "apiUrl"]) {
    if (!insecure && isInsecure(given[name])) {
      refuse(
        name,
        "begins with http://, which would send the token in the clear: use https://, or set platform:allowInsecure to true",
      );
    }
  }
  const { mail, allowedRecipientDomains: allowed } = read.data ?? {};
  const domain = mail?.startsWith("redirect:") ? mail.split("@").pop()?.toLowerCase() : undefined;
  if (domain !== undefined && allowed !== undefined && !allowed.includes(domain)) {
    refuse(
      "mail",
      `redirects to an address of ${domain}, which platform:allowedRecipientDomains does not allow`,
    );
  }
  return problems.length > 0 ? { problems } : { settings: read.data, problems };
}

/** A token must not travel in the clear, except to this machine or by explicit consent. */
function isInsecure(url: unknown): boolean {
  if (typeof url !== "string" || !URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
