import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inPrivateFolder } from "../files.js";
import { runEngine } from "../stack/run.js";
import { saltOf } from "../stack/stackSettings.js";
import type { Checks } from "./checks.js";

/** Checks that a passphrase is set, and that it is the passphrase of the stack. */
export async function examinePassphrase(stack: string, checks: Checks): Promise<void> {
  const { CI, PULUMI_CONFIG_PASSPHRASE: text, PULUMI_CONFIG_PASSPHRASE_FILE: file } = process.env;
  const salt = saltOf(stack);
  if (salt === undefined) return;
  if (text === undefined && file === undefined) {
    // On a terminal, the engine asks for it. A pipeline has none.
    if (!CI) return;
    checks.find(
      `The passphrase of stack ${stack} is not set`,
      "Without a terminal, the engine cannot ask for it, and every preview and update fails",
      "export PULUMI_CONFIG_PASSPHRASE_FILE=/path/of/a/file   # or PULUMI_CONFIG_PASSPHRASE",
    );
    return;
  }
  const problem = await problemOf(salt, stack);
  if (problem === undefined) return;
  checks.find(
    `The passphrase in the environment does not work for stack ${stack}: ${problem}`,
    "Every preview and update fails, even if the stack has no secrets",
    "export PULUMI_CONFIG_PASSPHRASE_FILE=/path/of/its/passphrase   # or PULUMI_CONFIG_PASSPHRASE",
  );
}

/**
 * The engine's message about a wrong passphrase. The engine checks a passphrase only with a secret, and a stack may
 * have none. A salt ends with a secret, so the engine reads it from a file in a temporary folder.
 */
async function problemOf(salt: string, stack: string): Promise<string | undefined> {
  const [, secure] = /^v1:[^:]+:(v1:.+)$/.exec(salt) ?? [];
  if (secure === undefined) return undefined;
  return inPrivateFolder(async (folder) => {
    const file = join(folder, "settings.yaml");
    const settings = { encryptionsalt: salt, config: { "platform:salt": { secure } } };
    writeFileSync(file, JSON.stringify(settings));
    const args = ["config", "--json", "--show-secrets", "--config-file", file, "--stack", stack];
    const { code, out, err } = await runEngine(args);
    // Another check reports an engine that cannot reach its backend.
    const [, said] = /^error: (.*passphrase.*)$/im.exec(err || out) ?? [];
    return code === 0 ? undefined : said;
  });
}
