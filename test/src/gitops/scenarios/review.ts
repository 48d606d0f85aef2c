import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { takePictureAt } from "../../site/browser";
import { textsIn } from "../machine";
import { group, programOf, schedule, share } from "../programs";
import { Project } from "../project";
import { includes } from "../steps";
import { noneOf, readable, writesOf } from "./evidence";
import type { Scenario } from "./index";

const reports = [group("analysts", "Analysts"), schedule("weekly", "Weekly sales"), share];

/** What a pull request says, and what its merge does. */
export const review: Scenario = {
  name: "A pull request, its comment, its review and its merge (GitHub's templates, PostgreSQL)",
  needs: ["gitea", "act", "postgres"],
  async run(step, servers) {
    const backend = await servers.postgres.backend("review");
    const waves = { dev: ["dev"], staging: ["prod"], canary: [], production: [] };
    const project = await step("make a repository, two instances and their stacks", () =>
      Project.create(servers, "review", backend, waves, {
        program: programOf(),
        documented: ["prod"],
        secrets: { PLATFORM_PLAN_PASSPHRASE: "passphrase-of-plans" },
      }),
    );
    const plans = join(servers.folder, "review", "plans");
    project.variables = { PLATFORM_PLANS: plans };
    const dev = project.instance("dev");
    const prod = project.instance("prod");
    const pwned = join(servers.folder, "review", "pwned");
    project.planted = `#!/bin/sh\nenv > "${pwned}"\n`;
    const stop = () => project.close();
    try {
      const first = await step("a pull request gets a comment for each stack", async () => {
        await project.branch("reports", () => project.write("index.ts", programOf(...reports)));
        const { number } = await project.open("reports");
        await project.runs(0, "pull_request", { pullRequest: number });
        const comments = await project.comments(number);
        assert.deepEqual(
          comments.map(({ user }) => user.login),
          ["bot", "bot"],
        );
        for (const { body } of comments) {
          includes(
            readable(body),
            "3 to create",
            "Who will get mail",
            "w…@example.com",
            "Weekly sales",
          );
          includes(readable(body), "Who gains and who loses access", "CAN_EDIT");
          assert.doesNotMatch(body, /weekly@example\.com/);
        }
        const page = `${servers.forge.url}/${project.repository}/pulls/${number}`;
        await takePictureAt(page, ".render-content:has-text('gitops/dev')", "comment");
        assert.deepEqual([writesOf(dev), writesOf(prod)], [[], []]);
        includes(textsIn(plans), "organization/gitops/dev");
        assert.doesNotMatch(textsIn(plans), /Weekly sales/, "the plans are not encrypted");
        return number;
      });

      await step("only a reviewed pull request can be merged, by those who may", async () => {
        const path = `/repos/${project.repository}`;
        const { forge } = servers;
        const merge = await forge.request("author", "POST", `${path}/pulls/${first}/merge`, {
          Do: "merge",
        });
        assert.ok(merge.status >= 400, `the merge answered ${merge.status}`);
        const comment = await forge.request("reader", "POST", `${path}/issues/${first}/comments`, {
          body: "Hello",
        });
        assert.equal(comment.status, 403);
        await assert.rejects(project.push("main", "author"), /protected branch/);
        await project.approveAndMerge(first);
        assert.equal((await project.pullRequest(first)).merged, true);
      });

      await step("the merge applies exactly the plan, once", async () => {
        includes(await project.runs(0, "push"), "Applied the reviewed plan to dev.");
        assert.ok(!existsSync(pwned), "a pulumi was used that somebody left on the runner");
        assert.deepEqual(writesOf(dev), [
          "POST /api/content/v1/reportschedules",
          "POST /api/content/v2/groups",
          "POST /api/data/v3/datasources/{datasetId}/share",
        ]);
        assert.deepEqual(writesOf(prod), []);
        const [report] = dev.state.schedules;
        assert.deepEqual([report?.title, dev.state.schedules.length], ["Weekly sales", 1]);
        assert.equal(dev.state.groups.length, 1);
        dev.calls.length = 0;
      });

      await step("a promotion brings it to the other instance", async () => {
        const log = await project.runs(0, "workflow_dispatch", { workflow: "promote.yml" });
        includes(log, "Promoted prod.", "2 of 2 instances have the change.");
        assert.equal(prod.state.schedules.length, 1);
        assert.deepEqual(writesOf(dev), []);
        prod.calls.length = 0;
      });

      const second = await step("a comment says what an instance cannot do", async () => {
        await project.branch("rename", () =>
          project.write("index.ts", project.read("index.ts").replace("Weekly sales", "Sales")),
        );
        const { number } = await project.open("rename");
        await project.runs(1, "pull_request", { pullRequest: number });
        const comments = await project.comments(number);
        assert.equal(comments.length, 2);
        const limited = comments.find(({ body }) => body.includes("gitops/prod"))?.body ?? "";
        includes(readable(limited), "Not possible", "Weekly sales", "documented");
        const able = comments.find(({ body }) => body.includes("gitops/dev"))?.body ?? "";
        includes(readable(able), "1 to update", "Sales");
        return { number, ids: comments.map(({ id }) => id) };
      });

      await step("a second push updates the comments", async () => {
        project.write("index.ts", programOf(...reports, schedule("daily", "Daily sales")));
        await project.commit("A new schedule instead");
        await project.push("rename", "author");
        await project.runs(0, "pull_request", { pullRequest: second.number });
        const comments = await project.comments(second.number);
        assert.deepEqual(
          comments.map(({ id }) => id),
          second.ids,
        );
        for (const { body } of comments) includes(readable(body), "1 to create", "Daily sales");
      });

      await step("its merge applies only the difference", async () => {
        await project.approveAndMerge(second.number);
        await project.runs(0, "push");
        assert.deepEqual(writesOf(dev), ["POST /api/content/v1/reportschedules"]);
        assert.deepEqual(dev.state.schedules.map(({ title }) => title).sort(), [
          "Daily sales",
          "Weekly sales",
        ]);
        assert.deepEqual(dev.outbox, []);
      });

      await step("no log and no artifact has a token or a password", async () =>
        noneOf(project, servers.forge, servers.postgres.password),
      );
    } finally {
      await stop();
    }
  },
};
