import {
  checkSettings,
  formatProblem,
  secretSettings,
  settingNames,
  settingVariables,
  suggest,
} from "pulumi-platform-provider/contract";
import type { Settings, Values } from "pulumi-platform-provider/contract";
import { connect } from "../instances/connect.js";
import { instancesFile, readInstances } from "../instances/file.js";
import { decryptedSettings } from "../instances/ofStack.js";
import type { Context } from "./context.js";
import { Checks } from "./checks.js";
import { examinePassphrase } from "./passphrase.js";
import { isMap } from "../stack/values.js";

/** An instance to look at. */
export interface Target {
  name: string;
  settings: Settings;
}

const isEncrypted = (value: unknown): boolean => isMap(value) && "secure" in value;
const holdsEncrypted = (value: unknown): boolean =>
  isEncrypted(value) || (isMap(value) && Object.values(value).some(holdsEncrypted));

/** Reads the settings of the stack, of instances.yaml or of the environment, and reports their problems. */
export async function examineSettings(
  context: Context,
): Promise<{ checks: Checks; targets: Target[] }> {
  const checks = new Checks("settings");
  const { stack, settings } = context;
  checks.fact("project", context.project ?? "none in this folder");
  checks.fact("stack", stack ?? "none");
  const targets: Target[] = [];
  if (context.instance === undefined && stack !== undefined) {
    await examinePassphrase(stack, checks);
    examineTokens(context, checks);
    examineNames(context, checks);
    const entries = settings["platform:instances"];
    const named = isMap(entries) ? Object.keys(entries) : [];
    const isOnlyNamed =
      named.length > 0 &&
      settings["platform:baseUrl"] === undefined &&
      !process.env.PLATFORM_BASE_URL;
    const plain = await plainSettings(stack, settings, checks);
    for (const name of [...(isOnlyNamed ? [] : [undefined]), ...named]) {
      const target = ofStack(plain, stack, name, checks);
      if (target !== undefined) targets.push(target);
    }
  } else {
    targets.push(...ofFolder(context, checks));
  }
  for (const { name, settings: one } of targets) {
    checks.fact(
      `instance ${name}`,
      `${one.baseUrl}, ${one.operations} operations, mail ${one.mail.replace(/:.*/, "")}`,
    );
    for (const { variable, text, isRead } of one.replaced ?? []) {
      checks.find(
        text,
        isRead
          ? "A variable that was set for another stack or instance applies to this one, too"
          : "Somebody may rely on a setting that does not apply",
        `unset ${variable}${isRead ? "   # or remove the setting of the stack" : ""}`,
      );
    }
  }
  return { checks, targets };
}

function ofFolder({ instance }: Context, checks: Checks): Target[] {
  try {
    const names = instance === undefined ? [...(readInstances()?.keys() ?? [])] : [instance];
    const chosen = names.length === 0 ? [undefined] : names;
    return chosen.map((one) => connect(one));
  } catch (error) {
    checks.find(
      (error as Error).message,
      "Without it, no instance can be looked at",
      `Set PLATFORM_BASE_URL and PLATFORM_TOKEN, or write ${instancesFile}`,
    );
    return [];
  }
}

/** The settings of a stack in clear text, without those that cannot be decrypted. Only the secrets need the passphrase. */
async function plainSettings(stack: string, settings: Values, checks: Checks): Promise<Values> {
  const isReplaced = (key: string) =>
    Boolean(process.env[settingVariables[key.replace("platform:", "")] ?? ""]);
  const secrets = Object.keys(settings).filter(
    (key) => key.startsWith("platform:") && holdsEncrypted(settings[key]) && !isReplaced(key),
  );
  const plain = withoutEncrypted(settings) as Values;
  if (secrets.length === 0) return plain;
  try {
    const decrypted = await decryptedSettings(stack);
    const values = secrets.map((key) => [
      key,
      decrypted[key]?.objectValue ?? decrypted[key]?.value,
    ]);
    return { ...plain, ...(Object.fromEntries(values) as Values) };
  } catch {
    checks.cannotSee(`The secrets of stack ${stack} could not be decrypted: ${secrets.join(", ")}`);
    return plain;
  }
}

function withoutEncrypted(value: unknown): unknown {
  if (!isMap(value)) return value;
  if (isEncrypted(value)) return undefined;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutEncrypted(inner)]),
  );
}

function ofStack(
  settings: Values,
  stack: string,
  instance: string | undefined,
  checks: Checks,
): Target | undefined {
  const config = (name: string) => settings[`platform:${name}`];
  try {
    const checked = checkSettings({ config, instance });
    for (const problem of checked.problems) {
      checks.find(formatProblem(problem), unusable, howToSet(problem.variable, stack));
    }
    const { settings: found } = checked;
    return found && { name: instance ?? new URL(found.baseUrl).host, settings: found };
  } catch (error) {
    checks.find((error as Error).message, unusable, howToSet(undefined, stack));
    return undefined;
  }
}

const unusable = "The provider makes no call with wrong settings";

/** A variable works everywhere; the settings of a stack are no place for the token of a pipeline. */
function howToSet(variable: string | undefined, stack: string): string {
  return variable === undefined
    ? `pulumi config --stack ${stack}   # lists the settings`
    : `export ${variable}=...`;
}

/** Tokens in the settings: in clear text, or where a plan depends on them. */
function examineTokens({ settings, stack }: Context, checks: Checks): void {
  const instances = settings["platform:instances"];
  const places = [
    ...secretSettings.map((name) => ({
      place: `platform:${name}`,
      value: settings[`platform:${name}`],
      path: "",
    })),
    ...Object.entries(isMap(instances) ? instances : {}).flatMap(([name, entry]) =>
      secretSettings.map((key) => ({
        place: `platform:instances.${name}.${key}`,
        value: isMap(entry) ? entry[key] : undefined,
        path: "--path ",
      })),
    ),
  ].filter(({ value }) => value !== undefined);
  for (const { place, value, path } of places) {
    if (!isEncrypted(value)) {
      checks.find(
        `${place} of stack ${stack} is in clear text`,
        "Everybody who can read the repository can use the token",
        `pulumi config set ${path}${place} --secret --stack ${stack}   # with a new token`,
      );
    } else if (process.env.CI) {
      checks.find(
        `${place} is in the settings of stack ${stack}`,
        "A saved plan depends on the token: after the token changed, Pulumi refuses the plan and prints the token",
        `pulumi config rm ${path}${place} --stack ${stack}   # and set ${path === "" ? String(settingVariables[place.slice(9)]) : "PLATFORM_TOKEN"} in the environment`,
      );
    } else {
      checks.fact(
        place,
        "encrypted in the settings. Saved plans need it in the environment instead",
      );
    }
  }
}

/** Settings that the provider refuses or does not read. */
function examineNames({ settings, project, stack }: Context, checks: Checks): void {
  const known = [...settingNames, "instances"];
  for (const key of Object.keys(settings)) {
    const [, name = ""] = /^platform:(.*)$/s.exec(key) ?? [];
    // A program reads its own settings under the name of its project.
    if (name === "" || known.includes(name) || project === "platform") continue;
    const meant = suggest(name, known);
    checks.find(
      `Unknown setting ${key}`,
      meant === undefined ? "The provider does not read it" : "The provider refuses it",
      `pulumi config rm ${key} --stack ${stack}   # ${meant === undefined ? "unless your program reads it" : `platform:${meant} is a setting`}`,
    );
  }
}
