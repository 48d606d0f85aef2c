import { isGlobOfMain } from "./branches.js";
import { met, missing, names } from "./demand.js";
import type { Demand, ForgeSettings } from "./demand.js";

interface Protection {
  rule_name?: string;
  branch_name?: string;
  enable_push?: boolean;
  required_approvals?: number;
  dismiss_stale_approvals?: boolean;
  protected_file_patterns?: string;
  /** Everybody with write access can push changes of only these files. */
  unprotected_file_patterns?: string;
  /** Gitea from 1.23 on. */
  block_admin_merge_override?: boolean;
  /** Newer versions of Gitea. */
  enable_bypass_allowlist?: boolean;
  /** The same on Forgejo as block_admin_merge_override on Gitea. */
  apply_to_admins?: boolean;
}

const nameOf = ({ rule_name: rule, branch_name: branch }: Protection): string =>
  [rule, branch].find((name) => name !== undefined && name !== "") ?? "";

/** Every rule that matches main must meet a demand: which of them Gitea takes depends on its version and on their order. */
function eachRule(
  isMet: (rule: Protection) => boolean,
  said: { met: string; missing: string },
): Demand["look"] {
  return async (settings: ForgeSettings) => {
    const all = await settings.list<Protection>("/branch_protections");
    const rules = all.filter((one) => isGlobOfMain(nameOf(one)));
    if (rules.length === 0) return missing("no rule protects main");
    const open = rules.filter((one) => !isMet(one)).map(nameOf);
    return open.length === 0
      ? met(said.met)
      : missing(`${said.missing}, as the rule ${names(open)} says`);
  };
}

const isEmpty = (patterns: string | undefined): boolean =>
  (patterns ?? "").split(";").every((one) => one.trim() === "");

/** Gitea and Forgejo. */
export const giteaDemands: readonly Demand[] = [
  {
    check: "reviews before a merge to main",
    why: "Whoever merges alone applies alone, with the token that writes",
    set: "Protect main: require one approval at least, in every rule that matches main.",
    look: eachRule((rule) => (rule.required_approvals ?? 0) > 0, {
      met: "required",
      missing: "none required",
    }),
  },
  {
    check: "direct pushes to main",
    why: "A push to main is applied without a review",
    set: "Protect main: disable push and remove the unprotected file patterns, in every rule that matches main.",
    look: eachRule(
      (rule) => rule.enable_push === false && isEmpty(rule.unprotected_file_patterns),
      { met: "nobody", missing: "allowed" },
    ),
  },
  {
    check: "a new commit needs a new review",
    why: "An approved pull request can get other code before its merge",
    set: 'Protect main: set "Dismiss stale approvals", in every rule that matches main.',
    look: eachRule((rule) => rule.dismiss_stale_approvals === true, { met: "yes", missing: "no" }),
  },
  {
    check: "nobody bypasses the reviews",
    why: "An administrator can merge without a review",
    set: 'Protect main: set "Block merge for administrators" and allow nobody to bypass the rule (Gitea 1.23 or later). On Forgejo, apply the rule to administrators.',
    look: eachRule(
      (rule) =>
        (rule.block_admin_merge_override === true || rule.apply_to_admins === true) &&
        rule.enable_bypass_allowlist !== true,
      { met: "nobody", missing: "administrators or a list of users can" },
    ),
  },
  {
    check: "changes of the pipeline",
    why: "A pull request can change what the pipeline runs",
    set: "Protect main: set protected file patterns, such as .gitea/**;.github/**;scripts/**;package-lock.json. Gitea then merges no pull request that changes these files, until an administrator changes the rule.",
    look: eachRule((rule) => !isEmpty(rule.protected_file_patterns), {
      met: "blocked by protected file patterns",
      missing: "no protected file patterns",
    }),
  },
  {
    check: "secrets of the repository",
    why: "There are no environments: every member who can push a workflow reads these secrets, also a PLATFORM_TOKEN that writes",
    set: "Keep the secrets of applies where no pushed workflow can read them: on runners of their own, or in a separate repository.",
    look: async (settings) => {
      const all = await settings.list<{ name: string }>("/actions/secrets");
      const said = names(all.map(({ name }) => name));
      return all.length === 0 ? met(said) : missing(said);
    },
  },
];
