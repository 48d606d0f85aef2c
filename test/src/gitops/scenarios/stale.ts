import assert from "node:assert/strict";
import { programOf, schedule } from "../programs";
import { Project } from "../project";
import { includes } from "../steps";
import { noneOf, readable, writesOf } from "./evidence";
import type { Scenario } from "./index";

const at = (hour: number) => programOf(schedule("weekly", "Weekly sales", hour));

/** What a merge does if something changed after the preview. */
export const stale: Scenario = {
  name: "A plan that is no longer true (GitHub's templates, PostgreSQL)",
  needs: ["gitea", "act", "postgres"],
  async run(step, servers) {
    const backend = await servers.postgres.backend("stale");
    const project = await step("make a repository and an instance with a report", async () => {
      const waves = { dev: ["dev"] };
      const made = await Project.create(servers, "stale", backend, waves, { program: at(8) });
      await made.apply("dev");
      return made;
    });
    project.variables = { PLATFORM_PLANS: `${servers.folder}/stale/plans` };
    const dev = project.instance("dev");
    const hour = () => dev.state.schedules[0]?.schedule.hourOfDay;
    const propose = async (branch: string, change: () => void) => {
      await project.branch(branch, change);
      const { number } = await project.open(branch);
      await project.runs(0, "pull_request", { pullRequest: number });
      return number;
    };
    try {
      await step("a plan is refused after main moved on", async () => {
        const later = await propose("later", () => project.write("index.ts", at(9)));
        await project.branch("notes", () => project.write("NOTES.md", "Notes\n"));
        await project.approveAndMerge((await project.open("notes")).number);
        await project.approveAndMerge(later);
        includes(
          await project.runs(1, "push"),
          "Nothing was applied to dev: no pull request has a plan for exactly these files.",
        );
        assert.deepEqual([writesOf(dev), hour()], [[], 8]);
      });

      await step("a plan is refused after somebody changed the instance", async () => {
        const number = await propose("ten", () => project.write("index.ts", at(10)));
        const [report] = dev.state.schedules;
        assert.ok(report);
        report.title = "Changed by hand";
        await project.approveAndMerge(number);
        includes(
          await project.runs(1, "push"),
          "Nothing was applied, because this is not as it was when the plan was made",
          "weekly",
        );
        assert.deepEqual([writesOf(dev), hour(), report.title], [[], 8, "Changed by hand"]);
      });

      await step("the next pull request has a plan with everything, and is applied", async () => {
        const number = await propose("again", () => project.write("NOTES.md", "More notes\n"));
        const [comment] = await project.comments(number);
        includes(readable(comment?.body ?? ""), "1 to update", "Changed by hand");
        await project.approveAndMerge(number);
        await project.runs(0, "push");
        assert.deepEqual([hour(), dev.state.schedules[0]?.title], [10, "Weekly sales"]);
        assert.equal(writesOf(dev).length, 1);
      });

      await step("a plan in the clear is refused where there is a passphrase", async () => {
        const number = await propose("eleven", () => project.write("index.ts", at(11)));
        project.secrets.PLATFORM_PLAN_PASSPHRASE = "passphrase-of-plans";
        await project.approveAndMerge(number);
        includes(await project.runs(1, "push"), "has a plan in the clear");
        assert.deepEqual([hour(), writesOf(dev).length], [10, 1]);
      });

      await step("no log and no artifact has a token or a password", () =>
        noneOf(project, servers.forge, servers.postgres.password),
      );
    } finally {
      await project.close();
    }
  },
};
