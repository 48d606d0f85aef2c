import { giteaRule, Pages } from "./forgeSettings";
import type { Answers, ClosedSetting, OpenSetting } from "./forgeSettings";

const giteaRules = (...all: readonly object[]): Answers => ({
  "/branch_protections": all.map((one) => ({ ...giteaRule, ...one })),
});
const bypass = "nobody bypasses the reviews";
const secrets = "secrets of the repository";
const pushes = "direct pushes to main";
const beforeMerge = "reviews before a merge to main";
const newReview = "a new commit needs a new review";

export const openGitea: readonly OpenSetting[] = [
  ...["m*", "**", "ma?n", "[m]ain", "{main,dev}", "MAIN"].map((name): OpenSetting => [
    `a second rule ${name} that allows pushes`,
    giteaRules({}, { rule_name: name, enable_push: true }),
    pushes,
    `allowed, as the rule ${name} says`,
  ]),
  [
    "pushes of unprotected files",
    giteaRules({ unprotected_file_patterns: "**" }),
    pushes,
    "allowed, as the rule main says",
  ],
  [
    "a second rule without reviews",
    giteaRules({}, { rule_name: "*", required_approvals: 0 }),
    beforeMerge,
    "none required, as the rule * says",
  ],
  [
    "stale approvals",
    giteaRules({ dismiss_stale_approvals: false }),
    newReview,
    "no, as the rule main says",
  ],
  [
    "administrators who bypass the rule",
    giteaRules({ block_admin_merge_override: false }),
    bypass,
    "administrators or a list of users can, as the rule main says",
  ],
  [
    "an older version, which has no such setting",
    giteaRules({ block_admin_merge_override: undefined }),
    bypass,
    "administrators or a list of users can, as the rule main says",
  ],
  [
    "a list of users who bypass the rule",
    giteaRules({ enable_bypass_allowlist: true }),
    bypass,
    "administrators or a list of users can, as the rule main says",
  ],
  [
    "no protected files",
    giteaRules({ protected_file_patterns: " ; " }),
    "changes of the pipeline",
    "no protected file patterns, as the rule main says",
  ],
  [
    "secrets of the repository, on two pages",
    {
      "/actions/secrets": new Pages([{ name: "PLATFORM_TOKEN" }], [{ name: "DRIFT_TOKEN" }], []),
    },
    secrets,
    "PLATFORM_TOKEN, DRIFT_TOKEN",
  ],
];

export const closedGitea: readonly ClosedSetting[] = [
  [
    "Forgejo, where the rule applies to administrators, and a rule for other branches",
    giteaRules(
      { block_admin_merge_override: undefined, apply_to_admins: true },
      { rule_name: "release/{a,b}", enable_push: true },
      { rule_name: "main?", enable_push: true },
      { rule_name: "*/*", enable_push: true },
    ),
  ],
];
