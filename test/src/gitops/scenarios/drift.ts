import assert from "node:assert/strict";
import { programOf, schedule } from "../programs";
import { Project } from "../project";
import type { PullRequest } from "../repository";
import { includes } from "../steps";
import { noneOf, readable, writesOf } from "./evidence";
import type { Scenario } from "./index";

/** What a nightly run makes of a change by hand, until the program and the instance are equal again. */
export const drift: Scenario = {
  name: "Drift, its issue and its pull request (GitHub's templates, PostgreSQL)",
  needs: ["gitea", "act", "postgres"],
  async run(step, servers) {
    const backend = await servers.postgres.backend("drift");
    const project = await step("make a repository and an instance with two reports", async () => {
      const program = programOf(schedule("weekly", "Weekly sales"), schedule("daily", "Daily"));
      const made = await Project.create(servers, "drift", backend, { dev: ["dev"] }, { program });
      await made.apply("dev");
      return made;
    });
    project.variables = {
      PLATFORM_PLANS: `${servers.folder}/drift/plans`,
      DRIFT_OPEN_PR: "true",
    };
    const dev = project.instance("dev");
    const open = () => project.api<PullRequest[]>("reader", "GET", "/pulls?state=open");
    try {
      await step("a night without drift has no issue", async () => {
        includes(await project.runs(0, "schedule"), "dev has no drift.");
        assert.deepEqual(await project.issues(), []);
      });

      const number = await step("a change by hand gets an issue and a pull request", async () => {
        const report = dev.state.schedules.find(({ title }) => title === "Weekly sales");
        assert.ok(report);
        report.title = 'The "new" ${title} | @all';
        report.schedule.hourOfDay = 17;
        includes(await project.runs(1, "schedule"), "dev has drift.");
        const [issue, ...others] = await project.issues();
        assert.deepEqual([issue?.state, others], ["open", []]);
        includes(readable(issue?.body ?? ""), "Weekly sales", "17");
        assert.doesNotMatch(issue?.body ?? "", /@all/);
        const [pullRequest] = await open();
        assert.equal(pullRequest?.head.ref, "drift/dev");
        const path = `/pulls/${pullRequest.number}/files`;
        const files = await project.api<{ filename: string; changes: number }[]>(
          ...(["reader", "GET", path] as const),
        );
        assert.deepEqual(
          files.map(({ filename, changes }) => [filename, changes]),
          [["index.ts", 4]],
        );
        assert.deepEqual(writesOf(dev), []);
        return pullRequest.number;
      });

      await step("the next night adds no second issue and no second pull request", async () => {
        await project.runs(1, "schedule");
        assert.equal((await project.issues()).length, 1);
        assert.equal((await open()).length, 1);
      });

      await step("the pull request is previewed and merged, and changes nothing", async () => {
        await project.runs(0, "pull_request", { pullRequest: number });
        await project.approveAndMerge(number);
        await project.runs(0, "push");
        assert.deepEqual(writesOf(dev), []);
      });

      await step("the program and the instance are equal, and the issue is closed", async () => {
        includes(await project.runs(0, "schedule"), "dev has no drift.");
        const [issue] = await project.issues();
        assert.equal(issue?.state, "closed");
        assert.deepEqual(await open(), []);
      });

      await step("no log and no artifact has a token or a password", () =>
        noneOf(project, servers.forge, servers.postgres.password),
      );
    } finally {
      await project.close();
    }
  },
};
