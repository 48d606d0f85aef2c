import type { ForgeApi, NewPullRequest, Post, PullRequest, Target, Titled } from "./api.js";
import { Requests } from "./request.js";
import type { Access, Call } from "./call.js";

interface Author {
  id: number;
}

interface Note {
  id: number;
  author: Author;
  body: string;
}

interface Issue {
  iid: number;
  author: Author;
  title: string;
  description: string | null;
  web_url: string;
}

interface MergeRequest extends Issue {
  source_branch: string;
  target_branch: string;
  source_project_id: number;
  target_project_id: number;
  sha: string;
}

const write = "scope api, and the role Reporter or a higher one in the project";
const push = "scope api, and the role Developer or a higher one in the project";
const read = "scope read_api or api";

/** GitLab's API. Its merge requests are pull requests here. */
export class GitLabApi implements ForgeApi {
  readonly name = "GitLab";
  readonly limit = 1_000_000;
  readonly #requests: Requests;
  #self: Promise<string> | undefined;

  constructor(
    access: Access,
    /** Its number or its path. */
    readonly project: string,
  ) {
    this.#requests = new Requests(access);
  }

  self(): Promise<string> {
    const call = {
      operation: "find out whose token this is",
      permission: "scope read_user or api",
      path: "/user",
    };
    this.#self ??= this.#requests.get(call).then((user) => String((user as Author).id));
    return this.#self;
  }

  async comments(on: Target): Promise<Post[]> {
    const call = this.#call(`read the comments of ${nameOf(on)}`, read, `${pathOf(on)}/notes`);
    return ((await this.#list(call)) as Note[]).map((one) => this.#noteOf(on, one));
  }

  async createComment(on: Target, text: string): Promise<Post> {
    const call = this.#call(`comment on ${nameOf(on)}`, write, `${pathOf(on)}/notes`);
    return this.#noteOf(on, (await this.#requests.create(call, { body: text })) as Note);
  }

  async updateComment(on: Target, id: number, text: string): Promise<void> {
    const path = `${pathOf(on)}/notes/${id}`;
    const call = this.#call(`update the comment on ${nameOf(on)}`, write, path);
    await this.#requests.update("PUT", call, { body: text });
  }

  async openIssues(): Promise<Titled[]> {
    const query = { state: "opened", scope: "created_by_me" };
    const call = this.#call("read the open issues", read, "/issues", query);
    return ((await this.#list(call)) as Issue[]).map(issueOf);
  }

  async createIssue(title: string, text: string): Promise<Post> {
    const call = this.#call("create an issue", write, "/issues");
    return issueOf((await this.#requests.create(call, { title, description: text })) as Issue);
  }

  async updateIssue(number: number, title: string, text: string): Promise<void> {
    const call = this.#call(`update issue #${number}`, write, `/issues/${number}`);
    await this.#requests.update("PUT", call, { title, description: text });
  }

  async closeIssue(number: number): Promise<void> {
    const call = this.#call(`close issue #${number}`, write, `/issues/${number}`);
    await this.#requests.update("PUT", call, { state_event: "close" });
  }

  async openPullRequests(): Promise<PullRequest[]> {
    const query = { state: "opened" };
    const call = this.#call("read the open merge requests", read, "/merge_requests", query);
    return ((await this.#list(call)) as MergeRequest[]).map((one) => ({
      ...issueOf(one),
      branch: one.source_branch,
      base: one.target_branch,
      commit: one.sha,
      isOwnBranch: one.source_project_id === one.target_project_id,
    }));
  }

  async createPullRequest({ branch, base, title, text }: NewPullRequest): Promise<Post> {
    const operation = `create a merge request of branch ${branch}`;
    const body = { source_branch: branch, target_branch: base, title, description: text };
    const call = this.#call(operation, push, "/merge_requests");
    return issueOf((await this.#requests.create(call, body)) as MergeRequest);
  }

  async updatePullRequest(number: number, title: string, text: string): Promise<void> {
    const call = this.#call(`update merge request !${number}`, push, `/merge_requests/${number}`);
    await this.#requests.update("PUT", call, { title, description: text });
  }

  async closePullRequest(number: number): Promise<void> {
    const call = this.#call(`close merge request !${number}`, push, `/merge_requests/${number}`);
    await this.#requests.update("PUT", call, { state_event: "close" });
  }

  async defaultBranch(): Promise<string> {
    const call = this.#call("find the default branch", read, "");
    return ((await this.#requests.get(call)) as { default_branch: string }).default_branch;
  }

  #list(call: Call): Promise<object[]> {
    return this.#requests.list(
      { ...call, query: { ...call.query, per_page: 100 } },
      (item) => (item as { id: number }).id,
    );
  }

  #call(operation: string, permission: string, path: string, query?: Call["query"]): Call {
    return {
      operation: `${operation} of project ${this.project}`,
      permission,
      path: `/projects/${encodeURIComponent(this.project)}${path}`,
      ...(query && { query }),
    };
  }

  /** Notes have no address of their own in the answers. */
  #noteOf = (on: Target, one: Note): Post => ({
    id: one.id,
    author: String(one.author.id),
    text: one.body,
    url: `${nameOf(on)}, note ${one.id}`,
  });
}

const pathOf = ({ kind, number }: Target): string =>
  `/${kind === "issue" ? "issues" : "merge_requests"}/${number}`;

const nameOf = ({ kind, number }: Target): string =>
  kind === "issue" ? `issue #${number}` : `merge request !${number}`;

const issueOf = (one: Issue): Titled => ({
  id: one.iid,
  author: String(one.author.id),
  text: one.description ?? "",
  url: one.web_url,
  title: one.title,
});
