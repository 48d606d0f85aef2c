import assert from "node:assert/strict";
import { programOf, schedule } from "../programs";
import { Project } from "../project";
import { includes } from "../steps";
import { noneOf } from "./evidence";
import type { Scenario } from "./index";

const names = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `i${String(from + n).padStart(2, "0")}`);

/** A promotion to twenty instances, of which one does not answer. */
export const waves: Scenario = {
  name: "Twenty instances in waves, one of them down (GitHub's templates, PostgreSQL)",
  needs: ["gitea", "act", "postgres"],
  async run(step, servers) {
    const backend = await servers.postgres.backend("waves");
    const order = {
      dev: [],
      staging: names(1, 3),
      canary: names(4, 4),
      production: names(5, 20),
    };
    const project = await step("make a repository, twenty instances and their stacks", () => {
      const program = programOf(schedule("weekly", "Weekly sales"));
      return Project.create(servers, "waves", backend, order, { program });
    });
    const down = "i13";
    try {
      await step("all others get the change, and the summary says so", async () => {
        await project.instance(down).close();
        const workflow = "promote.yml";
        const promotion = await project.start("workflow_dispatch", { workflow });
        assert.notEqual((await promotion.ended).code, 0);
        const job = { name: "summary", after: promotion };
        const log = await project.runs(1, "workflow_dispatch", { workflow, job });
        includes(log, "19 of 20 instances have the change.", "| production | i13 | **failed** |");
        for (const name of names(1, 20)) {
          const titles = project.instance(name).state.schedules.map(({ title }) => title);
          assert.deepEqual(titles, name === down ? [] : ["Weekly sales"], name);
        }
      });

      await step("a wave starts after the wave before it", async () => {
        const times = (wave: keyof typeof order) =>
          order[wave]
            .filter((name) => name !== down)
            .flatMap((name) => project.instance(name).calls.map(({ at }) => at));
        assert.ok(Math.max(...times("staging")) < Math.min(...times("canary")));
        assert.ok(Math.max(...times("canary")) < Math.min(...times("production")));
      });

      await step(
        "a promotion that is started again after main moved on changes nothing",
        async () => {
          const commit = await project.tip("main");
          const later = programOf(schedule("weekly", "Weekly sales", 9));
          await project.branch("later", () => project.write("index.ts", later));
          await project.approveAndMerge((await project.open("later")).number);
          const countCalls = () => names(1, 3).map((name) => project.instance(name).calls.length);
          const before = countCalls();
          const log = await project.runs(1, "workflow_dispatch", {
            workflow: "promote.yml",
            ...(commit !== undefined && { commit }),
          });
          includes(log, "main has moved on since this promotion began");
          assert.deepEqual(countCalls(), before);
        },
      );

      await step("no log and no artifact has a token or a password", () =>
        noneOf(project, servers.forge, servers.postgres.password),
      );
    } finally {
      await project.close();
    }
  },
};
