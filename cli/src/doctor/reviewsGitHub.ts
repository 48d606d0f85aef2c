import { counted } from "../output/texts.js";
import { ForgeFailure } from "../forge/request.js";
import { met, missing, names } from "./demand.js";
import type { Demand, ForgeSettings } from "./demand.js";

interface Reviews {
  required_approving_review_count?: number;
  require_code_owner_reviews?: boolean;
  dismiss_stale_reviews?: boolean;
  require_last_push_approval?: boolean;
  bypass_pull_request_allowances?: Record<"users" | "teams" | "apps", Actor[] | undefined>;
}

interface Actor {
  login?: string;
  slug?: string;
}

interface Protection {
  required_pull_request_reviews?: Reviews;
  enforce_admins?: { enabled: boolean };
}

interface Rule {
  type: string;
  ruleset_id: number;
  parameters?: {
    required_approving_review_count?: number;
    require_code_owner_review?: boolean;
    dismiss_stale_reviews_on_push?: boolean;
    require_last_push_approval?: boolean;
  };
}

interface Ruleset {
  /** GitHub shows this only to who can write the ruleset. */
  bypass_actors?: { actor_id: number | null; actor_type: string }[];
}

/** A rule that can ask for reviews of main. */
interface ReviewRule {
  name: string;
  count: number;
  flags: { owners: boolean; dismiss: boolean; lastPush: boolean };
  /** Who can bypass it; undefined if GitHub does not show it. */
  bypassing: readonly string[] | undefined;
}

function ofProtection({ required_pull_request_reviews: found, enforce_admins }: Protection) {
  const allowed = Object.values(found?.bypass_pull_request_allowances ?? {}).flatMap((all) =>
    (all ?? []).map(({ login, slug }) => login ?? slug ?? "somebody"),
  );
  return {
    name: "the branch protection",
    count: found?.required_approving_review_count ?? 0,
    flags: {
      owners: found?.require_code_owner_reviews === true,
      dismiss: found?.dismiss_stale_reviews === true,
      lastPush: found?.require_last_push_approval === true,
    },
    bypassing: [...(enforce_admins?.enabled === true ? [] : ["administrators"]), ...allowed],
  };
}

async function ofRuleset(settings: ForgeSettings, rule: Rule): Promise<ReviewRule> {
  const { ruleset_id: id, parameters = {} } = rule;
  const { bypass_actors: actors } = await settings.get<Ruleset>(`/rulesets/${id}`);
  return {
    name: `ruleset ${id}`,
    count: parameters.required_approving_review_count ?? 0,
    flags: {
      owners: parameters.require_code_owner_review === true,
      dismiss: parameters.dismiss_stale_reviews_on_push === true,
      lastPush: parameters.require_last_push_approval === true,
    },
    bypassing: actors?.map(({ actor_type: type, actor_id: actor }) =>
      actor === null ? type : `${type} ${actor}`,
    ),
  };
}

/** How well a rule protects main. A rule without bypasses is better than a rule with more demands. */
const strength = ({ count, bypassing, flags }: ReviewRule): number =>
  (count > 0 ? 100 : 0) +
  (bypassing?.length === 0 ? 10 : 0) +
  Object.values(flags).filter((isSet) => isSet).length;

/** The one rule that protects main best. Demands that two rules meet together do not count: one of them can be bypassed. */
async function reviewsOf(settings: ForgeSettings): Promise<ReviewRule> {
  const [protection, rules] = await Promise.all([
    settings.find<Protection>("/branches/main/protection", /Branch not protected/),
    settings.list<Rule>("/rules/branches/main"),
  ]);
  const asking = rules.filter(({ type }) => type === "pull_request");
  const found = [
    ofProtection(protection ?? {}),
    ...(await Promise.all(asking.map((rule) => ofRuleset(settings, rule)))),
  ];
  return found.reduce((best, one) => (strength(one) > strength(best) ? one : best));
}

const flag =
  (name: keyof ReviewRule["flags"]): Demand["look"] =>
  async (settings) => {
    const rule = await reviewsOf(settings);
    return rule.flags[name] ? met("yes") : missing(`no, as ${rule.name} says`);
  };

/** Where GitHub looks for the file, in this order. */
const codeOwners = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

async function codeOwnersOf(settings: ForgeSettings): Promise<string | undefined> {
  for (const path of codeOwners) {
    const file = await settings.find<{ type?: string; content?: string }>(
      `/contents/${path}?ref=main`,
      /./,
    );
    if (file?.type !== "file") continue;
    const text = Buffer.from(file.content ?? "", "base64").toString("utf8");
    return /^[ \t]*[^#\s]\S*[ \t]+[^#\n]*@/m.test(text) ? path : undefined;
  }
  return undefined;
}

export const reviewDemands: readonly Demand[] = [
  {
    check: "reviews before a merge to main",
    why: "Whoever merges alone applies alone, with the token that writes",
    set: "Protect main: require a pull request with one approval at least.",
    look: async (settings) => {
      const { count, name } = await reviewsOf(settings);
      return count > 0 ? met(`${count}, as ${name} says`) : missing("none required");
    },
  },
  {
    check: "nobody bypasses the reviews",
    why: "Who can bypass the rule merges and applies alone",
    set: 'Set "Do not allow bypassing the above settings" for main, or empty the bypass list of the ruleset.',
    look: async (settings) => {
      const { bypassing, name } = await reviewsOf(settings);
      if (bypassing === undefined) {
        throw new ForgeFailure(
          `Could not read who can bypass ${name}: GitHub shows it only to a token that can write the ruleset.`,
        );
      }
      return bypassing.length === 0
        ? met("nobody")
        : missing(`${names(bypassing)} can bypass ${name}`);
    },
  },
  {
    check: "a new commit needs a new review",
    why: "An approved pull request can get other code before its merge",
    set: 'Set "Dismiss stale pull request approvals when new commits are pushed" for main.',
    look: flag("dismiss"),
  },
  {
    check: "a reviewer cannot approve their own push",
    why: "A reviewer can push to the branch of somebody else, and approve that alone",
    set: 'Set "Require approval of the most recent reviewable push" for main.',
    look: flag("lastPush"),
  },
  {
    check: "owners review changes of the pipeline",
    why: "A pull request can change what the pipeline runs",
    set: 'Set "Require review from Code Owners" for main, and name owners of .github and scripts in .github/CODEOWNERS.',
    look: async (settings) => {
      const rule = await reviewsOf(settings);
      if (!rule.flags.owners) return missing(`no, as ${rule.name} says`);
      const path = await codeOwnersOf(settings);
      if (path === undefined) return missing("no CODEOWNERS file on main names an owner");
      const { errors } = await settings.get<{ errors: unknown[] }>("/codeowners/errors?ref=main");
      return errors.length === 0
        ? met(`yes. Check that ${path} names owners of .github and scripts`)
        : missing(`${path} has ${counted(errors.length, "error")}`);
    },
  },
];
