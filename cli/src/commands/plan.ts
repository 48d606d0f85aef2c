import { randomBytes } from "node:crypto";
import type { Command } from "commander";
import { hasPassphrase, passphraseOf, passphraseVariable } from "../apply/encryption.js";
import { removePlan, writePlan } from "../apply/planFolder.js";
import { previewPlan } from "../apply/previewed.js";
import { readFingerprint } from "../apply/fingerprint.js";
import { countsOf } from "../apply/steps.js";
import { tokensIn } from "../apply/tokens.js";
import { chosenStack } from "../stack/project.js";
import { Failure } from "../failure.js";
import { print } from "../print.js";

interface Flags {
  out: string;
  stack?: string;
  encrypt?: boolean;
}

const example = `
Example:
  $ pulumi-platform plan --stack prod --out plan
  $ pulumi-platform apply --plan plan

Run it in the folder of the project, in a clone without changes. Exit code 0: the plan is written. 2: failed.`;

/** Adds `plan`, which saves a preview, so that `apply` makes exactly these changes. */
export function add(program: Command): void {
  program
    .command("plan")
    .description(
      "Previews a stack with the live values of its instance and saves the plan of the engine, bound to the commit, the stack, its settings and state, and the instance.",
    )
    .requiredOption("--out <folder>", "folder to write the plan to")
    .option("--stack <name>", "stack; default: PULUMI_STACK, or the selected stack")
    .option(
      "--encrypt",
      `encrypt the plan with the passphrase in ${passphraseVariable}; default: if it is set`,
    )
    .addHelpText("after", example)
    .action(run);
}

async function run({ out, stack: given, encrypt = hasPassphrase() }: Flags): Promise<void> {
  if (encrypt) passphraseOf();
  removePlan(out);
  const stack = await chosenStack(given);
  const fingerprint = await readFingerprint(stack, out);
  const key = randomBytes(16).toString("hex");
  const { steps, plan } = await previewPlan(stack, key);
  const metadata = { ...fingerprint, time: new Date().toISOString(), steps };
  const leaked = tokensIn(plan + JSON.stringify(metadata));
  if (leaked.length > 0) {
    throw new Failure(
      `No plan was written, because it would contain the value of ${leaked.join(" and ")}. Find where the program uses that value, and remove it there.`,
    );
  }
  writePlan(out, { key, plan }, metadata, encrypt);
  print([
    `Plan of stack ${fingerprint.stack} on ${fingerprint.instances.join(", ") || "no instance"}, ${fingerprint.operations} operations, commit ${fingerprint.commit.slice(0, 12)}: ${shownCounts(countsOf(steps))}.`,
    `Wrote it to ${out}${encrypt ? ", encrypted" : ""}.`,
  ]);
}

const shownCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([op, count]) => `${count} to ${op}`)
    .join(", ") || "nothing to change";
