import { isAbsolute, relative } from "node:path";
import { runGit } from "../git/run.js";
import { Failure } from "../failure.js";

/** The commit of a plan. A merge creates another commit with the same tree. */
interface ReviewedCommit {
  commit: string;
  /** Git's hash of all files of the commit. */
  tree: string;
}

/** The commit in this folder. Fails for uncommitted files, except the files of the plan. */
export async function reviewedCommit(planFolder: string): Promise<ReviewedCommit> {
  const hashes = await runGit("find the commit", ["rev-parse", "HEAD", "HEAD^{tree}"]);
  const paths = [":/", ...exceptions(planFolder)];
  const status = ["status", "--porcelain", "--untracked-files=all", "--", ...paths];
  const changed = await runGit("look for changes", status);
  if (changed !== "") {
    const files = changed.split("\n").map((line) => `  ${line.trim()}`);
    throw new Failure(
      ...["Git has changes that no commit contains:", "", ...files.slice(0, 10), ""],
      "Commit them, or list files that your pipeline writes in .gitignore.",
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

/** The files in which two trees differ; undefined if this clone lacks one of the trees. */
export async function changedFiles(before: string, now: string): Promise<string[] | undefined> {
  const args = ["diff", "--name-only", before, now];
  const files = await runGit("compare two commits", args).catch(() => undefined);
  return files?.split("\n").filter(Boolean);
}
