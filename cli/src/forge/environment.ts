import { readFileSync } from "node:fs";
import { Failure } from "../failure.js";
import type { ForgeApi } from "./api.js";
import { Forge } from "./forge.js";
import { GitHubApi } from "./github.js";
import { GitLabApi } from "./gitlab.js";
import type { Access } from "./call.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** A repository, or on GitLab a project, and how to reach its forge. */
export interface Repository {
  access: Access & { forge: ForgeApi["name"] };
  repository: string;
}

/** The forge that the variables of a CI run name. */
export function forgeFrom(environment: Environment = process.env, waits?: Access["waits"]): Forge {
  const { access: known, repository } = accessFrom(environment);
  const access = waits === undefined ? known : { ...known, waits };
  if (access.forge === "GitLab") {
    const iid = Number(given(environment, "CI_MERGE_REQUEST_IID") ?? NaN);
    const origin = { number: numberFrom(iid), commit: given(environment, "CI_COMMIT_SHA") };
    return new Forge(new GitLabApi(access, repository), `project ${repository}`, origin);
  }
  const origin = { number: numberOfEvent(environment), commit: given(environment, "GITHUB_SHA") };
  return new Forge(new GitHubApi(access.forge, access, repository), repository, origin);
}

/** The same without what the run is about. */
export function accessFrom(environment: Environment): Repository {
  if (given(environment, "CI_API_V4_URL") !== undefined) return gitLabAccess(environment);
  if (given(environment, "GITHUB_REPOSITORY") !== undefined) return gitHubAccess(environment);
  throw new Failure(
    `No variable names a forge: GITHUB_REPOSITORY (GitHub, Gitea, Forgejo) and CI_API_V4_URL (GitLab) are not set. Run the command in a workflow of your forge, or set the variables.`,
  );
}

function gitHubAccess(environment: Environment): Repository {
  const repository = required(environment, "GITHUB_REPOSITORY");
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || /(^|\/)\.\.?(\/|$)/.test(repository)) {
    throw new Failure(`GITHUB_REPOSITORY must be owner/name, not "${repository}".`);
  }
  const url = address(environment, "GITHUB_API_URL", "https://api.github.com");
  const isGitea = given(environment, "GITEA_ACTIONS") !== undefined || url.endsWith("/api/v1");
  const name = isGitea ? "Gitea" : "GitHub";
  const token = required(
    environment,
    "GITHUB_TOKEN",
    "Give the step a token that can write to pull requests and issues.",
  );
  const access: Repository["access"] = {
    ...{ forge: name, url, urlVariable: "GITHUB_API_URL", token, tokenVariable: "GITHUB_TOKEN" },
    headers: isGitea
      ? { Accept: "application/json", Authorization: `token ${token}` }
      : {
          Accept: "application/vnd.github+json",
          Authorization: `Bearer ${token}`,
          "X-GitHub-Api-Version": "2022-11-28",
        },
  };
  return { access, repository };
}

/** The pull request that the event of a workflow names. */
function numberOfEvent(environment: Environment): number | undefined {
  const path = given(environment, "GITHUB_EVENT_PATH");
  if (path === undefined) return undefined;
  let event: { pull_request?: { number?: unknown }; issue?: IssueOfEvent };
  try {
    event = JSON.parse(readFileSync(path, "utf8")) as typeof event;
  } catch (error) {
    throw new Failure(`GITHUB_EVENT_PATH: cannot read ${path}: ${(error as Error).message}`);
  }
  const { pull_request, issue } = event;
  return numberFrom(
    pull_request?.number ?? (issue?.pull_request == null ? undefined : issue.number),
  );
}

const numberFrom = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined;

interface IssueOfEvent {
  number?: unknown;
  /** There if the issue is a pull request. */
  pull_request?: unknown;
}

function gitLabAccess(environment: Environment): Repository {
  const project = required(environment, "CI_PROJECT_ID");
  const token = required(
    environment,
    "GITLAB_TOKEN",
    "The token of the job itself (CI_JOB_TOKEN) cannot comment: create a project access token with scope api, and store it as a masked variable.",
  );
  const access: Repository["access"] = {
    ...{ forge: "GitLab", url: address(environment, "CI_API_V4_URL"), token },
    ...{ urlVariable: "CI_API_V4_URL", tokenVariable: "GITLAB_TOKEN" },
    headers: { Accept: "application/json", "PRIVATE-TOKEN": token },
  };
  return { access, repository: project };
}

/** Ignores empty variables, because CI systems set them for missing values. */
function given(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === "" ? undefined : value;
}

function required(environment: Environment, name: string, todo = "Set it."): string {
  const value = given(environment, name);
  if (value === undefined) throw new Failure(`${name} is not set. ${todo}`);
  return value;
}

function address(environment: Environment, name: string, standard?: string): string {
  const text = given(environment, name) ?? standard ?? required(environment, name);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol) || url.search !== "") {
    throw new Failure(`${name} must be the address of an API, such as https://api.github.com.`);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}
