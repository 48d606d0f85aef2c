import { secretSettings, settingVariables } from "pulumi-platform-provider/contract";
import type { Values } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { isMap } from "../stack/values.js";

/**
 * Refuses a stack with a token in its settings. The engine stops a plan if a configured token has changed, and prints
 * the token.
 */
export function refuseTokens(stack: string, settings: Values): void {
  const lines = secretSettings
    .filter((name) => settings[`platform:${name}`] !== undefined)
    .map(
      (name) =>
        `  pulumi config rm platform:${name} --stack ${stack}   # and set ${settingVariables[name]} in the environment`,
    );
  if (lines.length > 0) {
    throw new Failure(
      `The settings of stack ${stack} contain a token. A plan must not depend on a token: after the token changed, Pulumi refuses the plan and prints the token. Remove it:`,
      ...["", ...lines],
    );
  }
  const instances = settings["platform:instances"];
  const named = Object.entries(isMap(instances) ? instances : {})
    .filter(([, entry]) => isMap(entry) && secretSettings.some((name) => name in entry))
    .map(([name]) => name);
  if (named.length > 0) {
    throw new Failure(
      `platform:instances of stack ${stack} contains the tokens of ${named.join(", ")}. A plan must not depend on a token. Use one stack per instance, with PLATFORM_TOKEN in the environment.`,
    );
  }
}

/** The variables whose value is in a text. */
export const tokensIn = (text: string): string[] =>
  Object.entries(process.env)
    .filter(([name]) => /^PLATFORM_(TOKEN|ACCESS_TOKEN|PLAN_PASSPHRASE)/.test(name))
    .filter(([name, value]) => name !== "PLATFORM_TOKEN_HEADER" && (value?.length ?? 0) >= 4)
    .filter(
      ([, value = ""]) => text.includes(value) || text.includes(JSON.stringify(value).slice(1, -1)),
    )
    .map(([name]) => name);
