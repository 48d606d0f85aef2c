import { met, missing, names } from "./demand.js";
import type { Demand, ForgeSettings } from "./demand.js";
import { environmentDemands } from "./environmentsGitHub.js";
import { reviewDemands } from "./reviewsGitHub.js";

interface Named {
  name: string;
  value?: string;
}

/** Secrets or variables that every workflow gets. The repository's values replace the organization's values. */
async function ofEveryWorkflow(
  settings: ForgeSettings,
  kind: "secrets" | "variables",
): Promise<{ own: Named[]; shared: Named[] }> {
  const own = await settings.list<Named>(`/actions/${kind}`, kind);
  const { owner } = await settings.get<{ owner?: { type?: string } }>("");
  const isUsers = owner?.type === "User";
  const path = `/actions/organization-${kind}`;
  return { own, shared: isUsers ? [] : await settings.list<Named>(path, kind) };
}

async function variable(settings: ForgeSettings, wanted: string): Promise<string | undefined> {
  const { own, shared } = await ofEveryWorkflow(settings, "variables");
  return [...own, ...shared].find(({ name }) => name.toUpperCase() === wanted)?.value;
}

/** A setting that has one safe value. */
const setting =
  (path: string, field: string, safe: string): Demand["look"] =>
  async (settings) => {
    const answer = await settings.get<Record<string, string | undefined>>(path);
    const said = answer[field] ?? "not known";
    return said === safe ? met(said) : missing(said);
  };

export const gitHubDemands: readonly Demand[] = [
  ...reviewDemands,
  ...environmentDemands,
  {
    check: "workflows that approve pull requests",
    why: "A pushed workflow can approve the pull request of its author",
    set: 'Switch off "Allow GitHub Actions to create and approve pull requests".',
    look: async (settings) => {
      const answer = await settings.get<{ can_approve_pull_request_reviews?: boolean }>(
        "/actions/permissions/workflow",
      );
      return answer.can_approve_pull_request_reviews === false ? met("cannot") : missing("can");
    },
  },
  {
    check: "rights of the default token",
    why: "A workflow that names no rights gets these",
    set: 'Set "Workflow permissions" to "Read repository contents".',
    look: setting("/actions/permissions/workflow", "default_workflow_permissions", "read"),
  },
  {
    check: "approval for code of outside contributors",
    why: "A fork can write a workflow that runs on your own runners",
    set: 'Set "Approval for running fork pull request workflows" to all external contributors.',
    look: setting(
      "/actions/permissions/fork-pr-contributor-approval",
      "approval_policy",
      "all_external_contributors",
    ),
  },
  {
    check: "secrets of the repository",
    why: "Every workflow that a member pushes reads the secrets of the repository, and those that it gets from the organization",
    set: "Move these secrets into environments.",
    look: async (settings) => {
      const { own, shared } = await ofEveryWorkflow(settings, "secrets");
      const ofOrganization = shared.map(({ name }) => `${name} (organization)`);
      const all = [...own.map(({ name }) => name), ...ofOrganization];
      return all.length === 0 ? met("none") : missing(names(all));
    },
  },
  {
    check: "runners of previews and applies",
    why: "Code of a branch can leave a program on the runner that applies later",
    set: "Set PLATFORM_PREVIEW_RUNNER and PLATFORM_RUNNER to labels of different machines.",
    look: async (settings) => {
      const preview = await variable(settings, "PLATFORM_PREVIEW_RUNNER");
      const apply = await variable(settings, "PLATFORM_RUNNER");
      const said = `${preview ?? "hosted"}, ${apply ?? "hosted"}`;
      // Labels have no case.
      const isSame = preview?.trim().toLowerCase() === apply?.trim().toLowerCase();
      return preview !== undefined && isSame ? missing(said) : met(said);
    },
  },
];
