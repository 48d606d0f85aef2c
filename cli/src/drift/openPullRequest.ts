import { TextFormatter, counted } from "../output/texts.js";
import { openProgram } from "../edit/project.js";
import { openProject } from "../stack/project.js";
import { Failure } from "../failure.js";
import type { Forge, Written } from "../forge/forge.js";
import type { Preview } from "../preview/types.js";
import { Git } from "../git/repository.js";
import { editProgram } from "./intoProgram.js";
import type { Edited } from "./intoProgram.js";
import { isChange, markdownInstruction } from "./render.js";
import { undoing } from "./report.js";
import type { DriftReport } from "./report.js";

export interface Choices {
  showAddresses: boolean;
  branch?: string;
}

export interface Proposal {
  edited: Edited[];
  /** The changes of the pull request. */
  patch: string;
  pullRequest?: Written;
}

/**
 * Writes the values of the instance into the program on a separate branch, and opens a pull request. If no difference
 * is left, it closes the pull request. Without a forge, it only returns the changes.
 */
export async function propose(
  report: DriftReport,
  preview: Preview,
  forge: Forge | undefined,
  choices: Choices,
): Promise<Proposal> {
  const program = openProject();
  const git = new Git(program.folder);
  const { project, stack, rows } = report;
  const branch = choices.branch ?? branchOf(stack);
  const lastLine = `Drift-Of: ${project}/${stack}`;
  const unedited = async (edited: Edited[]): Promise<Proposal> => {
    const closed = forge && (await withdraw(git, forge, branch, lastLine));
    return { edited, patch: "", ...(closed && { pullRequest: closed }) };
  };
  if (rows.length === 0) return unedited([]);
  const edits = await openProgram(git, program);
  if (edits === undefined) {
    throw new Failure(
      "--open-pr edits programs in TypeScript, JavaScript and YAML only. Write the values of the instance into the program yourself.",
    );
  }
  const edited = editProgram(edits, rows, preview, choices.showAddresses);
  const texts = edits.changed();
  if (texts.size === 0) return unedited(edited);
  const changed = await git.changed([...texts.keys()]);
  if (changed.length > 0) {
    throw new Failure(
      `${changed.join(", ")} has changes that are not committed. Commit or undo them, then run the command again.`,
    );
  }
  const tree = await git.tree(texts);
  const patch = await git.diff(tree);
  if (forge === undefined) return { edited, patch };
  const title = `Accept what changed on the instance of stack ${stack}`;
  const commit = await git.commit(tree, `${title}\n\n${lastLine}\n`);
  const base = await git.branch();
  await git.push(commit, branch, lastLine);
  const prefix = await git.prefix();
  const placed = edited.map((one) => ({
    ...one,
    ...(one.file !== undefined && { file: prefix + one.file }),
  }));
  const text = bodyOf(report, placed, choices.showAddresses, forge.api.limit);
  const wanted = { branch, title, text, ...(base !== undefined && base !== branch && { base }) };
  return { edited, patch, pullRequest: await forge.pullRequest(wanted) };
}

/** Closes the pull request of earlier differences, unless somebody added commits to its branch. */
async function withdraw(
  git: Git,
  forge: Forge,
  branch: string,
  lastLine: string,
): Promise<Written | undefined> {
  const tip = await git.tip(branch);
  if (tip?.lastLine !== lastLine) return undefined;
  const text =
    "The values of this pull request are no longer what the program needs: they are gone from the instance, or the program has them already.";
  return forge.closePullRequest(branch, lastLine, text);
}

/** Names of stacks can hold more than names of branches. */
const branchOf = (stack: string): string =>
  `drift/${stack.replace(/[^\w.-]/g, "-").replace(/\.{2,}|\.$|^\.|\.lock$/g, "-")}`;

const placeOf = ({ file, line }: Edited): string =>
  file === undefined ? "not found" : `${file}:${line}`;

/** The outcome of each difference, as lines. */
export const outcomeLines = (edited: readonly Edited[]): string[] =>
  edited.map((one) => {
    const { row, reason } = one;
    const what = [row.object, row.field].filter((part) => part !== undefined).join(", ");
    return `${placeOf(one)}: ${what}: ${reason ?? "edited"}`;
  });

/** The text of the pull request, with as many rows as a forge takes. */
function bodyOf(
  report: DriftReport,
  edited: readonly Edited[],
  showAddresses: boolean,
  most: number,
  maxRows = 40,
): string {
  const texts = new TextFormatter({ showAddresses, isFull: false });
  const rowOf = (one: Edited): string => {
    const { row, reason } = one;
    const cells = [
      texts.code(row.object),
      row.field === undefined ? "" : texts.code(row.field),
      isChange(row) ? texts.value(row.stack) : "",
      isChange(row) ? texts.value(row.instance) : row.what,
      texts.code(placeOf(one)),
      ...(reason === undefined ? [] : [texts.code(reason)]),
    ];
    return `| ${cells.join(" | ")} |`;
  };
  const section = (heading: string, rows: readonly Edited[], isOpen: boolean): string[] => {
    if (rows.length === 0) return [];
    const head = ["Object", "Field", "Program", "Instance", "Place", ...(isOpen ? ["Why"] : [])];
    const lines = rows.slice(0, maxRows).map(rowOf);
    const left = rows.length - lines.length;
    return [
      `${heading}\n\n| ${head.join(" | ")} |\n|${" --- |".repeat(head.length)}\n${lines.join("\n")}`,
      ...(left === 0 ? [] : [`and ${counted(left, "more difference")}`]),
    ];
  };
  const text = [
    `Values changed on the instance of stack ${texts.code(report.stack)}. This pull request writes them into the program.`,
    "Other stacks of the same program get these values, too, with their next `pulumi up`. The next `pulumi-platform drift --open-pr` updates this pull request, or closes it if no difference is left to edit.",
    `To undo the changes instead, close this pull request. ${markdownInstruction(undoing(report))}`,
    ...section(
      "**Edited**",
      edited.filter(({ reason }) => reason === undefined),
      false,
    ),
    ...section(
      "**Left for you to edit**",
      edited.filter(({ reason }) => reason !== undefined),
      true,
    ),
  ].join("\n\n");
  return text.length <= most || maxRows === 0
    ? text
    : bodyOf(report, edited, showAddresses, most, Math.floor(maxRows / 2));
}
