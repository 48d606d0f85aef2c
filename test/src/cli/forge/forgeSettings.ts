/** What a forge answers, by path. */
export type Answers = Record<string, unknown>;

/** One gap: the answers, and the one demand that they do not meet. */
export type OpenSetting = readonly [gap: string, more: Answers, check: string, said: string];

/** Settings of another kind that are as good. */
export type ClosedSetting = readonly [title: string, more: Answers];

/** What a forge answers where it refuses. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly message = "No",
  ) {}
}

/** A list that comes in pages. */
export class Pages {
  readonly #pages: readonly unknown[];

  constructor(...pages: readonly unknown[]) {
    this.#pages = pages;
  }

  /** After the last page, a forge answers with the last page or with an empty one. */
  at(page: string | null): unknown {
    return this.#pages[Math.min(Number(page ?? 1), this.#pages.length) - 1];
  }
}

export const environment = (name: string, reviewers: readonly object[]) => ({
  name,
  deployment_branch_policy: { protected_branches: false, custom_branch_policies: true },
  protection_rules: [{ type: "branch_policy" }, { type: "required_reviewers", reviewers }],
});

export const goodEnvironments = [
  { name: "preview-dev", deployment_branch_policy: null },
  environment("drift-dev", []),
  environment("dev", [{ type: "User" }]),
];

const onlyMain = { branch_policies: [{ name: "main", type: "branch" }] };

export const protection = {
  required_pull_request_reviews: {
    required_approving_review_count: 1,
    dismiss_stale_reviews: true,
    require_code_owner_reviews: true,
    require_last_push_approval: true,
  },
  enforce_admins: { enabled: true },
};

export const codeOwners = (text: string) => ({
  type: "file",
  content: Buffer.from(text).toString("base64"),
});

/** The page of variables that every pipeline has. */
export const variables = [
  { name: "PLATFORM_RUNNER", value: "apply" },
  { name: "PLATFORM_PREVIEW_RUNNER", value: "preview" },
];

export const gitHub: Answers = {
  "": { owner: { type: "Organization" } },
  "/branches/main/protection": protection,
  "/rules/branches/main": [],
  "/contents/.github/CODEOWNERS": codeOwners("# Owners\n/.github/ @team/platform\n"),
  "/codeowners/errors": { errors: [] },
  "/environments": { environments: goodEnvironments },
  "/environments/dev/deployment-branch-policies": onlyMain,
  "/environments/drift-dev/deployment-branch-policies": onlyMain,
  "/actions/permissions/workflow": {
    default_workflow_permissions: "read",
    can_approve_pull_request_reviews: false,
  },
  "/actions/permissions/fork-pr-contributor-approval": {
    approval_policy: "all_external_contributors",
  },
  "/actions/secrets": { secrets: [] },
  "/actions/organization-secrets": { secrets: [] },
  "/actions/variables": { variables },
  "/actions/organization-variables": { variables: [] },
};

/** A ruleset asks for the reviews, and no branch protection. */
export const rulesetOnly: Answers = {
  "/branches/main/protection": new Refusal(404, "Branch not protected"),
  "/rules/branches/main": [
    { type: "deletion", ruleset_id: 6 },
    {
      type: "pull_request",
      ruleset_id: 7,
      parameters: {
        required_approving_review_count: 1,
        dismiss_stale_reviews_on_push: true,
        require_code_owner_review: true,
        require_last_push_approval: true,
      },
    },
  ],
  "/rulesets/7": { bypass_actors: [] },
};

export const giteaRule = {
  rule_name: "main",
  enable_push: false,
  required_approvals: 1,
  dismiss_stale_approvals: true,
  block_admin_merge_override: true,
  protected_file_patterns: ".gitea/**;scripts/**",
  unprotected_file_patterns: "",
};

export const gitea: Answers = { "/branch_protections": [giteaRule], "/actions/secrets": [] };

export const gitLabProject = {
  ci_allow_fork_pipelines_to_run_in_parent_project: false,
  ci_pipeline_variables_minimum_override_role: "no_one_allowed",
  restrict_user_defined_variables: true,
};

export const approvals = {
  reset_approvals_on_push: true,
  merge_requests_author_approval: false,
  merge_requests_disable_committers_approval: true,
  disable_overriding_approvers_per_merge_request: true,
};

export const gitLabVariables = [
  { key: "PLATFORM_TOKEN", protected: true, environment_scope: "dev" },
  { key: "PLATFORM_TOKEN", protected: false, environment_scope: "preview-dev" },
  { key: "PULUMI_VERSION", protected: false, environment_scope: "*" },
];

export const branch = (name: string, level: number) => ({
  name,
  push_access_levels: [{ access_level: level }],
});

export const gitLab: Answers = {
  "": gitLabProject,
  "/protected_branches": [branch("main", 0), branch("release/*", 40)],
  "/approval_rules": [{ approvals_required: 1, rule_type: "any_approver", protected_branches: [] }],
  "/approvals": approvals,
  "/variables": gitLabVariables,
};
