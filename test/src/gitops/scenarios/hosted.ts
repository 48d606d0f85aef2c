import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { Servers } from "../servers";
import { pluginProgramOf, schedule, send } from "../programs";
import { Project } from "../project";
import { includes } from "../steps";
import type { Scenario } from "./index";
import { noneOf } from "./evidence";

const count = 30;
const weekly = schedule("weekly", "Weekly sales");
const reports = Array.from({ length: count }, (_, index) =>
  schedule(`report-${index}`, `Sales ${index}`),
);

/** A simulated instance shows at once what was written, so no search for a lost create has to be long. */
const settings = { "platform:writeDeadlineSeconds": 20, "platform:visibilityDelaySeconds": 10 };

/** Where the state and the journal are. */
interface Store {
  needs: "postgres" | "versitygw";
  open: (
    servers: Servers,
    name: string,
  ) => Promise<{ backend: string; journal: string; secrets: Record<string, string> }>;
}

const stores: Record<string, Store> = {
  PostgreSQL: {
    needs: "postgres",
    open: async ({ postgres }, name) => ({
      backend: await postgres.backend(name),
      journal: await postgres.journal(`${name}-journal`),
      secrets: { PGPASSWORD: postgres.password },
    }),
  },
  S3: {
    needs: "versitygw",
    open: ({ s3 }, name) =>
      Promise.resolve({
        backend: s3.backend(name),
        journal: s3.journal(`${name}-journal`),
        secrets: s3.credentials,
      }),
  },
};

/** Hosted runners share nothing but the journal and the state. Two of them die. */
const hostedWith = (place: string, { needs, open }: Store, hasCheckpoints: boolean): Scenario => ({
  name: `Hosted runners that die, and continue each other's apply (GitHub's templates, ${place}, ${hasCheckpoints ? "with" : "without"} checkpoints)`,
  needs: ["gitea", "act", needs],
  async run(step, servers, random) {
    const name = `hosted-${place.toLowerCase()}-${hasCheckpoints ? "with" : "without"}`;
    const { backend, journal, secrets } = await open(servers, name);
    const project = await step("make a repository and an instance with a report", async () => {
      const choices = { program: pluginProgramOf(weekly), settings, secrets };
      const made = await Project.create(servers, name, backend, { dev: ["dev"] }, choices);
      await made.apply("dev");
      return made;
    });
    project.variables = {
      PLATFORM_JOURNAL: journal,
      PLATFORM_PLANS: `${servers.folder}/${name}/plans`,
      ...(hasCheckpoints && { PULUMI_SKIP_CHECKPOINTS: "false" }),
    };
    const dev = project.instance("dev");
    const titles = () => dev.state.schedules.map(({ title }) => title);
    try {
      await step(`a pull request adds ${count} reports and an e-mail, and is merged`, async () => {
        const announce = send("announce", String(dev.state.schedules[0]?.id));
        await project.branch("more", () =>
          project.write("index.ts", pluginProgramOf(weekly, ...reports, announce)),
        );
        const { number } = await project.open("more");
        await project.runs(0, "pull_request", { pullRequest: number });
        await project.approveAndMerge(number);
      });

      const dies = (wanted: number, ...started: Parameters<Project["start"]>) =>
        step(`a runner dies with ${wanted} of ${count} reports`, async () => {
          const creates = { method: "POST", path: "/reportschedules$", times: 0 } as const;
          const slow = dev.fault({ ...creates, kind: "delay", delayMs: 300 });
          // The e-mail is sent, and the runner never knows.
          dev.fault({ method: "POST", path: "/sendnow$", kind: "hang", moment: "after" });
          const run = await project.start(...started);
          const until = Date.now() + 600_000;
          const isReached = () =>
            dev.state.schedules.length > wanted && slow.injected > 0 && dev.outbox.length > 0;
          while (!isReached()) {
            assert.ok(Date.now() < until, "the apply does not come to its writes");
            await Promise.race([sleep(5), run.ended.then(({ log }) => assert.fail(log))]);
          }
          run.kill();
          await run.ended;
          dev.clearFaults();
          await project.attempt("pulumi", "cancel", "--stack", "dev", "--yes");
          const state = await project.command("pulumi", "stack", "export", "--stack", "dev");
          assert.equal(/::report-\d/.test(state), hasCheckpoints, "what the state has of the run");
        });

      await dies(random.below(count / 2), "push");

      if (hasCheckpoints) {
        await step(
          "an apply refuses, because the state is another than the reviewed one",
          async () => {
            includes(
              await project.runs(1, "push"),
              "state of the stack: another command has changed",
            );
          },
        );
      }
      const next: Parameters<Project["start"]> = hasCheckpoints
        ? ["workflow_dispatch", { workflow: "promote.yml" }]
        : ["push"];
      await dies(count / 2 + random.below(count / 2), ...next);

      await step(`another runner finishes: ${count} of ${count}, and one e-mail`, async () => {
        await project.runs(0, ...next);
        const all = ["Weekly sales", ...reports.map((_, index) => `Sales ${index}`)];
        assert.deepEqual(titles().sort(), all.sort());
        assert.equal(dev.outbox.length, 1);
        const options = ["--refresh", "--expect-no-changes"];
        await project.command("pulumi", "preview", "-s", "dev", ...options);
      });

      await step("no log and no artifact has a token or a password", () =>
        noneOf(project, servers.forge),
      );
    } finally {
      await project.close();
    }
  },
});

export const hosted: readonly Scenario[] = Object.entries(stores).flatMap(([place, store]) =>
  [false, true].map((hasCheckpoints) => hostedWith(place, store, hasCheckpoints)),
);
