import { approvals, branch, gitLabProject, gitLabVariables, Pages } from "./forgeSettings";
import type { Answers, ClosedSetting, OpenSetting } from "./forgeSettings";

const project = (more: object): Answers => ({ "": { ...gitLabProject, ...more } });
const approval = (more: object): Answers => ({ "/approvals": { ...approvals, ...more } });
const pushes = "direct pushes to main";
const beforeMerge = "reviews before a merge to main";
const newReview = "a new commit needs a new review";
const typed = "variables typed by who starts a pipeline";

export const openGitLab: readonly OpenSetting[] = [
  [
    "a wildcard on the second page that allows pushes",
    { "/protected_branches": new Pages([branch("main", 0)], [branch("ma*", 30)], []) },
    pushes,
    "allowed by ma*",
  ],
  [
    "a user who can push",
    {
      "/protected_branches": [
        { name: "main", push_access_levels: [{ access_level: 0 }, { access_level: 40 }] },
      ],
    },
    pushes,
    "allowed by main",
  ],
  [
    "an approval rule for other branches",
    { "/approval_rules": [{ approvals_required: 2, protected_branches: [{ name: "release/*" }] }] },
    beforeMerge,
    "none required",
  ],
  [
    "an approval rule for reports only",
    { "/approval_rules": [{ approvals_required: 2, rule_type: "report_approver" }] },
    beforeMerge,
    "none required",
  ],
  ["stale approvals", approval({ reset_approvals_on_push: false }), newReview, "no"],
  [
    "authors who approve",
    approval({ merge_requests_author_approval: true }),
    "the reviewer is somebody else",
    "authors can approve",
  ],
  [
    "committers who approve",
    approval({ merge_requests_disable_committers_approval: false }),
    "the reviewer is somebody else",
    "committers can approve",
  ],
  [
    "merge requests that change their rules",
    approval({ disable_overriding_approvers_per_merge_request: false }),
    "approval rules hold in every merge request",
    "no",
  ],
  [
    "an open variable on the second page",
    {
      "/variables": new Pages(
        gitLabVariables,
        [{ key: "DRIFT_TOKEN", protected: false, environment_scope: "*" }],
        [],
      ),
    },
    "variables that every branch can read",
    "DRIFT_TOKEN",
  ],
  [
    "variables typed by developers",
    project({ ci_pipeline_variables_minimum_override_role: "developer" }),
    typed,
    "allowed to developer",
  ],
  [
    "a role that an older version does not ask for",
    project({ restrict_user_defined_variables: false }),
    typed,
    "allowed to every role",
  ],
  [
    "pipelines of forks",
    project({ ci_allow_fork_pipelines_to_run_in_parent_project: true }),
    "pipelines of forks in this project",
    "allowed",
  ],
];

export const closedGitLab: readonly ClosedSetting[] = [
  [
    "an approval rule for main among those for other branches",
    {
      "/approval_rules": new Pages(
        [{ approvals_required: 2, protected_branches: [{ name: "release/*" }] }],
        [{ approvals_required: 1, protected_branches: [{ name: "main" }] }],
        [],
      ),
    },
  ],
];
