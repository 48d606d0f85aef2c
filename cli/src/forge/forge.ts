import { Failure } from "../failure.js";
import type { ForgeApi, Post, PullRequest, Target, Titled } from "./api.js";
import { hasMarker, isSameText, marked } from "./marker.js";
import { ForgeFailure } from "./request.js";

export interface Written {
  url: string;
  change: "created" | "updated" | "unchanged" | "closed";
}

/** Identifies the pull request of a run. */
interface Origin {
  /** The number that the run's event names. */
  number?: number;
  /** The commit of the run, which finds the pull request of a push to its branch. */
  commit?: string;
}

/** A place with pull requests and issues, as one repository of it. Comments and issues have a marker, by which a later run finds it. */
export class Forge {
  #owner: Promise<string> | undefined;

  constructor(
    readonly api: ForgeApi,
    readonly repository: string,
    readonly origin: Origin,
  ) {}

  /** How many characters a text can have, without the marker. */
  textLimit(marker: string): number {
    return this.api.limit - marked(marker, "").length;
  }

  /** The one comment with this marker on the pull request of this run. */
  async comment(marker: string, text: string): Promise<Written> {
    return this.#commentOn({ kind: "pull request", number: await this.#number() }, marker, text);
  }

  /** The one open issue with this marker. */
  async issue(marker: string, title: string, text: string): Promise<Written> {
    const body = marked(marker, text);
    const [first, ...more] = await this.#issues(marker);
    if (first === undefined) {
      return this.#created(
        () => this.api.createIssue(title, body),
        async () => (await this.#issues(marker))[0],
      );
    }
    // Two runs at the same time can each have created one. Both get the new text.
    const changed = [first, ...more].filter((one) => !isAs(one, title, body));
    for (const { id } of changed) await this.api.update({ kind: "issue", number: id }, title, body);
    return { url: first.url, change: changed.length > 0 ? "updated" : "unchanged" };
  }

  /** Closes the issue with this marker, if there is one, and gives the reason in a comment. */
  async closeIssue(marker: string, text: string): Promise<Written | undefined> {
    const issues = await this.#issues(marker);
    for (const { id } of issues) await this.#close({ kind: "issue", number: id }, marker, text);
    return issues[0] && { url: issues[0].url, change: "closed" };
  }

  /** The one open pull request of a branch of this repository. */
  async pullRequest(wanted: {
    branch: string;
    /** The branch that it changes: the repository's default branch, unless you say another. */
    base?: string;
    title: string;
    text: string;
  }): Promise<Written> {
    const { branch, title, text } = wanted;
    const base = wanted.base ?? (await this.api.defaultBranch());
    const find = async (): Promise<PullRequest | undefined> =>
      (await this.api.openPullRequests()).find(
        (one) => one.isOwnBranch && one.branch === branch && one.base === base,
      );
    const found = await find();
    if (found === undefined) {
      return this.#created(() => this.api.createPullRequest({ branch, base, title, text }), find);
    }
    if (isAs(found, title, text) || found.author !== (await this.#self())) {
      return { url: found.url, change: "unchanged" };
    }
    await this.api.update({ kind: "pull request", number: found.id }, title, text);
    return { url: found.url, change: "updated" };
  }

  /** Closes our own open pull requests of a branch, if there are any, and gives the reason in a comment. */
  async closePullRequest(
    branch: string,
    marker: string,
    text: string,
  ): Promise<Written | undefined> {
    const open = (await this.api.openPullRequests()).filter(
      (one) => one.isOwnBranch && one.branch === branch,
    );
    if (open.length === 0) return undefined;
    const self = await this.#self();
    const own = open.filter(({ author }) => author === self);
    for (const { id } of own) await this.#close({ kind: "pull request", number: id }, marker, text);
    return own[0] && { url: own[0].url, change: "closed" };
  }

  async #close(on: Target, marker: string, reason: string): Promise<void> {
    await this.#commentOn(on, `${marker} closed`, reason);
    await this.api.close(on);
  }

  async #commentOn(on: Target, marker: string, text: string): Promise<Written> {
    const body = marked(marker, text);
    const [first, ...more] = await this.#comments(on, marker);
    if (first === undefined) {
      return this.#created(
        () => this.api.createComment(on, body),
        async () => (await this.#comments(on, marker))[0],
      );
    }
    const changed = [first, ...more].filter((one) => !isSameText(one.text, body));
    for (const { id } of changed) await this.api.updateComment(on, id, body);
    return { url: first.url, change: changed.length > 0 ? "updated" : "unchanged" };
  }

  /** The owner of the token, asked for once. */
  #self = (): Promise<string> => (this.#owner ??= this.api.self());

  #comments = async (on: Target, marker: string): Promise<Post[]> =>
    this.#own(await this.api.comments(on), marker);

  #issues = async (marker: string): Promise<Titled[]> =>
    this.#own(await this.api.openIssues(), marker);

  /** Our own texts, oldest first. Anybody can write the marker, so it is not enough. */
  async #own<One extends Post>(posts: readonly One[], marker: string): Promise<One[]> {
    const found = posts.filter(({ text }) => hasMarker(marker, text));
    if (found.length === 0) return [];
    const self = await this.#self();
    return found.filter(({ author }) => author === self).sort((a, b) => a.id - b.id);
  }

  /** Never sends a create twice. If its answer is lost or another run was faster, looks for the object. */
  async #created(
    create: () => Promise<Post>,
    find: () => Promise<Post | undefined>,
  ): Promise<Written> {
    try {
      return { url: (await create()).url, change: "created" };
    } catch (error) {
      const isOpen =
        error instanceof ForgeFailure && (error.isLost || [409, 422].includes(error.status ?? 0));
      const found = isOpen ? await find().catch(() => undefined) : undefined;
      if (found === undefined) throw error;
      return { url: found.url, change: "created" };
    }
  }

  async #number(): Promise<number> {
    const { number, commit } = this.origin;
    if (number !== undefined) return number;
    const open = commit === undefined ? [] : await this.api.openPullRequests();
    const found = open.find((one) => one.commit === commit);
    if (found !== undefined) return found.id;
    throw new Failure(
      `This run belongs to no open pull request of ${this.repository}, so there is nothing to comment on. Run the command in a workflow of pull requests.`,
    );
  }
}

const isAs = (one: Titled, title: string, text: string): boolean =>
  one.title === title && isSameText(one.text, text);
