import { codeOwners, gitHub, protection, Refusal, rulesetOnly } from "./forgeSettings";
import type { Answers, OpenSetting } from "./forgeSettings";

const reviews = protection.required_pull_request_reviews;
const protectedBy = (more: object, ofReviews: object = {}): Answers => ({
  "/branches/main/protection": {
    ...protection,
    ...more,
    required_pull_request_reviews: { ...reviews, ...ofReviews },
  },
});
const rules = rulesetOnly["/rules/branches/main"] as { parameters?: object }[];
const ruleset = (parameters: object): Answers => ({
  ...rulesetOnly,
  "/rules/branches/main": rules.map((one) => ({
    ...one,
    ...(one.parameters && { parameters: { ...one.parameters, ...parameters } }),
  })),
});
const bypass = "nobody bypasses the reviews";
const owners = "owners review changes of the pipeline";
const beforeMerge = "reviews before a merge to main";
const newReview = "a new commit needs a new review";
const ownPush = "a reviewer cannot approve their own push";
const administrators = { actor_type: "RepositoryRole", actor_id: 5 };

/** Gaps in the reviews of main. */
export const openGitHubReviews: readonly OpenSetting[] = [
  [
    "administrators who bypass the branch protection",
    protectedBy({ enforce_admins: { enabled: false } }),
    bypass,
    "administrators can bypass the branch protection",
  ],
  [
    "an app that bypasses the branch protection",
    protectedBy({}, { bypass_pull_request_allowances: { apps: [{ slug: "bot" }] } }),
    bypass,
    "bot can bypass the branch protection",
  ],
  [
    "a role that bypasses the ruleset",
    { ...rulesetOnly, "/rulesets/7": { bypass_actors: [administrators] } },
    bypass,
    "RepositoryRole 5 can bypass ruleset 7",
  ],
  [
    "no review at all",
    protectedBy({}, { required_approving_review_count: 0 }),
    beforeMerge,
    "none required",
  ],
  [
    "stale approvals",
    protectedBy({}, { dismiss_stale_reviews: false }),
    newReview,
    "no, as the branch protection says",
  ],
  [
    "flags in a ruleset that asks for no review",
    {
      ...ruleset({ required_approving_review_count: 0 }),
      ...protectedBy({}, { dismiss_stale_reviews: false }),
    },
    newReview,
    "no, as the branch protection says",
  ],
  [
    "a reviewer who pushes, with a branch protection",
    protectedBy({}, { require_last_push_approval: false }),
    ownPush,
    "no, as the branch protection says",
  ],
  [
    "a reviewer who pushes, with a ruleset",
    ruleset({ require_last_push_approval: false }),
    ownPush,
    "no, as ruleset 7 says",
  ],
  [
    "no review of owners",
    protectedBy({}, { require_code_owner_reviews: false }),
    owners,
    "no, as the branch protection says",
  ],
  [
    "no file of owners",
    { "/contents/.github/CODEOWNERS": new Refusal(404) },
    owners,
    "no CODEOWNERS file on main names an owner",
  ],
  [
    "a file of owners without owners, before one with owners",
    {
      "/contents/.github/CODEOWNERS": codeOwners("# @team\n/.github/ # @team\n"),
      "/contents/CODEOWNERS": gitHub["/contents/.github/CODEOWNERS"],
    },
    owners,
    "no CODEOWNERS file on main names an owner",
  ],
  [
    "a file of owners with errors",
    { "/codeowners/errors": { errors: [{ kind: "Unknown owner" }] } },
    owners,
    ".github/CODEOWNERS has 1 error",
  ],
];
