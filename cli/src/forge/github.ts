import type { Endpoints } from "@octokit/types";
import type { ForgeApi, NewPullRequest, Post, PullRequest, Target, Titled } from "./api.js";
import { ForgeFailure, Requests } from "./request.js";
import type { Access, Call } from "./call.js";

interface User {
  login: string;
}

interface Text {
  user: User | null;
  body?: string | null;
  html_url: string;
}

interface Issue extends Text {
  number: number;
  title: string;
}

interface Pull extends Issue {
  head: { ref: string; sha: string; repo: { full_name: string } | null };
  base: { ref: string };
}

type Change = { title: string; body: string } | { state: "closed" };

/** Sends a request to a route of the repository. */
type Send = <Route extends keyof Endpoints>(
  operation: string,
  permission: Permission,
  route: Route,
  parameters: Omit<Endpoints[Route]["parameters"], "owner" | "repo">,
) => Promise<Endpoints[Route]["response"]["data"]>;

type Permission = "comments" | "issues" | "pulls" | "read" | "user";

const permissions: Record<"GitHub" | "Gitea", Record<Permission, string>> = {
  GitHub: {
    comments: "pull-requests: write",
    issues: "issues: write",
    pulls:
      "pull-requests: write (and, for the workflow's own token, the repository's setting that lets workflows create pull requests)",
    read: "contents: read, issues: read and pull-requests: read",
    user: "read access to its own user",
  },
  Gitea: {
    comments: "write:issue",
    issues: "write:issue",
    pulls: "write:repository",
    read: "read:repository and read:issue",
    user: "read:user",
  },
};

/** GitHub's API, which Gitea and Forgejo also have. */
export class GitHubApi implements ForgeApi {
  readonly limit = 65_536;
  readonly #requests: Requests;

  constructor(
    readonly name: "GitHub" | "Gitea",
    access: Access,
    /** `owner/name`. */
    readonly repository: string,
  ) {
    this.#requests = new Requests(access);
  }

  async self(): Promise<string> {
    const operation = "find out whose token this is";
    const call = { operation, permission: permissions[this.name].user };
    try {
      return ((await this.#requests.send(call, "GET /user")) as User).login;
    } catch (error) {
      if (this.name === "Gitea" || !(error instanceof ForgeFailure) || error.status !== 403) {
        throw error;
      }
      // GitHub Enterprise Server has both /api/v3 and /api/graphql.
      const { url } = this.#requests.access;
      const route = url.endsWith("/v3") ? "POST /../graphql" : "POST /graphql";
      // The token of a workflow or an app belongs to no user. Only GraphQL returns its name.
      const query = "query { viewer { login } }";
      const answer = await this.#requests.send(call, route, { query });
      const { data } = answer as { data?: { viewer?: User } };
      if (data?.viewer?.login === undefined) throw error;
      return data.viewer.login;
    }
  }

  async comments({ kind, number }: Target): Promise<Post[]> {
    const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
    const operation = `read the comments of ${kind} #${number}`;
    return (await this.#list(operation, "read", route, { issue_number: number })).map(commentOf);
  }

  async createComment({ kind, number }: Target, text: string): Promise<Post> {
    const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
    const permission = kind === "issue" ? "issues" : "comments";
    const comment = { issue_number: number, body: text };
    return commentOf(await this.#ask(`comment on ${kind} #${number}`, permission, route, comment));
  }

  async updateComment({ kind, number }: Target, id: number, text: string): Promise<void> {
    const route = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
    const permission = kind === "issue" ? "issues" : "comments";
    const operation = `update the comment on ${kind} #${number}`;
    await this.#ask(operation, permission, route, { comment_id: id, body: text });
  }

  async openIssues(): Promise<Titled[]> {
    const route = "GET /repos/{owner}/{repo}/issues";
    const issues = await this.#list("read the open issues", "read", route, { state: "open" });
    // A list of issues also has the pull requests.
    return issues.filter((one) => one.pull_request == null).map(issueOf);
  }

  async createIssue(title: string, text: string): Promise<Post> {
    const route = "POST /repos/{owner}/{repo}/issues";
    return issueOf(await this.#ask("create an issue", "issues", route, { title, body: text }));
  }

  async openPullRequests(): Promise<PullRequest[]> {
    const route = "GET /repos/{owner}/{repo}/pulls";
    const operation = "read the open pull requests";
    const pulls: readonly Pull[] = await this.#list(operation, "read", route, { state: "open" });
    return pulls.map((one) => ({
      ...issueOf(one),
      branch: one.head.ref,
      base: one.base.ref,
      commit: one.head.sha,
      // Names of repositories have no case.
      isOwnBranch: one.head.repo?.full_name.toLowerCase() === this.repository.toLowerCase(),
    }));
  }

  async createPullRequest({ branch, base, title, text }: NewPullRequest): Promise<Post> {
    const route = "POST /repos/{owner}/{repo}/pulls";
    const operation = `create a pull request of branch ${branch}`;
    const pull = { title, body: text, head: branch, base };
    return issueOf(await this.#ask(operation, "pulls", route, pull));
  }

  update(on: Target, title: string, text: string): Promise<void> {
    return this.#change("update", on, { title, body: text });
  }

  close(on: Target): Promise<void> {
    return this.#change("close", on, { state: "closed" });
  }

  async #change(verb: string, { kind, number }: Target, change: Change): Promise<void> {
    const operation = `${verb} ${kind} #${number}`;
    if (kind === "issue") {
      const route = "PATCH /repos/{owner}/{repo}/issues/{issue_number}";
      await this.#ask(operation, "issues", route, { issue_number: number, ...change });
    } else {
      const route = "PATCH /repos/{owner}/{repo}/pulls/{pull_number}";
      await this.#ask(operation, "pulls", route, { pull_number: number, ...change });
    }
  }

  async defaultBranch(): Promise<string> {
    const route = "GET /repos/{owner}/{repo}";
    return (await this.#ask("find the default branch", "read", route, {})).default_branch;
  }

  readonly #ask: Send = (operation, permission, route, parameters) =>
    this.#requests.send(this.#call(operation, permission), this.#path(route), parameters);

  /** All pages of a list. */
  readonly #list: Send = (operation, permission, route, parameters) => {
    const size = this.name === "GitHub" ? { per_page: 100 } : { limit: 50 };
    const call = this.#call(operation, permission);
    return this.#requests.list(call, this.#path(route), { ...parameters, ...size });
  };

  #path = (route: string): string => route.replace("{owner}/{repo}", this.repository);

  #call = (operation: string, permission: Permission): Call => ({
    operation: `${operation} of ${this.repository}`,
    permission: permissions[this.name][permission],
  });
}

const postOf = (id: number, one: Text): Post => ({
  id,
  author: one.user?.login ?? "",
  text: one.body ?? "",
  url: one.html_url,
});

const commentOf = (one: Text & { id: number }): Post => postOf(one.id, one);

const issueOf = (one: Issue): Titled => ({ ...postOf(one.number, one), title: one.title });
