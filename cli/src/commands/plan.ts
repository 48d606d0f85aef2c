import { randomBytes } from "node:crypto";
import { InvalidArgumentError, Option } from "commander";
import type { Command } from "commander";
import { hasPassphrase, passphraseOf, passphraseVariable } from "../apply/encryption.js";
import { removePlan, writePlan } from "../apply/planFolder.js";
import { previewPlan } from "../apply/planPreview.js";
import { readFingerprint } from "../apply/fingerprint.js";
import { countsOf } from "../apply/steps.js";
import { tokensIn } from "../apply/tokens.js";
import { effectsOf } from "../effects/effects.js";
import { lossLines } from "../effects/losses.js";
import { refuseUnwritable } from "../files.js";
import { counted, TextFormatter } from "../output/texts.js";
import { objectName, readReport } from "../preview/read.js";
import type { Change } from "../preview/types.js";
import { chosenStack } from "../stack/project.js";
import { readState } from "../stack/state.js";
import { Failure } from "../failure.js";
import { print } from "../print.js";

interface Flags {
  out: string;
  stack?: string;
  encrypt?: boolean;
  maxDeletes: number;
  showAddresses?: boolean;
}

const defaultMaxDeletes = 10;

/** For pipelines, in which nobody adds an option to one run. */
const maxDeletesVariable = "PLATFORM_MAX_DELETES";

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
    .addOption(
      new Option(
        "--max-deletes <number>",
        "refuse a plan that deletes more objects; a replacement deletes one, too",
      )
        .env(maxDeletesVariable)
        .argParser(toCount)
        .default(defaultMaxDeletes),
    )
    .option("--show-addresses", "show e-mail addresses in full")
    .addHelpText("after", example)
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const { out, stack: given, encrypt = hasPassphrase(), maxDeletes } = flags;
  if (encrypt) passphraseOf();
  refuseUnwritable(out);
  removePlan(out);
  const stack = await chosenStack(given);
  const fingerprint = await readFingerprint(stack, out);
  const key = randomBytes(16).toString("hex");
  const { steps, plan, report } = await previewPlan(stack, key);
  const read = readReport(report, process.env, await readState(stack));
  const texts = new TextFormatter({ showAddresses: flags.showAddresses === true, isFull: false });
  const losses = lossLines(effectsOf({ ...read, impossible: [] }).losses, texts);
  const deletions = read.changes.filter(isDeletion);
  if (deletions.length > maxDeletes) {
    throw new Failure(
      `No plan was written, because it deletes ${counted(deletions.length, "object")}, and --max-deletes allows ${maxDeletes}.`,
      `It deletes: ${texts.plainList(deletions.map(objectName))}.`,
      ...losses,
      `If you want this, run the command again with --max-deletes ${deletions.length}. In a pipeline, set ${maxDeletesVariable} for this run.`,
    );
  }
  const metadata = { ...fingerprint, time: new Date().toISOString(), steps };
  const leaked = tokensIn(plan + JSON.stringify(metadata));
  if (leaked.length > 0) {
    throw new Failure(
      `No plan was written, because it would contain the value of ${leaked.join(" and ")}. Find where the program uses that value, and remove it there.`,
    );
  }
  writePlan(out, { key, plan }, metadata, encrypt);
  print([
    ...losses,
    `Plan of stack ${fingerprint.stack} on ${fingerprint.instances.join(", ") || "no instance"}, ${fingerprint.operations} operations, commit ${fingerprint.commit.slice(0, 12)}: ${shownCounts(countsOf(steps))}.`,
    `Wrote it to ${out}${encrypt ? ", encrypted" : ""}.`,
  ]);
}

/** Whether Pulumi deletes an object. A replacement deletes the old one, and an action has no object. */
const isDeletion = ({ op, resource, isRetained, isKept }: Change): boolean =>
  (op === "delete" || op === "replace") &&
  resource?.kind !== "action" &&
  isRetained !== true &&
  isKept !== true;

function toCount(text: string): number {
  // A forge sets variables that nobody has given a value to the empty text.
  if (text === "") return defaultMaxDeletes;
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("It must be a whole number.");
  return Number(text);
}

const shownCounts = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .map(([op, count]) => `${count} to ${op}`)
    .join(", ") || "nothing to change";
