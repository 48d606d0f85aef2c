import { met, missing, names } from "./demand.js";
import type { Demand, ForgeSettings } from "./demand.js";

interface Environment {
  name: string;
  deployment_branch_policy: { protected_branches: boolean } | null;
  protection_rules?: { type: string; reviewers?: unknown[] }[];
}

/** Environments whose secrets only main may read; a preview reads those of `preview-*`. */
const isForMain = ({ name }: Environment) => !name.startsWith("preview-");

/** The drift job changes nothing, so it needs no approval. */
const isForChanges = (one: Environment) => isForMain(one) && !one.name.startsWith("drift-");

const hasReviewers = ({ protection_rules: rules = [] }: Environment) =>
  rules.some(({ type, reviewers = [] }) => type === "required_reviewers" && reviewers.length > 0);

const nameOf = ({ name }: Environment) => name;

const environmentsOf = (settings: ForgeSettings): Promise<Environment[]> =>
  settings.list<Environment>("/environments", "environments");

/** Whether only main can use an environment. "Protected branches" are all branches where no branch has a protection. */
async function acceptsOnlyMain(
  settings: ForgeSettings,
  { name, deployment_branch_policy: policy }: Environment,
): Promise<boolean> {
  if (policy?.protected_branches !== false) return false;
  const path = `/environments/${encodeURIComponent(name)}/deployment-branch-policies`;
  const all = await settings.list<{ name: string; type?: string }>(path, "branch_policies");
  return (
    all.length > 0 && all.every((one) => one.name === "main" && (one.type ?? "branch") === "branch")
  );
}

export const environmentDemands: readonly Demand[] = [
  {
    check: "environments that accept only main",
    why: "A pushed branch or tag reads the secrets of an environment that accepts it",
    set: 'In each environment but preview-*, set "Selected branches and tags" with the branch main only.',
    look: async (settings) => {
      const all = (await environmentsOf(settings)).filter(isForMain);
      if (all.length === 0) return missing("there is no environment");
      const accepted = await Promise.all(all.map((one) => acceptsOnlyMain(settings, one)));
      const open = all.filter((_, at) => accepted[at] !== true).map(nameOf);
      return open.length === 0
        ? met(names(all.map(nameOf)))
        : missing(`${names(open)} can accept other branches or tags`);
    },
  },
  {
    check: "environments with an approval",
    why: "Without an approval, a merge applies at once, to production too",
    set: "Add required reviewers to the environments of production.",
    look: async (settings) => {
      const all = (await environmentsOf(settings)).filter(isForChanges);
      const withReviewers = all.filter(hasReviewers).map(nameOf);
      const without = all.filter((one) => !hasReviewers(one)).map(nameOf);
      const said = `${names(withReviewers)}; without: ${names(without)}`;
      return withReviewers.length === 0 ? missing(said) : met(said);
    },
  },
];
