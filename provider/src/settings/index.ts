import type { z } from "zod";
import { domainOf } from "../messages/mailAddresses";
import { inStack, placesIn, settingVariables, variableFor } from "../messages/settingPlaces";
import { mailPolicyOf } from "../definition/mail";
import { suggest } from "../definition/ids/nearest";
import type { SettingStep, VariableStep } from "../messages/advice";
import { proxyVariableNames, proxyVariables } from "../wire/proxyVariables";
import { invalid } from "./errors";
import { flag, insecure, isInsecure, required, schema, secretSettings } from "./fields";
import { contradictionOf, misplacedKeys, unreadVariable } from "./contradictions";
import type { MisplacedKey, ReplacedSetting } from "./contradictions";
import { entryOf, inherited, ownNames } from "./instances";

/**
 * All settings for one instance, from the configuration (`platform:…`) and the environment. The environment has
 * priority.
 */
export interface Settings extends z.output<typeof schema> {
  /** The place of each setting, for messages. */
  places?: Readonly<Record<string, string>>;
  /** The settings of the stack that environment variables replace. */
  replaced?: readonly ReplacedSetting[];
  /** Keys of the stack that seem to be meant for the provider, which does not read them. */
  misplaced?: readonly MisplacedKey[];
}

export const settingNames = Object.keys(schema.shape) as (keyof typeof schema.shape)[];

export type ConfigurationKind = "stack" | "arguments" | "flags";

/** Where settings come from. */
export interface SettingsSource {
  /** Returns a setting by its name, without `platform:`. */
  config: (name: string) => unknown;
  environment?: NodeJS.ProcessEnv;
  /** Returns a key of the project's own configuration: `pulumi config set mail muted` sets `mail` there. */
  projectConfig?: (name: string) => unknown;
  /** All names in the configuration, if they are known. */
  names?: readonly string[];
  /** A key of `platform:instances`; absent for the instance without a name. */
  instance?: string;
  /** The name of an explicit provider. */
  provider?: string;
  /**
   * The kind of configuration: of a stack, the arguments of a provider, or the flags of a command. Variables without a
   * name have priority only over a stack.
   */
  kind?: ConfigurationKind;
  /** The place of a setting in the configuration; `platform:<name>` by default. */
  placeOf?: (name: string) => string;
}

/** Something wrong with a setting. */
interface SettingProblem {
  setting: string;
  /** The place of the setting: `platform:baseUrl`, `PLATFORM_BASE_URL`. */
  place: string;
  reason: string;
  /** The environment variable that the reason suggests. */
  variable?: string;
}

/** A name in the stack that is nearly the name of a setting. */
export const unknownSetting = (name: string, meant: string): string =>
  `Unknown setting platform:${name}. Did you mean platform:${meant}?`;

/** A problem as a sentence. */
export const formatProblem = ({ place, reason }: SettingProblem): string =>
  `${place} ${reason}`.trim();

/** The step that fixes a problem. Only the person knows the value. */
export const stepOf = ({ setting, place }: SettingProblem): SettingStep | VariableStep =>
  proxyVariableNames.includes(setting)
    ? { variable: setting, to: "the address of your proxy" }
    : { setting, place: place || undefined };

/** Reads all settings of an instance before any call. One error reports all problems. */
export function readSettings(source: SettingsSource): Settings {
  const { settings, problems } = checkSettings(source);
  if (settings === undefined) throw invalid(problems.map(formatProblem), problems.map(stepOf));
  return settings;
}

/** A key for settings with the same values, wherever they are set. */
export function settingsKey(settings: Settings): string {
  return JSON.stringify({
    ...settings,
    ...{ places: undefined, replaced: undefined, misplaced: undefined },
  });
}

/** The settings of an instance, or all of their problems. */
export function checkSettings(source: SettingsSource): {
  settings?: Settings;
  problems: SettingProblem[];
} {
  const { names = [], placeOf = inStack } = source;
  const { given, places, replaced } = gather(source);
  // zod's own message reads the constructor of the value, which can be anything.
  const read = schema.safeParse(given, {
    error: (issue) =>
      issue.code === "invalid_type" ? `must be of the type ${issue.expected}` : undefined,
  });
  const problems: SettingProblem[] = [];
  const refuse = (setting: string, reason: string, variable?: string) => {
    const place = placesIn({ places })(setting);
    problems.push({ setting, place, reason, ...(variable !== undefined && { variable }) });
  };
  // Only near misses are problems. Other names may belong to other programs.
  for (const name of names.filter((each) => !settingNames.some((known) => known === each))) {
    const meant = suggest(name, settingNames);
    if (meant === undefined) continue;
    problems.push({ setting: name, place: "", reason: unknownSetting(name, meant) });
  }
  if (!read.success) {
    for (const { path, message } of read.error.issues) {
      const name = String(path[0]);
      if (message !== required) refuse(name, message);
      else refuse(name, `${required}. ${howToSet(name, source)}`, variableOf(name, source));
    }
  }
  const isAllowed = flag.safeParse(given.allowInsecure).data ?? false;
  for (const name of ["baseUrl", "apiUrl"]) {
    if (!isAllowed && isInsecure(given[name])) {
      refuse(name, `${insecure}, or set ${placeOf("allowInsecure")} to true`);
    }
  }
  const { mail, allowedRecipientDomains: allowed } = read.data ?? {};
  const policy = mail === undefined ? undefined : mailPolicyOf(mail);
  const address = policy?.mode === "redirect" ? policy.address : undefined;
  const domain = address === undefined ? undefined : domainOf(address);
  if (domain !== undefined && allowed !== undefined && !allowed.includes(domain)) {
    refuse(
      "mail",
      `redirects to an address of ${domain}, which platform:allowedRecipientDomains does not allow`,
    );
  }
  for (const { variable, problem } of Object.values(proxyVariables(source.environment))) {
    if (problem === undefined) continue;
    problems.push({ setting: variable, place: variable, reason: problem, variable });
  }
  if (problems.length > 0 || !read.success) return { problems };
  const misplaced = misplacedKeys(settingNames, given, source.projectConfig);
  const settings = {
    ...{ ...read.data, places },
    ...(replaced.length > 0 && { replaced }),
    ...(misplaced.length > 0 && { misplaced }),
  };
  return { settings, problems };
}

/** The value and the place of each setting that is set. */
function gather({
  config,
  environment = process.env,
  instance,
  provider,
  kind = "stack",
  placeOf = inStack,
}: SettingsSource) {
  const own = instance === undefined ? undefined : entryOf(config, instance);
  const given: Record<string, unknown> = {};
  const places: Record<string, string> = {};
  const replaced: ReplacedSetting[] = [];
  for (const name of settingNames) {
    const variable = settingVariables[name];
    const isOwn = own !== undefined && ownNames.includes(name);
    const fromEnvironment = { value: environment[variable ?? ""] || undefined, place: variable };
    const fromConfig = { value: config(name), place: placeOf(name) };
    // The engine can configure an explicit provider or a dynamic resource as of the last update. Only the environment
    // is always current.
    const named = variableFor(name, instance ?? provider);
    const fromName = { value: environment[named ?? ""] || undefined, place: named };
    const sources = [
      fromName,
      ...(isOwn ? [{ value: own[name], place: `platform:instances.${instance}.${name}` }] : []),
      ...(isOwn && !inherited.includes(name)
        ? []
        : kind === "stack"
          ? [fromEnvironment, fromConfig]
          : [fromConfig, fromEnvironment]),
    ];
    const found = sources.find(({ value }) => value !== undefined && value !== null);
    given[name] = found?.value;
    const place = found?.place ?? (isOwn ? sources[1]?.place : fromConfig.place);
    if (place !== undefined) places[name] = place;
    const unread = variable === undefined ? unreadVariable(name, environment) : undefined;
    if (unread !== undefined) replaced.push(unread);
    const isReplaced = found === fromName || (kind === "stack" && found === fromEnvironment);
    const instead = isOwn ? sources[1] : fromConfig;
    if (isReplaced && found !== undefined && instead !== undefined) {
      const contradiction = contradictionOf(name, found, instead);
      if (contradiction !== undefined) replaced.push(contradiction);
    }
  }
  return { given, places, replaced };
}

/** The environment variable that sets a setting. Of its own settings, an entry of `platform:instances` has it for secrets. */
const variableOf = (name: string, { instance }: SettingsSource): string | undefined =>
  instance !== undefined && ownNames.includes(name)
    ? variableFor(name, instance)
    : settingVariables[name];

/** How to set a setting that is required. */
function howToSet(name: string, source: SettingsSource): string {
  const { instance, kind, placeOf = inStack } = source;
  const variable = variableOf(name, source);
  const environment = variable === undefined ? "" : `, or set ${variable}`;
  if (kind === "arguments") return `Pass it to the provider in the program${environment}`;
  if (kind === "flags") {
    // A secret in a command would stay in the history of the shell.
    return secretSettings.includes(name)
      ? `Set ${variable}`
      : `Add \`${placeOf(name)} https://example.com\`${environment}`;
  }
  const isOwn = instance !== undefined && ownNames.includes(name);
  const key = isOwn ? `--path platform:instances.${instance}.${name}` : `platform:${name}`;
  const value = secretSettings.includes(name) ? "--secret" : "https://example.com";
  return `Run \`pulumi config set ${key} ${value}\`${environment}`;
}
