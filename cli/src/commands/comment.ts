import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";
import { commentOf } from "../comment/comment.js";
import { commentAsJson } from "../comment/json.js";
import { refuseNoFile, replaceFile } from "../files.js";
import { runPreview } from "../preview/run.js";
import { printDocument, printRemarks } from "../print.js";

interface Flags {
  stack?: string;
  out?: string;
  full?: string;
  limit?: number;
  showAddresses?: boolean;
  drift: boolean;
  strict?: boolean;
  json?: boolean;
  savePlan?: string;
  post?: boolean;
}

/** The limit of a comment if no variable names the forge: the smallest of all forges, with room for a marker. */
const leastLimit = 65_000;

const example = `
Examples:
  $ pulumi-platform comment --stack dev
  $ pulumi-platform comment --stack dev --post --full comment.md --save-plan plan.json

It runs \`pulumi preview\`, and changes nothing. Exit code 0: the comment is written. 1: with --strict, something is not possible, or the preview failed. 2: failed.`;

/** Adds `comment`, which describes the effects of a change in a pull request. */
export function add(program: Command): void {
  program
    .command("comment")
    .description(
      "Runs a preview and writes what it means as Markdown: what changes, what is not possible, who will get mail, and who gains or loses access.",
    )
    .option("--stack <name>", "name of the stack (default: PULUMI_STACK, else the selected stack)")
    .option("--out <file>", "write the comment to a file (default: standard output)")
    .option("--full <file>", "write everything to a file, also what a comment has no room for")
    .option("--limit <characters>", "cut the comment (default: what the forge takes)", toLimit)
    .option("--show-addresses", "show e-mail addresses in full")
    .option("--no-drift", "do not read all objects on the instance first")
    .option("--strict", "exit code 1 if something is not possible, or if the preview fails")
    .addOption(new Option("--json", "print the result as JSON").conflicts("post"))
    .option("--save-plan <file>", "save the plan of the preview")
    .option(
      "--post",
      "write the comment to the pull request of this run, instead of an earlier one",
    )
    .addHelpText("after", example)
    .action(run);
}

async function run(flags: Flags): Promise<void> {
  const { showAddresses, full: fullFile, out } = flags;
  for (const file of [fullFile, out]) if (file !== undefined) refuseNoFile(file);
  // Reports wrong settings of the forge before the preview, which takes a while.
  const forge =
    flags.post === true ? (await import("../forge/environment.js")).forgeFrom() : undefined;
  const preview = await runPreview({
    stack: flags.stack,
    refresh: flags.drift,
    savePlan: flags.savePlan,
  });
  const marker = `comment ${preview.project}/${preview.stack}`;
  const limit = flags.limit ?? forge?.textLimit(marker) ?? leastLimit;
  const { markdown, full } = commentOf(preview, { limit, showAddresses, fullFile });
  if (fullFile !== undefined) replaceFile(fullFile, full);
  const text = flags.json === true ? `${commentAsJson(preview, showAddresses)}\n` : markdown;
  if (out !== undefined) replaceFile(out, text);
  if (forge !== undefined) {
    const { url, change } = await forge.comment(marker, markdown);
    printRemarks(`The comment is ${change}: ${url}`);
  } else if (out === undefined) printDocument(text);
  const { impossible, problems } = preview;
  if (flags.strict === true && impossible.length + problems.length > 0) process.exitCode = 1;
}

function toLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isSafeInteger(limit) || limit < 1_000) {
    throw new InvalidArgumentError("It must be a whole number, at least 1000.");
  }
  return limit;
}
