import assert from "node:assert/strict";
import { programOf, schedule } from "../programs";
import { Project } from "../project";
import { includes } from "../steps";
import { writesOf } from "./evidence";
import type { Scenario } from "./index";

/** Somebody from outside wants to read the secrets of the pipeline. */
export const fork: Scenario = {
  name: "A pull request of a fork (GitHub's templates, PostgreSQL)",
  needs: ["gitea", "act", "postgres"],
  async run(step, servers) {
    const backend = await servers.postgres.backend("fork");
    const project = await step("make a repository and an instance", () =>
      Project.create(servers, "fork", backend, { dev: ["dev"] }, { program: programOf() }),
    );
    const dev = project.instance("dev");
    try {
      const number = await step("somebody from outside changes what runs for checks", async () => {
        await servers.forge.call("outsider", "POST", `/repos/${project.repository}/forks`, {});
        const manifest = JSON.parse(project.read("package.json")) as Record<string, unknown>;
        const lint = "echo what the fork sees:; env; cat .git/config; ls -a";
        project.write("package.json", JSON.stringify({ ...manifest, scripts: { lint } }));
        const looks = 'console.log("the program ran", process.env);\n';
        project.write("index.ts", looks + programOf(schedule("weekly", "Weekly sales")));
        await project.commit("A helpful change");
        await project.push("helpful", "outsider", "outsider/fork");
        return (await project.open("outsider:helpful", "outsider")).number;
      });

      await step("its checks run, its program does not, and it sees no secret", async () => {
        // The secrets are there: a forge that gives them to a fork's run would change nothing.
        const log = await project.runs(0, "pull_request", { pullRequest: number, token: "reader" });
        includes(log, "what the fork sees:", "only the types and lint were checked");
        assert.doesNotMatch(log, /the program ran/);
        const { GITHUB_TOKEN, ...secrets } = project.secrets;
        for (const secret of [...Object.values(secrets), GITHUB_TOKEN ?? ""]) {
          assert.ok(!project.published().includes(secret), "a secret is in the log");
        }
        assert.deepEqual(await project.comments(number), []);
        assert.deepEqual([writesOf(dev), dev.calls.length], [[], 0]);
      });
    } finally {
      await project.close();
    }
  },
};
