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

  constructor(
    access: Access,
    /** Its number or its path. */
    readonly project: string,
  ) {
    this.#requests = new Requests(access);
  }

  async self(): Promise<string> {
    const operation = "find out whose token this is";
    const call = { operation, permission: "scope read_user or api" };
    return String(((await this.#requests.send(call, "GET /user")) as Author).id);
  }

  async comments(on: Target): Promise<Post[]> {
    const notes = await this.#list(`read the comments of ${nameOf(on)}`, `${pathOf(on)}/notes`);
    return (notes as Note[]).map((one) => noteOf(on, one));
  }

  async createComment(on: Target, text: string): Promise<Post> {
    const route = `POST ${pathOf(on)}/notes`;
    const note = await this.#send(`comment on ${nameOf(on)}`, write, route, { body: text });
    return noteOf(on, note as Note);
  }

  async updateComment(on: Target, id: number, text: string): Promise<void> {
    const route = `PUT ${pathOf(on)}/notes/${id}`;
    await this.#send(`update the comment on ${nameOf(on)}`, write, route, { body: text });
  }

  async openIssues(): Promise<Titled[]> {
    const query = { state: "opened", scope: "created_by_me" };
    return ((await this.#list("read the open issues", "/issues", query)) as Issue[]).map(issueOf);
  }

  async createIssue(title: string, text: string): Promise<Post> {
    const body = { title, description: text };
    return issueOf((await this.#send("create an issue", write, "POST /issues", body)) as Issue);
  }

  async openPullRequests(): Promise<PullRequest[]> {
    const operation = "read the open merge requests";
    const open = await this.#list(operation, "/merge_requests", { state: "opened" });
    return (open as MergeRequest[]).map((one) => ({
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
    return issueOf((await this.#send(operation, push, "POST /merge_requests", body)) as Issue);
  }

  update(on: Target, title: string, text: string): Promise<void> {
    return this.#change("update", on, { title, description: text });
  }

  close(on: Target): Promise<void> {
    return this.#change("close", on, { state_event: "close" });
  }

  async #change(verb: string, on: Target, change: object): Promise<void> {
    const permission = on.kind === "issue" ? write : push;
    await this.#send(`${verb} ${nameOf(on)}`, permission, `PUT ${pathOf(on)}`, change);
  }

  async defaultBranch(): Promise<string> {
    const project = await this.#send("find the default branch", read, "GET ");
    return (project as { default_branch: string }).default_branch;
  }

  #send(operation: string, permission: string, route: string, body?: object): Promise<unknown> {
    const call = this.#call(operation, permission);
    return this.#requests.send(call, this.#path(route), body);
  }

  #list(operation: string, path: string, query?: object): Promise<object[]> {
    const parameters = { ...query, per_page: 100 };
    return this.#requests.list(this.#call(operation, read), this.#path(`GET ${path}`), parameters);
  }

  #path = (route: string): string =>
    route.replace(" ", ` /projects/${encodeURIComponent(this.project)}`);

  #call = (operation: string, permission: string): Call => ({
    operation: `${operation} of project ${this.project}`,
    permission,
  });
}

/** Notes have no address of their own in the answers. */
const noteOf = (on: Target, one: Note): Post => ({
  id: one.id,
  author: String(one.author.id),
  text: one.body,
  url: `${nameOf(on)}, note ${one.id}`,
});

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
