import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Gitea, Person } from "./gitea";
import type { Machine } from "./machine";
import { run } from "./processes";

export interface PullRequest {
  number: number;
  merged: boolean;
  state: string;
  merge_commit_sha: string | null;
  head: { sha: string; ref: string; repo: { full_name: string } };
  body: string;
}

interface Comment {
  id: number;
  body: string;
  user: { login: string };
}

export interface Issue {
  number: number;
  title: string;
  body: string;
  state: string;
}

/** A repository of a team on the forge, and the clone of an author. */
export class Repository {
  constructor(
    readonly forge: Gitea,
    readonly repository: string,
    readonly clone: string,
    protected readonly author: Machine,
  ) {}

  /** Makes the repository on the forge from the files of the clone, and protects main. */
  async publish(): Promise<void> {
    const { forge } = this;
    await this.git("init", "--quiet", "--initial-branch=main");
    await this.git("config", "user.name", "Author");
    await this.git("config", "user.email", "author@example.com");
    await forge.call("admin", "POST", "/orgs/team/repos", {
      name: this.repository.slice("team/".length),
    });
    const repository = `/repos/${this.repository}`;
    const rights = { bot: "write", author: "write", reviewer: "write", reader: "read" };
    for (const [person, permission] of Object.entries(rights)) {
      await forge.call("admin", "PUT", `${repository}/collaborators/${person}`, { permission });
    }
    await this.commit("The program");
    await this.push("main", "author");
    await forge.call("admin", "POST", `${repository}/branch_protections`, {
      rule_name: "main",
      enable_push: false,
      required_approvals: 1,
    });
  }

  write(file: string, text: string): void {
    mkdirSync(join(this.clone, file, ".."), { recursive: true });
    writeFileSync(join(this.clone, file), text);
  }

  read(file: string): string {
    return readFileSync(join(this.clone, file), "utf8");
  }

  git(...args: string[]): Promise<string> {
    return run("git", args, { cwd: this.clone, env: this.author.environment() });
  }

  async commit(message: string): Promise<void> {
    await this.git("add", "--all");
    await this.git("commit", "--quiet", "--message", message);
  }

  async push(branch: string, as: Person, repository = this.repository): Promise<void> {
    const remote = this.forge.remote(as, repository);
    await this.git("push", "--quiet", remote, `HEAD:refs/heads/${branch}`);
    const commit = (await this.git("rev-parse", "HEAD")).trim();
    await this.#settled(async () => (await this.tip(branch, repository)) === commit);
  }

  /** The last commit of a branch. */
  async tip(branch: string, repository = this.repository): Promise<string | undefined> {
    const path = `/repos/${repository}/branches/${encodeURIComponent(branch)}`;
    const { status, text } = await this.forge.request("admin", "GET", path);
    if (status !== 200) return undefined;
    return (JSON.parse(text) as { commit: { id: string } }).commit.id;
  }

  /** Waits until the forge has worked out what a push means: it does so after its answer. */
  async #settled(isSettled: () => Promise<boolean>): Promise<void> {
    for (let left = 100; !(await isSettled()); left--) {
      if (left === 0) throw new Error("Gitea does not notice a push.");
      await sleep(100);
    }
  }

  /** Puts a change of the program on a new branch from main. */
  async branch(name: string, change: () => void): Promise<void> {
    await this.update();
    await this.git("checkout", "--quiet", "-B", name);
    change();
    await this.commit(name);
    await this.push(name, "author");
  }

  /** Makes the clone equal to main on the forge. */
  async update(): Promise<void> {
    await this.git("fetch", "--quiet", this.forge.remote("author", this.repository), "main");
    await this.git("checkout", "--quiet", "-B", "main", "FETCH_HEAD");
  }

  api<Answer>(as: Person, method: string, path: string, body?: unknown): Promise<Answer> {
    return this.forge.call<Answer>(as, method, `/repos/${this.repository}${path}`, body);
  }

  open(head: string, as: Person = "author"): Promise<PullRequest> {
    return this.api(as, "POST", "/pulls", { head, base: "main", title: `Change ${head}` });
  }

  pullRequest(number: number): Promise<PullRequest> {
    return this.api("reader", "GET", `/pulls/${number}`);
  }

  /** The last commit of a pull request. */
  async head(number: number): Promise<string> {
    let sha = "";
    await this.#settled(async () => {
      const { head } = await this.pullRequest(number);
      sha = head.sha;
      return (await this.tip(head.ref, head.repo.full_name)) === sha;
    });
    return sha;
  }

  comments(number: number): Promise<Comment[]> {
    return this.api("reader", "GET", `/issues/${number}/comments`);
  }

  issues(): Promise<Issue[]> {
    return this.api("reader", "GET", "/issues?type=issues&state=all");
  }

  async approveAndMerge(number: number): Promise<void> {
    await this.api("reviewer", "POST", `/pulls/${number}/reviews`, { event: "APPROVED" });
    await this.api("author", "POST", `/pulls/${number}/merge`, { Do: "merge" });
    await this.#settled(async () => {
      const { merge_commit_sha } = await this.pullRequest(number);
      return (await this.tip("main")) === merge_commit_sha;
    });
    await this.update();
  }
}
