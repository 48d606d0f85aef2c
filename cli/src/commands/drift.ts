import { Option, type Command } from "commander";
import { TextFormatter } from "../output/texts.js";
import { DriftRendering } from "../drift/render.js";
import { outcomeLines, propose } from "../drift/openPullRequest.js";
import type { Proposal } from "../drift/openPullRequest.js";
import { reportOf } from "../drift/report.js";
import { isEditable } from "../edit/project.js";
import { Failure } from "../failure.js";
import type { Forge } from "../forge/forge.js";
import { objectName } from "../preview/read.js";
import { runPreview } from "../preview/run.js";
import type { Preview } from "../preview/types.js";
import { linesIn, print, printDocument, printJson, terminalWidth, when } from "../print.js";
import { findUnmanaged } from "../drift/unmanaged.js";
import { chosenStack, openProject } from "../stack/project.js";

interface Flags {
  stack?: string;
  details?: boolean;
  issue?: boolean;
  openPr?: boolean;
  dryRun?: boolean;
  branch?: string;
  showAddresses?: boolean;
  json?: boolean;
  markdown?: boolean;
}

const example = `
Examples:
  $ pulumi-platform drift --stack production --issue
  $ pulumi-platform drift --stack production --open-pr --dry-run

It changes nothing on the instance. Exit code 0: equal, also if the instance has objects that the stack does not manage. 1: something differs. 2: failed.`;

/** Adds `drift`, which compares a stack with its instance. */
export function add(program: Command): void {
  program
    .command("drift")
    .description(
      "Compares a stack and its program with the instance. Reports the differences as an issue, or writes the values of the instance into the program and opens a pull request.",
    )
    .option("--stack <name>", "the stack; else PULUMI_STACK, else the selected one")
    .option(
      "--details",
      "also read what lists do not show, such as recipients: one more call for each object",
    )
    .option("--issue", "open or update one issue for the stack, and close it when nothing differs")
    .option("--open-pr", "write the values of the instance into the program, as a pull request")
    .option("--dry-run", "with --open-pr: only print what the pull request would change")
    .option("--branch <name>", "with --open-pr: the branch (default: drift/<stack>)")
    .option("--show-addresses", "show e-mail addresses, and write recipients into the program")
    .addOption(new Option("--json", "print the result as JSON").conflicts("markdown"))
    .option("--markdown", "print the result as Markdown")
    .addHelpText("after", example)
    .action(run);
}

/** The preview failed, or could not read objects. */
class NotCompared extends Failure {
  constructor(
    readonly ofStack: string,
    readonly problems: readonly string[],
    /** What the preview found on the instance before it failed. */
    readonly found: readonly string[] = [],
  ) {
    super(
      `Could not compare stack ${ofStack} with its instance:`,
      ...problems.flatMap(linesIn),
      ...(found.length > 0 ? ["Until then, this was found on the instance:"] : []),
      ...found.map((line) => `  ${line}`),
    );
  }
}

/** In words; the values need the whole comparison. */
const foundIn = ({ drift }: Preview): string[] =>
  drift.map((one) => {
    const paths = one.fields.map(({ path }) => path).join(", ");
    return `${objectName(one)}: ${one.op === "delete" ? "deleted" : `changed: ${paths}`}`;
  });

async function run(flags: Flags): Promise<void> {
  const compared = await compare(flags).catch((error: unknown) => {
    if (flags.json === true) printJson(failureAsJson(error, flags));
    throw error;
  });
  const { rendering } = compared;
  const outcome = await post(flags, compared);
  // The differences are printed even if the issue or the pull request failed.
  show(flags, rendering, outcome);
  if (rendering.report.rows.length > 0) process.exitCode = 1;
  if (outcome.failure !== undefined) throw outcome.failure;
}

/** The JSON result also contains the problems. */
function failureAsJson(error: unknown, { showAddresses = false }: Flags): object {
  const { plain } = new TextFormatter({ showAddresses, isFull: true });
  const failed = error instanceof NotCompared ? error : undefined;
  const problems = failed?.problems ?? [asError(error).message];
  const { found = [] } = failed ?? {};
  return {
    stack: failed?.ofStack,
    problems: plain(problems),
    ...(found.length > 0 && { found: plain(found) }),
  };
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

interface Compared {
  preview: Preview;
  rendering: DriftRendering;
  /** Where the issue or the pull request goes. */
  forge: Forge | undefined;
}

async function compare(flags: Flags): Promise<Compared> {
  if (flags.openPr !== true && (flags.dryRun === true || flags.branch !== undefined)) {
    throw new Failure("--dry-run and --branch need --open-pr.");
  }
  // Reports a missing variable before the preview, which takes a while.
  const isPosting = flags.issue === true || (flags.openPr === true && flags.dryRun !== true);
  const forge = isPosting ? await forgeFor(flags) : undefined;
  const preview = await runPreview({
    refresh: true,
    details: flags.details === true,
    ...(flags.stack !== undefined && { stack: flags.stack }),
  });
  if (preview.problems.length > 0) {
    // Without a comparison, no issue is closed.
    throw new NotCompared(preview.stack, preview.problems, foundIn(preview));
  }
  const report = reportOf(preview, {
    ...(await findUnmanaged(await chosenStack(flags.stack), preview)),
    hasDetails: flags.details === true,
    isEditable: isEditable(openProject()),
  });
  const { unread = [] } = preview;
  // Objects that could not be read are not equal, and no issue is closed.
  if (report.rows.length === 0 && unread.length > 0) throw new NotCompared(preview.stack, unread);
  const rendering = new DriftRendering(report, flags.showAddresses === true);
  return { preview, rendering, forge };
}

/** Writes the issue and opens the pull request. */
async function post(flags: Flags, { preview, rendering, forge }: Compared): Promise<Outcome> {
  const outcome: Outcome = {};
  try {
    if (flags.issue === true && forge) outcome.issue = await writeIssue(forge, rendering);
    if (flags.openPr === true) {
      outcome.proposal = await propose(
        rendering.report,
        preview,
        flags.dryRun === true ? undefined : forge,
        {
          showAddresses: flags.showAddresses === true,
          ...(flags.branch !== undefined && { branch: flags.branch }),
        },
      );
    }
  } catch (error) {
    outcome.failure = asError(error);
  }
  return outcome;
}

/** The forge of the environment. A pull request can also be looked at without one. */
async function forgeFor({ openPr, issue }: Flags): Promise<Forge> {
  const { forgeFrom } = await import("../forge/environment.js");
  try {
    return forgeFrom();
  } catch (error) {
    if (openPr !== true || issue === true || !(error instanceof Failure)) throw error;
    throw new Failure(
      error.message,
      "Without a forge, --open-pr --dry-run prints what the pull request would change.",
    );
  }
}

interface Outcome {
  proposal?: Proposal;
  issue?: string | undefined;
  failure?: Error;
}

function show(
  flags: Flags,
  rendering: DriftRendering,
  { proposal, issue, failure }: Outcome,
): void {
  if (flags.json === true) {
    const { edited, patch, pullRequest } = proposal ?? {};
    const program = edited?.map(({ row, ...outcome }) => ({
      urn: row.urn,
      field: row.field,
      ...outcome,
    }));
    const problems = failure === undefined ? [] : [failure.message];
    printJson({
      ...{ ...rendering.json(), problems: rendering.texts.plain(problems) },
      ...{ program, patch, pullRequest: pullRequest?.url, issue },
    });
    return;
  }
  if (flags.markdown === true) {
    printDocument(rendering.markdown());
    return;
  }
  const { edited = [], pullRequest, patch = "" } = proposal ?? {};
  print([
    ...rendering.lines(terminalWidth()),
    ...when(edited.length > 0, "", "In the program:", ...outcomeLines(edited)),
    ...when(flags.dryRun === true && patch !== "", "", ...linesIn(patch)),
    ...when(
      edited.length > 0 && patch === "",
      ...["", "There is nothing to edit automatically, so there is no pull request."],
    ),
    ...(pullRequest === undefined
      ? []
      : ["", `Pull request ${pullRequest.change}: ${pullRequest.url}`]),
    ...(issue === undefined ? [] : ["", issue]),
  ]);
}

/** Each stack has one issue, which is open while something differs. */
async function writeIssue(forge: Forge, rendering: DriftRendering): Promise<string | undefined> {
  const { project, stack, rows } = rendering.report;
  const marker = `drift ${project}/${stack}`;
  const written =
    rows.length === 0
      ? await forge.closeIssue(marker, rendering.markdown())
      : await forge.issue(
          marker,
          `Drift: stack ${stack} of ${project} differs from its instance`,
          rendering.markdown(forge.textLimit(marker)),
        );
  return written && `Issue ${written.change}: ${written.url}`;
}
