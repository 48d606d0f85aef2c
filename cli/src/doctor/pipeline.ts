import { accessFrom } from "../forge/environment.js";
import type { Repository } from "../forge/environment.js";
import { ForgeFailure, Requests } from "../forge/request.js";
import { ForgeSettings } from "./demand.js";
import type { Demand } from "./demand.js";
import { giteaDemands } from "./pipelineGitea.js";
import { gitHubDemands } from "./pipelineGitHub.js";
import { gitLabDemands } from "./pipelineGitLab.js";
import { Checks } from "./checks.js";

/** Which demands of `docs/pipeline-security.md` the settings of a forge do not meet, as far as its API shows them. */
export async function examinePipeline(environment = process.env): Promise<Checks> {
  const { access, repository } = accessFrom(environment);
  const { demands, base, permission } = forges[access.forge](repository);
  const settings = new ForgeSettings(new Requests(access), base, permission);
  const checks = new Checks("pipeline");
  checks.fact("forge", `${access.forge}, ${repository}`);
  for (const { check, why, set, look } of demands) {
    try {
      const { said, missing } = await look(settings);
      checks.fact(check, said);
      if (missing === true) checks.find(`${check}: ${said}`, why, set);
    } catch (error) {
      if (!(error instanceof ForgeFailure)) throw error;
      checks.cannotSee(`${check}: ${error.message}`);
    }
  }
  checks.fact("look yourself", notShown);
  return checks;
}

/** The question that no API answers for the token of a repository. */
const notShown =
  "is one machine a runner of previews and of applies, or of other repositories? The API does not show it";

const forges: Record<
  Repository["access"]["forge"],
  (repository: string) => { demands: readonly Demand[]; base: string; permission: string }
> = {
  GitHub: (repository) => ({
    demands: gitHubDemands,
    base: `/repos/${repository}`,
    permission: "administration, actions, contents, environments, secrets and variables: read",
  }),
  Gitea: (repository) => ({
    demands: giteaDemands,
    base: `/repos/${repository}`,
    permission: "read:repository, as an administrator of the repository",
  }),
  GitLab: (project) => ({
    demands: gitLabDemands,
    base: `/projects/${encodeURIComponent(project)}`,
    permission: "read_api, as a maintainer of the project",
  }),
};
