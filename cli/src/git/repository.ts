import { join } from "node:path";
import { runGit } from "./run.js";
import type { GitOptions } from "./run.js";
import { Failure } from "../failure.js";
import { inPrivateFolder } from "../files.js";

/** A commit that no branch of this repository has. */
interface LooseCommit {
  id: string;
  tree: string;
  parent: string;
}

/** The newest commit of a branch of the remote. */
interface Tip {
  id: string;
  tree: string;
  parents: string;
  /** The last line of its message. */
  lastLine: string;
}

/** The repository of a folder. No shell reads the arguments of git, and the work tree never changes. */
export class Git {
  constructor(readonly folder: string) {}

  /** The files below the folder that git knows. */
  async files(): Promise<string[]> {
    const args = ["ls-files", "-z", "--", "."];
    const listed = this.#run("list the files of the program", args).catch((error: unknown) => {
      throw new Failure(...(error as Failure).lines, withoutRepository);
    });
    return parts(await listed);
  }

  /** The path of the folder in its repository, with a slash at its end. */
  prefix(): Promise<string> {
    return this.#run("find the folder of the repository", ["rev-parse", "--show-prefix"]);
  }

  /** The files that differ from the last commit. */
  async changed(files: readonly string[]): Promise<string[]> {
    const args = ["status", "--porcelain", "-z", "--", ...literal(files)];
    return parts(await this.#run("look for changes", args)).map((line) => line.slice(3));
  }

  /** The branch that is checked out; undefined if it is only a commit. */
  async branch(): Promise<string | undefined> {
    const name = await this.#run("find the branch", ["branch", "--show-current"]);
    return name === "" ? undefined : name;
  }

  /** The last commit with other texts in some of its files. */
  async tree(texts: ReadonlyMap<string, string>): Promise<string> {
    const operation = "write the files";
    return inPrivateFolder(async (folder) => {
      const env = { GIT_INDEX_FILE: join(folder, "index") };
      await this.#run(operation, ["read-tree", "HEAD"], { env });
      for (const [file, input] of texts) {
        const args = ["hash-object", "-w", "--stdin", `--path=${file}`];
        const blob = await this.#run(operation, args, { input });
        const staged = ["ls-files", "--stage", "-z", "--full-name", "--", ...literal([file])];
        const [mode, , path] = /^(\d+) (\w+) \d\t([^\0]*)/
          .exec(await this.#run(operation, staged, { env }))
          ?.slice(1) ?? [""];
        const entry = `${mode},${blob},${path}`;
        await this.#run(operation, ["update-index", "--cacheinfo", entry], { env });
      }
      return this.#run(operation, ["write-tree"], { env });
    });
  }

  /** The changes of a tree, as a patch. */
  diff(tree: string): Promise<string> {
    const options = ["--no-ext-diff", "--no-textconv", "--no-color"];
    return this.#run("compare the files", ["diff", ...options, "HEAD", tree, "--"]);
  }

  async commit(tree: string, message: string): Promise<LooseCommit> {
    const parent = await this.#run("find the commit", ["rev-parse", "HEAD"]);
    const args = [...(await this.#author()), "commit-tree", tree, "-p", parent];
    return { tree, parent, id: await this.#run("commit", args, { input: message }) };
  }

  /**
   * Puts a commit on a branch of the remote, in place of an earlier one with the same last line. Commits of other people
   * are never replaced.
   */
  async push({ id, tree, parent }: LooseCommit, branch: string, lastLine: string): Promise<void> {
    const tip = await this.tip(branch);
    if (tip !== undefined && tip.lastLine !== lastLine) {
      throw new Failure(
        `Branch ${branch} has commits that this command did not write, so it stays as it is. Merge or delete the branch, or name another one with --branch.`,
      );
    }
    if (tip?.tree === tree && tip.parents === parent) return;
    // Git refuses if somebody changes the branch at this moment.
    const ref = `refs/heads/${branch}`;
    const lease = `--force-with-lease=${ref}:${tip?.id ?? ""}`;
    const args = ["push", "--quiet", lease, "--", remote, `${id}:${ref}`];
    await this.#run(`push branch ${branch}`, args);
  }

  /** The newest commit of a branch of the remote; undefined if the remote lacks the branch. */
  async tip(branch: string): Promise<Tip | undefined> {
    const operation = `read branch ${branch} of the remote ${remote}`;
    const ref = `refs/heads/${branch}`;
    await this.#run("check the name", ["check-ref-format", ref]).catch(() => {
      throw new Failure(`"${branch}" cannot be the name of a branch. Name one with --branch.`);
    });
    const listed = await this.#run(operation, ["ls-remote", "--", remote, ref]);
    // Git also lists branches whose names end with this one.
    const line = listed.split("\n").find((one) => one.endsWith(`\t${ref}`));
    if (line === undefined) return undefined;
    const id = line.split("\t", 1)[0] ?? "";
    await this.#run(operation, ["fetch", "--quiet", "--no-tags", "--", remote, ref]);
    const told = await this.#run(operation, ["log", "-1", ...plain, id, "--"]);
    const [tree = "", parents = "", ...message] = told.trimEnd().split("\n");
    return { id, tree, parents, lastLine: message.at(-1) ?? "" };
  }

  /** Runners have no identity for git. */
  async #author(): Promise<string[]> {
    const ours = { "user.name": "pulumi-platform", "user.email": ourEmail };
    const settings: string[] = [];
    for (const [name, value] of Object.entries(ours)) {
      const args = ["config", "--default", "", "--get", name];
      const known = await this.#run("read the settings", args);
      if (known === "") settings.push("-c", `${name}=${value}`);
    }
    return settings;
  }

  #run(operation: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
    return runGit(operation, args, { ...options, folder: this.folder });
  }
}

const remote = "origin";

const withoutRepository =
  "Outside of a Git repository, write the values of the instance into the program yourself.";

const plain = ["--no-show-signature", "--no-color", "--format=%T%n%P%n%B"];

const ourEmail = "pulumi-platform@users.noreply.invalid";

const parts = (text: string): string[] => text.split("\0").filter((part) => part !== "");

/** Paths in which git sees no pattern. */
const literal = (files: readonly string[]): string[] => files.map((file) => `:(literal)${file}`);
