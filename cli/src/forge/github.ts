import type { ForgeApi, NewPullRequest, Post, PullRequest, Target, Titled } from "./api.js";
import { ForgeFailure, Requests } from "./request.js";
import type { Access, Call } from "./call.js";

interface User {
  login: string;
}

interface Comment {
  id: number;
  user: User | null;
  body: string | null;
  html_url: string;
}

interface Issue extends Omit<Comment, "id"> {
  number: number;
  title: string;
  /** A list of issues also has the pull requests. */
  pull_request?: unknown;
}

interface Side {
  ref: string;
  sha: string;
  repo: { full_name: string } | null;
}

interface Pull extends Issue {
  head: Side;
  base: Side;
}

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
  #self: Promise<string> | undefined;

  constructor(
    readonly name: "GitHub" | "Gitea",
    access: Access,
    /** `owner/name`. */
    readonly repository: string,
    /** Where GitHub answers GraphQL. */
    readonly graphql = "/graphql",
  ) {
    this.#requests = new Requests(access);
  }

  self(): Promise<string> {
    this.#self ??= this.#login();
    return this.#self;
  }

  async #login(): Promise<string> {
    const operation = `find out whose token this is`;
    const permission = permissions[this.name].user;
    try {
      const user = await this.#requests.get({ operation, permission, path: "/user" });
      return (user as User).login;
    } catch (error) {
      if (this.name === "Gitea" || !(error instanceof ForgeFailure) || error.status !== 403) {
        throw error;
      }
      // The token of a workflow or an app belongs to no user. Only GraphQL returns its name.
      const query = { query: "query { viewer { login } }" };
      const call = { operation, permission, path: this.graphql };
      const answer = await this.#requests.update("POST", call, query);
      const { data } = answer as { data?: { viewer?: User } };
      if (data?.viewer?.login === undefined) throw error;
      return data.viewer.login;
    }
  }

  async comments({ kind, number }: Target): Promise<Post[]> {
    const call = this.#call(
      `read the comments of ${kind} #${number}`,
      "read",
      `/issues/${number}/comments`,
    );
    return ((await this.#list(call)) as Comment[]).map(commentOf);
  }

  async createComment({ kind, number }: Target, text: string): Promise<Post> {
    const permission = kind === "issue" ? "issues" : "comments";
    const call = this.#call(
      `comment on ${kind} #${number}`,
      permission,
      `/issues/${number}/comments`,
    );
    return commentOf((await this.#requests.create(call, { body: text })) as Comment);
  }

  async updateComment({ kind, number }: Target, id: number, text: string): Promise<void> {
    const permission = kind === "issue" ? "issues" : "comments";
    const call = this.#call(
      `update the comment on ${kind} #${number}`,
      permission,
      `/issues/comments/${id}`,
    );
    await this.#requests.update("PATCH", call, { body: text });
  }

  async openIssues(): Promise<Titled[]> {
    const call = this.#call("read the open issues", "read", "/issues", { state: "open" });
    const issues = (await this.#list(call)) as Issue[];
    return issues.filter((one) => one.pull_request == null).map(issueOf);
  }

  async createIssue(title: string, text: string): Promise<Post> {
    const call = this.#call("create an issue", "issues", "/issues");
    return issueOf((await this.#requests.create(call, { title, body: text })) as Issue);
  }

  async updateIssue(number: number, title: string, text: string): Promise<void> {
    const call = this.#call(`update issue #${number}`, "issues", `/issues/${number}`);
    await this.#requests.update("PATCH", call, { title, body: text });
  }

  async closeIssue(number: number): Promise<void> {
    const call = this.#call(`close issue #${number}`, "issues", `/issues/${number}`);
    await this.#requests.update("PATCH", call, { state: "closed" });
  }

  async openPullRequests(): Promise<PullRequest[]> {
    const call = this.#call("read the open pull requests", "read", "/pulls", { state: "open" });
    return ((await this.#list(call)) as Pull[]).map((one) => ({
      ...issueOf(one),
      branch: one.head.ref,
      base: one.base.ref,
      commit: one.head.sha,
      // Names of repositories have no case.
      isOwnBranch: one.head.repo?.full_name.toLowerCase() === this.repository.toLowerCase(),
    }));
  }

  async createPullRequest({ branch, base, title, text }: NewPullRequest): Promise<Post> {
    const call = this.#call(`create a pull request of branch ${branch}`, "pulls", "/pulls");
    const body = { title, body: text, head: branch, base };
    return issueOf((await this.#requests.create(call, body)) as Issue);
  }

  async updatePullRequest(number: number, title: string, text: string): Promise<void> {
    const call = this.#call(`update pull request #${number}`, "pulls", `/pulls/${number}`);
    await this.#requests.update("PATCH", call, { title, body: text });
  }

  async closePullRequest(number: number): Promise<void> {
    const call = this.#call(`close pull request #${number}`, "pulls", `/pulls/${number}`);
    await this.#requests.update("PATCH", call, { state: "closed" });
  }

  async defaultBranch(): Promise<string> {
    const call = this.#call("find the default branch", "read", "");
    return ((await this.#requests.get(call)) as { default_branch: string }).default_branch;
  }

  #list(call: Call): Promise<object[]> {
    const [size, most] =
      this.name === "GitHub" ? (["per_page", 100] as const) : (["limit", 50] as const);
    return this.#requests.list(
      { ...call, query: { ...call.query, [size]: most } },
      (item) => (item as { id: number }).id,
    );
  }

  #call(operation: string, permission: Permission, path: string, query?: Call["query"]): Call {
    return {
      operation: `${operation} of ${this.repository}`,
      permission: permissions[this.name][permission],
      path: `/repos/${this.repository}${path}`,
      ...(query && { query }),
    };
  }
}

const commentOf = (one: Comment): Post => ({
  id: one.id,
  author: one.user?.login ?? "",
  text: one.body ?? "",
  url: one.html_url,
});

const issueOf = (one: Issue): Titled => ({
  ...commentOf({ ...one, id: one.number }),
  title: one.title,
});
