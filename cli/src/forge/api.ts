/** A comment, an issue or a pull request of a forge. */
export interface Post {
  id: number;
  /** The author of the text, comparable with `self()`. */
  author: string;
  text: string;
  url: string;
}

export interface Titled extends Post {
  title: string;
}

export interface PullRequest extends Titled {
  branch: string;
  base: string;
  /** The newest commit of the branch. */
  commit: string;
  /** Whether the branch is in the repository itself, not in a fork of it. */
  isOwnBranch: boolean;
}

/** What has comments, a title and an end. */
export interface Target {
  kind: "pull request" | "issue";
  number: number;
}

export interface NewPullRequest {
  branch: string;
  base: string;
  title: string;
  text: string;
}

/** The calls of one forge. GitLab's merge requests are called pull requests here, too. */
export interface ForgeApi {
  readonly name: "GitHub" | "Gitea" | "GitLab";
  /** How many characters a text can have. */
  readonly limit: number;
  /** The owner of the token. */
  self(): Promise<string>;
  comments(on: Target): Promise<Post[]>;
  createComment(on: Target, text: string): Promise<Post>;
  updateComment(on: Target, id: number, text: string): Promise<void>;
  openIssues(): Promise<Titled[]>;
  createIssue(title: string, text: string): Promise<Post>;
  openPullRequests(): Promise<PullRequest[]>;
  createPullRequest(wanted: NewPullRequest): Promise<Post>;
  update(on: Target, title: string, text: string): Promise<void>;
  close(on: Target): Promise<void>;
  defaultBranch(): Promise<string>;
}
