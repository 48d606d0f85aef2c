import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { pluginProgramOf, schedule, send } from "../programs";
import { Project } from "../project";
import { includes } from "../steps";
import { noneOf, writesOf } from "./evidence";
import type { Scenario } from "./index";

const weekly = schedule("weekly", "Weekly sales");
const reports = ["north", "south", "west"].map((name) => schedule(name, `Sales ${name}`));

/** A runner loses its power in the middle of an apply. Nobody has its journal. */
export const killed: Scenario = {
  name: "A runner that dies in the middle of an apply (GitHub's templates, PostgreSQL)",
  needs: ["gitea", "act", "postgres"],
  async run(step, servers) {
    const backend = await servers.postgres.backend("killed");
    const project = await step("make a repository and an instance with a report", async () => {
      const program = pluginProgramOf(weekly);
      const made = await Project.create(servers, "killed", backend, { dev: ["dev"] }, { program });
      await made.apply("dev");
      return made;
    });
    project.variables = { PLATFORM_PLANS: `${servers.folder}/killed/plans` };
    const dev = project.instance("dev");
    const { schedules } = dev.state;
    const titles = () => dev.state.schedules.map(({ title }) => title).sort();
    const propose = async (branch: string, change: () => void) => {
      await project.branch(branch, change);
      const { number } = await project.open(branch);
      await project.runs(0, "pull_request", { pullRequest: number });
      await project.approveAndMerge(number);
    };
    const all = ["Sales north", "Sales south", "Sales west", "Weekly sales"];
    const recover = (...args: string[]) =>
      project.attempt("pulumi-platform", "recover", "--stack", "dev", ...args);
    try {
      await step("a pull request adds three reports and an e-mail, and is merged", () => {
        const announce = send("announce", String(schedules[0]?.id));
        return propose("more", () =>
          project.write("index.ts", pluginProgramOf(weekly, ...reports, announce)),
        );
      });

      await step("the runner dies: a create and an e-mail worked, and it never knew", async () => {
        const unanswered = { method: "POST", kind: "hang", moment: "after" } as const;
        const create = dev.fault({ ...unanswered, path: "/reportschedules$", skip: 1 });
        const mail = dev.fault({ ...unanswered, path: "/sendnow$" });
        const run = await project.start("push");
        const until = Date.now() + 300_000;
        while (create.injected + mail.injected < 2) {
          assert.ok(Date.now() < until, "the apply does not come to its writes");
          await Promise.race([sleep(200), run.ended.then(({ log }) => assert.fail(log))]);
        }
        await sleep(1000);
        run.kill();
        await run.ended;
        dev.clearFaults();
        assert.equal(dev.outbox.length, 1);
        assert.ok(titles().length > 2);
        dev.calls.length = 0;
      });

      await step("a run on another machine refuses, and names recover", async () => {
        includes(await project.runs(1, "push"), "pulumi-platform recover");
        assert.deepEqual(writesOf(dev), []);
      });

      const said = await step("recover imports what was created, not the e-mail", async () => {
        await project.attempt("pulumi", "cancel", "--stack", "dev", "--yes");
        const proposed = await recover();
        assert.equal(proposed.code, 1, proposed.log);
        includes(proposed.log, "Proposal: import it", "announce");
        const done = await recover("--yes");
        assert.equal(done.code, 1, done.log);
        includes(done.log, "announce");
        assert.deepEqual(writesOf(dev), []);
        return done.log;
      });

      await step("somebody saw the e-mail: it is recorded, and not sent again", async () => {
        await project.command("pulumi", "config", "set", "platform:mail", "muted", "-s", "dev");
        const [, target = ""] = /--target '([^']+)'/.exec(said) ?? [];
        await project.command("pulumi", "up", "-s", "dev", "--yes", "--target", target);
        await project.command("pulumi", "config", "rm", "platform:mail", "-s", "dev");
        assert.equal(dev.outbox.length, 1);
        const { code, log } = await recover("--yes");
        assert.equal(code, 0, log);
      });

      await step("the next pull request applies the rest: no duplicate, no e-mail", async () => {
        await propose("notes", () => project.write("NOTES.md", "The runner died.\n"));
        await project.runs(0, "push");
        assert.deepEqual(titles(), all);
        assert.equal(dev.outbox.length, 1);
        const options = ["--refresh", "--expect-no-changes"];
        await project.command("pulumi", "preview", "-s", "dev", ...options);
      });

      await step("no log and no artifact has a token or a password", () =>
        noneOf(project, servers.forge, servers.postgres.password),
      );
    } finally {
      await project.close();
    }
  },
};
