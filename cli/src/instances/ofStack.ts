import { engineText } from "../stack/run.js";
import { chosenStack, findProject } from "../stack/project.js";
import { stackSettings } from "../stack/stackSettings.js";
import { connect, openConnection } from "./connect.js";
import type { Connection } from "./connect.js";
import { readInstances } from "./file.js";

interface Setting {
  value?: string;
  objectValue?: unknown;
}

/** The settings of a stack by their full names, with its secrets. It needs the passphrase. */
export const decryptedSettings = async (stack: string): Promise<Record<string, Setting>> =>
  JSON.parse(await engineText(["config", "--json", "--show-secrets", "--stack", stack])) as Record<
    string,
    Setting
  >;

/**
 * The instance of this name in `instances.yaml`; without a name, the only one of the file or that of the environment. In
 * a project without the file, the settings of the stack replace missing variables. Of several instances in the file, a
 * given stack chooses its own. `flag` is the option that names an instance.
 */
export async function connectHere(
  name: string | undefined,
  stack?: string,
  flag?: string,
): Promise<Connection> {
  const { PLATFORM_BASE_URL: baseUrl, PLATFORM_TOKEN: token } = process.env;
  const instances = name === undefined ? readInstances() : undefined;
  const isOfStack = stack !== undefined && instances !== undefined && instances.size > 1;
  const isNamed = name !== undefined || instances !== undefined || (baseUrl && token);
  if ((isNamed && !isOfStack) || findProject() === undefined) return connect(name, flag);
  const chosen = await chosenStack(stack).catch(() => undefined);
  const plain = chosen === undefined ? {} : stackSettings(chosen);
  if (chosen === undefined || !(baseUrl || plain["platform:baseUrl"])) return connect(name, flag);
  return connectStack(chosen);
}

/** The instance that the settings of a stack and the environment name. */
export async function connectStack(chosen: string): Promise<Connection> {
  const { PLATFORM_TOKEN: token } = process.env;
  const plain = stackSettings(chosen);
  // Where the environment has the token, no setting needs the passphrase.
  const settings = token ? undefined : await decryptedSettings(chosen);
  const config = (setting: string) =>
    settings === undefined ? plain[`platform:${setting}`] : settings[`platform:${setting}`]?.value;
  return openConnection(undefined, { config });
}
