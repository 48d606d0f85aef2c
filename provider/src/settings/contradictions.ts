import { shellCommand } from "../messages/commands";
import { inStack } from "../messages/settingPlaces";
import { access, secretSettings } from "./fields";

interface Found {
  value: unknown;
  place: string | undefined;
}

/**
 * A setting of the stack that an environment variable replaces, or a variable that somebody may take for a setting. The
 * variable may be meant for another instance.
 */
export interface ReplacedSetting {
  variable: string;
  isRead: boolean;
  /** The same as a sentence. */
  text: string;
}

/** The setting of the stack that a variable replaces; undefined if both have the same value. */
export function contradictionOf(
  name: string,
  variable: Found,
  stack: Found,
): ReplacedSetting | undefined {
  const { value } = stack;
  if (value === undefined || value === null || comparable(value) === comparable(variable.value)) {
    return undefined;
  }
  // An invalid value can contain a password.
  const isShown =
    !secretSettings.includes(name) && fields.get(name)?.safeParse(value).success === true;
  const shown = isShown && typeof value === "string" ? ` (${value})` : "";
  const { place = "" } = variable;
  const where = stack.place?.startsWith(inStack("")) === true ? " of the stack" : "";
  return {
    variable: place,
    isRead: true,
    text: `${place} replaces ${stack.place}${shown}${where}.`,
  };
}

/** The variable that a setting without one seems to have. */
export function unreadVariable(
  setting: string,
  environment: NodeJS.ProcessEnv,
): ReplacedSetting | undefined {
  const variable = `PLATFORM_${setting.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
  if (!environment[variable]) return undefined;
  return { variable, isRead: false, text: `${variable} has no effect: set platform:${setting}.` };
}

/** A key of the project with the name of a setting that is not set. */
export interface MisplacedKey {
  key: string;
  command: string;
  /** The same as a sentence. */
  text: string;
}

/** `pulumi config set mail muted` sets a key of the project, so `platform:mail` stays live. */
export function misplacedKeys(
  names: readonly string[],
  given: Readonly<Record<string, unknown>>,
  projectConfig: (name: string) => unknown = () => undefined,
): MisplacedKey[] {
  return names.flatMap((key) => {
    const value = projectConfig(key);
    if (given[key] !== undefined || value === undefined || value === null) return [];
    const isSecret = secretSettings.includes(key);
    const isShown = !isSecret && typeof value === "string" && /^[\w:/.@-]+$/.test(value);
    const words = isSecret ? ["--secret"] : isShown ? [value] : [];
    const command = shellCommand(["pulumi", "config", "set", inStack(key), ...words]);
    const text = `The key ${key} of the stack has no effect on the provider, because it lacks platform:. If you meant it for the provider, run \`${command}\`.`;
    return [{ key, command, text }];
  });
}

const fields = new Map(Object.entries(access));

/** A slash at the end of an address does not matter. */
function comparable(value: unknown): string {
  const text = (typeof value === "string" ? value : JSON.stringify(value)).trim();
  return /^https?:/i.test(text) && URL.canParse(text)
    ? new URL(text).href.replace(/\/+$/, "")
    : text;
}
