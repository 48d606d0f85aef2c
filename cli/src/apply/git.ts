import { execFile } from "node:child_process";
import { isAbsolute, relative } from "node:path";
import { promisify } from "node:util";
import { Failure } from "../failure.js";

/** What the program of a plan is: a merge keeps the tree, and makes another commit. */
export interface Reviewed {
  commit: string;
  /** Git's hash of all files of the commit. */
  tree: string;
}

const git = async (...args: string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)("git", args, { maxBuffer: 1 << 28 });
  return stdout.trim();
};

/** The commit in this folder; refuses files that no commit has, except those of the plan itself. */
export async function reviewedCommit(planFolder: string): Promise<Reviewed> {
  let hashes: string;
  try {
    hashes = await git("rev-parse", "HEAD", "HEAD^{tree}");
  } catch (error) {
    throw new Failure(
      `This folder has no commit of git: ${firstLine(error)}. A plan belongs to a commit, so run the command in a clone of your repository.`,
    );
  }
  const paths = [":/", ...exceptions(planFolder)];
  const changed = await git("status", "--porcelain", "--untracked-files=all", "--", ...paths);
  if (changed !== "") {
    const files = changed.split("\n").map((line) => `  ${line.trim()}`);
    throw new Failure(
      `Git has changes that no commit contains:\n\n${files.slice(0, 10).join("\n")}\n\nCommit them, or list files that your pipeline writes in .gitignore.`,
    );
  }
  const [commit = "", tree = ""] = hashes.split("\n");
  return { commit, tree };
}

function exceptions(folder: string): string[] {
  const path = relative(process.cwd(), folder);
  const isInside = path !== "" && !path.startsWith("..") && !isAbsolute(path);
  return isInside ? [`:(exclude,literal)${path}`] : [];
}

/** The files in which two trees differ; undefined where this clone does not have both. */
export async function changedFiles(before: string, now: string): Promise<string[] | undefined> {
  try {
    return (await git("diff", "--name-only", before, now)).split("\n").filter(Boolean);
  } catch {
    return undefined;
  }
}

const firstLine = (error: unknown): string => {
  const { stderr = "", message } = error as { stderr?: string; message: string };
  const said = stderr.trim().split("\n")[0] || message;
  return said.replace(/^fatal: /, "").replace(/\.$/, "");
};
