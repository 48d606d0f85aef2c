import { isWildcardOfMain } from "./branches.js";
import { met, missing, names } from "./demand.js";
import type { Demand } from "./demand.js";

interface ProtectedBranch {
  name: string;
  push_access_levels?: { access_level: number | null }[];
}

interface ApprovalRule {
  approvals_required: number;
  rule_type?: string;
  applies_to_all_protected_branches?: boolean;
  protected_branches?: { name: string }[];
}

interface Project {
  ci_allow_fork_pipelines_to_run_in_parent_project?: boolean;
  ci_pipeline_variables_minimum_override_role?: string;
  /** Older versions ask for the role only where this is true. */
  restrict_user_defined_variables?: boolean;
}

interface Approvals {
  reset_approvals_on_push?: boolean;
  merge_requests_author_approval?: boolean;
  merge_requests_disable_committers_approval?: boolean;
  disable_overriding_approvers_per_merge_request?: boolean;
}

interface Variable {
  key: string;
  protected: boolean;
  environment_scope: string;
}

const forbidsPushes = ({ push_access_levels: levels = [] }: ProtectedBranch): boolean =>
  levels.length > 0 && levels.every((one) => one.access_level === 0);

/** Reports ask for some approvals, and only where they find something. */
const isForMain = (rule: ApprovalRule): boolean =>
  rule.rule_type !== "report_approver" &&
  (rule.applies_to_all_protected_branches === true ||
    (rule.protected_branches ?? []).length === 0 ||
    (rule.protected_branches ?? []).some(({ name }) => isWildcardOfMain(name)));

const yesIf = (isMet: boolean) => (isMet ? met("yes") : missing("no"));

export const gitLabDemands: readonly Demand[] = [
  {
    check: "direct pushes to main",
    why: "A push to main is applied without a review",
    set: 'Set "Allowed to push and merge" to no one, for every protected branch or wildcard that matches main: GitLab takes the one that allows most.',
    look: async (settings) => {
      const all = await settings.list<ProtectedBranch>("/protected_branches");
      const rules = all.filter(({ name }) => isWildcardOfMain(name));
      if (rules.length === 0) return missing("main is not protected");
      const open = rules.filter((one) => !forbidsPushes(one)).map(({ name }) => name);
      return open.length === 0 ? met("nobody") : missing(`allowed by ${names(open)}`);
    },
  },
  {
    check: "reviews before a merge to main",
    why: "Whoever merges alone applies alone, with the token that writes",
    set: "Add an approval rule for main with one approval at least.",
    look: async (settings) => {
      const rules = (await settings.list<ApprovalRule>("/approval_rules")).filter(isForMain);
      const count = Math.max(0, ...rules.map((one) => one.approvals_required));
      return count > 0 ? met(String(count)) : missing("none required");
    },
  },
  {
    check: "a new commit needs a new review",
    why: "An approved merge request can get other code before its merge",
    set: 'Set "Remove all approvals" for new commits.',
    look: async (settings) =>
      yesIf((await settings.get<Approvals>("/approvals")).reset_approvals_on_push === true),
  },
  {
    check: "the reviewer is somebody else",
    why: "Who wrote a merge request, or a commit of it, can approve it",
    set: 'Set "Prevent approval by merge request creator" and "Prevent approvals by users who add commits".',
    look: async (settings) => {
      const found = await settings.get<Approvals>("/approvals");
      const authors = found.merge_requests_author_approval === false ? [] : ["authors"];
      const isForCommitters = found.merge_requests_disable_committers_approval === true;
      const open = [...authors, ...(isForCommitters ? [] : ["committers"])];
      return open.length === 0 ? met("yes") : missing(`${open.join(" and ")} can approve`);
    },
  },
  {
    check: "approval rules hold in every merge request",
    why: "Who opens a merge request can remove the approval rules from it",
    set: 'Set "Prevent editing approval rules in merge requests".',
    look: async (settings) => {
      const found = await settings.get<Approvals>("/approvals");
      return yesIf(found.disable_overriding_approvers_per_merge_request === true);
    },
  },
  {
    check: "pipelines of forks in this project",
    why: "A fork's own pipeline file then runs with the variables of this project",
    set: 'Switch off "Run CI/CD pipelines in the parent project for merge requests from forks".',
    look: async (settings) => {
      const found = await settings.get<Project>("");
      return found.ci_allow_fork_pipelines_to_run_in_parent_project === false
        ? met("no")
        : missing("allowed");
    },
  },
  {
    check: "variables typed by who starts a pipeline",
    why: "A typed variable replaces a variable of the project, such as PLATFORM_BASE_URL",
    set: 'Set "Minimum role to use pipeline variables" to no one.',
    look: async (settings) => {
      const found = await settings.get<Project>("");
      const role = found.ci_pipeline_variables_minimum_override_role ?? "every role";
      if (found.restrict_user_defined_variables === false) return missing("allowed to every role");
      return role === "no_one_allowed" ? met("nobody") : missing(`allowed to ${role}`);
    },
  },
  {
    check: "variables that every branch can read",
    why: "Every pipeline that a member pushes reads variables that are not protected",
    set: 'Set "Protect variable", or the scope of a preview-* environment.',
    look: async (settings) => {
      const open = (await settings.list<Variable>("/variables")).filter(
        (one) =>
          /TOKEN|PASSPHRASE|SECRET|BACKEND/.test(one.key) &&
          !one.protected &&
          !one.environment_scope.startsWith("preview-"),
      );
      const said = names(open.map(({ key }) => key));
      return open.length === 0 ? met(said) : missing(said);
    },
  },
];
