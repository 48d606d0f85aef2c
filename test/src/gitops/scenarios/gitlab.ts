import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { StubForge } from "../../cli/forge/stubForge";
import { runPipeline } from "../gitlabPipeline";
import { programOf, schedule, share } from "../programs";
import { Project } from "../project";
import { includes } from "../steps";
import { readable, writesOf } from "./evidence";
import type { Scenario } from "./index";

const waves = {
  dev: ["dev"],
  staging: ["staging"],
  canary: ["production-eu"],
  production: ["production-us", "production-apac"],
};

/** The pipeline for GitLab as it is in the example. Its API is a stand-in: no real GitLab is here. */
export const gitlab: Scenario = {
  name: "A merge request, its merge and a promotion (GitLab's template, S3)",
  needs: ["gitea", "gitlabCiLocal", "rsync", "versitygw"],
  async run(step, servers) {
    const api = await new StubForge("GitLab").start();
    const mergeRequest = { number: 1, branch: "reports", base: "main", isOpen: true };
    api.store.issues.push({ ...mergeRequest, author: "author", title: "Reports", text: "" });
    const { GITLAB_TOKEN = "", ...told } = api.environment(mergeRequest.number);
    const project = await step("make a repository, five instances and their stacks", () =>
      Project.create(servers, "gitlab", servers.s3.backend("gitlab"), waves, {
        program: programOf(),
        secrets: { ...servers.s3.credentials, GITLAB_TOKEN },
      }),
    );
    const instances = Object.values(project.instances);
    const plans = `${servers.folder}/gitlab/plans`;
    mkdirSync(plans, { recursive: true });
    let log = "";
    const pipeline = async (source: string, branch: string, code: number) => {
      const ended = await runPipeline(servers.gitlabCiLocal, project.machine(), {
        url: `${servers.forge.url}/${project.repository}.git`,
        branch,
        variables: {
          ...{ ...told, ...project.secrets, CI_PIPELINE_SOURCE: source, PLATFORM_PLANS: plans },
          ...{ CI_DEFAULT_BRANCH: "main", CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" },
          GITHUB_TOKEN: "",
          ...servers.packages.pulumi,
          CI_MERGE_REQUEST_SOURCE_PROJECT_ID: source === "merge_request_event" ? "7" : "",
          CI_COMMIT_BRANCH: source === "merge_request_event" ? "" : branch,
        },
      });
      log += ended.log + ended.artifacts;
      assert.equal(ended.code === 0 ? 0 : 1, code, ended.log.slice(-6000));
      return ended.log;
    };
    try {
      await step("a merge request gets a comment for each stack", async () => {
        const reports = programOf(schedule("weekly", "Weekly sales"), share);
        await project.branch("reports", () => project.write("index.ts", reports));
        await pipeline("merge_request_event", "reports", 0);
        assert.equal(api.store.comments.length, 5);
        for (const { text } of api.store.comments) {
          includes(readable(text), "2 to create", "Who will get mail", "CAN_EDIT");
        }
        assert.deepEqual(api.store.violations, []);
        assert.deepEqual(instances.flatMap(writesOf), []);
      });

      await step("the merge applies the plan to dev only", async () => {
        await project.approveAndMerge((await project.open("reports")).number);
        includes(await pipeline("push", "main", 0), "Applied the reviewed plan to dev.");
        assert.equal(writesOf(project.instance("dev")).length, 2);
        assert.equal(instances.flatMap(writesOf).length, 2);
      });

      await step("a promotion brings it to all instances, wave after wave", async () => {
        includes(await pipeline("web", "main", 0), "5 of 5 instances have the change.");
        for (const { state } of instances) assert.equal(state.schedules.length, 1);
      });

      await step("no log and no comment has a token or a password", () => {
        const all = [log, ...api.store.comments.map(({ text }) => text)].join("\n");
        for (const secret of [project.secrets.PLATFORM_TOKEN ?? "", GITLAB_TOKEN]) {
          assert.ok(!all.includes(secret), "a token is in a log");
        }
        return Promise.resolve();
      });
    } finally {
      api.stop();
      await project.close();
    }
  },
};
