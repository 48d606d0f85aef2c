import {
  environment,
  goodEnvironments,
  Pages,
  protection,
  Refusal,
  rulesetOnly,
  variables,
} from "./forgeSettings";
import type { Answers, ClosedSetting, OpenSetting } from "./forgeSettings";

const environments = (...all: readonly object[]): Answers => ({
  "/environments": { environments: all },
});
const open = { name: "production", deployment_branch_policy: null };
const policies = (...all: readonly object[]): Answers => ({
  "/environments/dev/deployment-branch-policies": { branch_policies: all },
});
const onlyMain = "environments that accept only main";
const secrets = "secrets of the repository";
const runners = "runners of previews and applies";

export const openGitHub: readonly OpenSetting[] = [
  [
    "an environment for protected branches, which are all where there are only rulesets",
    {
      ...rulesetOnly,
      ...environments(...goodEnvironments.slice(0, 2), {
        ...environment("dev", [{}]),
        deployment_branch_policy: { protected_branches: true, custom_branch_policies: false },
      }),
    },
    onlyMain,
    "dev can accept other branches or tags",
  ],
  [
    "an environment for every branch",
    policies({ name: "*", type: "branch" }),
    onlyMain,
    "dev can accept other branches or tags",
  ],
  [
    "an environment for a tag called main",
    policies({ name: "main", type: "branch" }, { name: "main", type: "tag" }),
    onlyMain,
    "dev can accept other branches or tags",
  ],
  [
    "an open environment on the second page",
    {
      "/environments": new Pages(
        { environments: goodEnvironments },
        { environments: [open] },
        { environments: [] },
      ),
    },
    onlyMain,
    "production can accept other branches or tags",
  ],
  [
    "an open branch on the second page of an environment",
    {
      "/environments/dev/deployment-branch-policies": new Pages(
        { branch_policies: [{ name: "main", type: "branch" }] },
        { branch_policies: [{ name: "feature/*", type: "branch" }] },
      ),
    },
    onlyMain,
    "dev can accept other branches or tags",
  ],
  [
    "approvals only for a preview and for drift",
    {
      ...environments(
        { ...environment("preview-dev", [{}]), deployment_branch_policy: null },
        environment("drift-dev", [{}]),
        environment("dev", []),
      ),
    },
    "environments with an approval",
    "none; without: dev",
  ],
  [
    "secrets on the second page",
    {
      "/actions/secrets": new Pages({ secrets: [] }),
      "/actions/organization-secrets": new Pages(
        { secrets: [{ name: "ONE" }] },
        { secrets: [{ name: "PLATFORM_TOKEN" }] },
      ),
    },
    secrets,
    "ONE (organization), PLATFORM_TOKEN (organization)",
  ],
  [
    "a secret of the repository",
    { "/actions/secrets": { secrets: [{ name: "DRIFT_TOKEN" }] } },
    secrets,
    "DRIFT_TOKEN",
  ],
  [
    "labels of one runner in two spellings",
    {
      "/actions/variables": {
        variables: [...variables.slice(1), { name: "PLATFORM_RUNNER", value: "Preview" }],
      },
    },
    runners,
    "preview, Preview",
  ],
  [
    "one runner for both, set by the organization",
    {
      "/actions/variables": { variables: variables.slice(2) },
      "/actions/organization-variables": {
        variables: [
          { name: "PLATFORM_RUNNER", value: "own" },
          { name: "PLATFORM_PREVIEW_RUNNER", value: "own" },
        ],
      },
    },
    runners,
    "own, own",
  ],
  [
    "workflows that approve",
    {
      "/actions/permissions/workflow": {
        default_workflow_permissions: "read",
        can_approve_pull_request_reviews: true,
      },
    },
    "workflows that approve pull requests",
    "can",
  ],
  [
    "a default token that writes",
    {
      "/actions/permissions/workflow": {
        default_workflow_permissions: "write",
        can_approve_pull_request_reviews: false,
      },
    },
    "rights of the default token",
    "write",
  ],
  [
    "forks that run after one approval",
    {
      "/actions/permissions/fork-pr-contributor-approval": {
        approval_policy: "first_time_contributors",
      },
    },
    "approval for code of outside contributors",
    "first_time_contributors",
  ],
];

export const closedGitHub: readonly ClosedSetting[] = [
  ["a ruleset that nobody bypasses", rulesetOnly],
  [
    "a ruleset that nobody bypasses, with a branch protection that administrators bypass",
    {
      ...rulesetOnly,
      "/branches/main/protection": { ...protection, enforce_admins: { enabled: false } },
    },
  ],
  [
    "a repository of a user, which has no organization",
    {
      "": { owner: { type: "User" } },
      "/actions/organization-secrets": new Refusal(404),
      "/actions/organization-variables": new Refusal(404),
    },
  ],
];
