import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { root } from "../engine/stacks/stack";

const folder = join(root, "examples", "gitops");
const workflowFolder = join(folder, "github", "workflows");
const scriptFolder = join(folder, "scripts");
const read = (...path: string[]) => readFileSync(join(folder, ...path), "utf8");

interface Step {
  uses?: string;
  run?: string;
  if?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}
interface Job {
  permissions?: Record<string, string>;
  environment?: string;
  needs?: string | string[];
  if?: string;
  uses?: string;
  "runs-on"?: string;
  concurrency?: { group: string; "cancel-in-progress": boolean };
  strategy?: { "fail-fast": boolean; "max-parallel"?: number };
  steps?: Step[];
}
interface Workflow {
  on: Record<string, { branches?: string[] } | null>;
  jobs: Record<string, Job>;
}

const workflows = new Map(
  readdirSync(workflowFolder).map((file) => [
    file.replace(".yml", ""),
    parse(read("github", "workflows", file)) as Workflow,
  ]),
);
const jobs = [...workflows].flatMap(([workflow, { jobs }]) =>
  Object.entries(jobs).map(([name, job]) => ({ name: `${workflow}/${name}`, job })),
);
const jobOf = (name: string): Job => {
  const found = jobs.find((one) => one.name === name);
  assert.ok(found !== undefined, name);
  return found.job;
};
const scripts = readdirSync(scriptFolder).filter((name) => name.endsWith(".sh"));

describe("the workflows for GitHub and Gitea", () => {
  it("start on pull requests, merges, every night, and by hand", () => {
    const triggers = [...workflows].map(([name, { on }]) => [name, on] as const);
    assert.deepEqual(Object.fromEntries(triggers), {
      apply: { push: { branches: ["main"] } },
      drift: { schedule: [{ cron: "17 3 * * *" }], workflow_dispatch: null },
      promote: { workflow_dispatch: null },
      "pull-request": { pull_request: { branches: ["main"] } },
      wave: {
        workflow_call: {
          inputs: {
            wave: { description: "A wave of waves.json", required: true, type: "string" },
          },
        },
      },
    });
  });

  it("never run with secrets for code of a fork", () => {
    const { jobs } = workflows.get("pull-request") as Workflow;
    const secret = Object.entries(jobs).filter(([, job]) =>
      /secrets\.|github\.token/.test(JSON.stringify(job)),
    );
    assert.deepEqual(
      secret.map(([name, job]) => [name, job.if]),
      [["preview", "${{ github.event.pull_request.head.repo.full_name == github.repository }}"]],
    );
    assert.equal(jobOf("pull-request/check")["runs-on"], "ubuntu-24.04");
  });

  it("grant each job only what it needs", () => {
    const more: Record<string, Record<string, string>> = {
      "pull-request/preview": { "pull-requests": "write" },
      "apply/apply": { actions: "read" },
      "drift/drift": { issues: "write" },
    };
    for (const { name, job } of jobs) {
      assert.deepEqual(job.permissions, { contents: "read", ...more[name] }, name);
    }
  });

  it("run nothing but scripts, so that no text of an event is part of a command", () => {
    const commands = jobs.flatMap(({ job }) => (job.steps ?? []).flatMap(({ run }) => run ?? []));
    assert.ok(commands.length > 0);
    for (const command of commands) assert.match(command, /^scripts\/[\w-]+\.sh$/);
  });

  it("pass secrets only to the steps that run the engine, and none to the installation", () => {
    for (const { name, job } of jobs) {
      assert.equal((job as { env?: object }).env, undefined, name);
    }
    const secret = jobs
      .flatMap(({ job }) => job.steps ?? [])
      .filter(({ env }) => /secrets\./.test(JSON.stringify(env ?? {})));
    assert.ok(secret.length > 0);
    for (const { run } of secret) {
      assert.match(run ?? "", /^scripts\/(preview|apply|promote|drift)\.sh$/);
    }
  });

  it("use the environment of the preview for what only reads, and the one of the stack for what writes", () => {
    const environments = jobs.flatMap(({ name, job }) => {
      const isSecret = /secrets\.PLATFORM/.test(JSON.stringify(job));
      assert.equal(isSecret, job.environment !== undefined, name);
      return isSecret ? [[name, job.environment]] : [];
    });
    assert.deepEqual(Object.fromEntries(environments), {
      "apply/apply": "${{ matrix.stack }}",
      "drift/drift": "drift-${{ matrix.stack }}",
      "pull-request/preview": "preview-${{ matrix.stack }}",
      "wave/promote": "${{ matrix.stack }}",
    });
  });

  it("run code of a branch on no runner that writes, and give it no journal", () => {
    const runners = jobs.map(({ name, job }) => [name, job["runs-on"]] as const);
    const own = runners.filter(([, runner]) => runner?.includes("vars."));
    assert.deepEqual(Object.fromEntries(own), {
      "apply/apply": "${{ vars.PLATFORM_RUNNER || 'ubuntu-24.04' }}",
      "drift/drift": "${{ vars.PLATFORM_RUNNER || 'ubuntu-24.04' }}",
      "pull-request/preview": "${{ vars.PLATFORM_PREVIEW_RUNNER || 'ubuntu-24.04' }}",
      "wave/promote": "${{ vars.PLATFORM_RUNNER || 'ubuntu-24.04' }}",
    });
    assert.doesNotMatch(read("github", "workflows", "pull-request.yml"), /PLATFORM_JOURNAL/);
  });

  it("start no apply and no wave for which there is no stack", () => {
    for (const name of ["apply/apply", "wave/promote"])
      assert.equal(jobOf(name).if, "${{ needs.stacks.outputs.stacks != '[]' }}");
  });

  it("change a stack in one job at a time, and never end that job in the middle", () => {
    for (const name of ["apply/apply", "wave/promote"]) {
      const { concurrency, strategy } = jobOf(name);
      assert.deepEqual(concurrency, {
        group: "stack-${{ matrix.stack }}",
        "cancel-in-progress": false,
      });
      assert.equal(strategy?.["fail-fast"], false);
    }
  });

  it("start a wave after the wave before it, and the summary in any case", () => {
    const { jobs } = workflows.get("promote") as Workflow;
    assert.deepEqual(
      Object.entries(jobs).map(([name, { needs }]) => [name, needs]),
      [
        ["dev", undefined],
        ["staging", "dev"],
        ["canary", "staging"],
        ["production", "canary"],
        ["summary", ["dev", "staging", "canary", "production"]],
      ],
    );
    assert.match(jobs.summary?.if ?? "", /always\(\)/);
    for (const name of ["dev", "staging", "canary", "production"])
      assert.doesNotMatch(jobs[name]?.if ?? "", /always/);
    for (const name of ["dev", "staging", "canary", "production"])
      assert.match(jobs[name]?.if ?? "", /github\.ref == 'refs\/heads\/main'/);
    // A wave that the team left out is skipped, and GitHub skips what needs a skipped job.
    for (const name of ["staging", "canary", "production"])
      assert.match(jobs[name]?.if ?? "", /!failure\(\) && !cancelled\(\)/);
    assert.equal(jobOf("wave/promote").strategy?.["max-parallel"], 4);
  });

  it("delete plans after days", () => {
    const uploads = jobs
      .flatMap(({ job }) => job.steps ?? [])
      .filter(({ uses }) => /upload/.test(uses ?? ""));
    assert.ok(uploads.length > 0);
    for (const step of uploads) {
      assert.equal(step.with?.["retention-days"], 7);
      // A job that is started again has the name of its first attempt.
      assert.equal(step.with.overwrite, true);
    }
  });
});

describe("the pipeline for GitLab", () => {
  interface GitLabJob {
    extends?: string;
    stage?: string;
    rules?: { if?: string; when?: string }[];
    script?: string[];
    resource_group?: string;
    interruptible?: boolean;
    environment?: { name: string; action?: string };
    parallel?: { matrix: { STACK: string[] }[] };
    variables?: Record<string, string>;
    artifacts?: { paths?: string[]; expire_in?: string; access?: string };
  }
  const pipeline = parse(read("gitlab", ".gitlab-ci.yml")) as Record<string, GitLabJob> & {
    image: string;
    stages: string[];
  };
  const whole = (name: string): GitLabJob => {
    const job = pipeline[name] ?? {};
    return { ...(job.extends !== undefined && whole(job.extends)), ...job };
  };
  const waves = JSON.parse(read("waves.json")) as Record<string, string[]>;
  const stacksOf = (name: string) => whole(name).parallel?.matrix[0]?.STACK;

  it("has the stacks of waves.json", () => {
    const all = Object.values(waves).flat();
    assert.deepEqual([stacksOf("preview"), stacksOf("drift")], [all, all]);
    assert.deepEqual(stacksOf("apply"), waves.dev);
    for (const wave of ["dev", "staging", "canary", "production"]) {
      assert.deepEqual(stacksOf(wave), waves[wave]);
    }
    for (const stack of all) assert.ok(statSync(join(folder, `Pulumi.${stack}.yaml`)).isFile());
  });

  it("previews no merge request of a fork", () => {
    assert.deepEqual(whole("preview").rules, [
      {
        if: '$CI_PIPELINE_SOURCE == "merge_request_event" && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_PROJECT_ID',
      },
    ]);
  });

  it("changes a stack in one job at a time, and never ends that job in the middle", () => {
    for (const name of ["apply", "dev", "staging", "canary", "production"]) {
      const { resource_group: group, interruptible, environment } = whole(name);
      assert.deepEqual(
        [group, interruptible, environment],
        ["stack-$STACK", false, { name: "$STACK" }],
      );
    }
    for (const name of ["preview", "drift"]) {
      assert.deepEqual(whole(name).environment, { name: `${name}-$STACK`, action: "access" });
    }
  });

  it("starts a wave after the wave before it, and the summary in any case", () => {
    const order = ["dev", "staging", "canary", "production", "summary"];
    assert.deepEqual(pipeline.stages.slice(-5), order);
    assert.deepEqual(
      order.map((name) => whole(name).stage),
      order,
    );
    assert.equal(whole("summary").rules?.[0]?.when, "always");
  });

  it("runs nothing but scripts", () => {
    const commands = Object.keys(pipeline).flatMap((name) => whole(name).script ?? []);
    const others = commands.filter((line) => !/^scripts\/[\w-]+\.sh$/.test(line));
    assert.deepEqual(others, [
      'if [ "$CI_MERGE_REQUEST_SOURCE_PROJECT_ID" != "$CI_PROJECT_ID" ]; then export IS_FORK=true; fi',
      'BASE_REF="$CI_MERGE_REQUEST_TARGET_BRANCH_NAME" scripts/preview.sh',
    ]);
  });

  it("publishes no plan as an artifact", () => {
    const paths = Object.keys(pipeline).flatMap((name) => whole(name).artifacts?.paths ?? []);
    assert.ok(paths.length > 0);
    for (const path of paths) assert.doesNotMatch(path, /plan/);
  });

  it("has an exact version of its image", () =>
    assert.match(pipeline.image, /^node:\d+\.\d+\.\d+-\w+$/));
});

describe("the scripts of the pipelines", () => {
  it("can be run, and stop at the first error", () => {
    for (const name of scripts) {
      const text = read("scripts", name);
      assert.ok((statSync(join(scriptFolder, name)).mode & 0o111) !== 0, name);
      assert.match(text, /^#!\/usr\/bin\/env bash\n/);
      assert.match(text, /^(set -euo pipefail|source "\$\(dirname "\$0"\)\/environment\.sh")$/m);
    }
  });

  it("are all used by both forges", () => {
    const own = ["environment.sh", "keep-plan.sh"];
    const github = readdirSync(workflowFolder).map((file) => read("github", "workflows", file));
    const texts = { github: github.join("\n"), gitlab: read("gitlab", ".gitlab-ci.yml") };
    for (const [forge, text] of Object.entries(texts)) {
      // GitLab has no list of jobs that a script makes.
      const others = forge === "gitlab" ? [...own, "stacks.sh"] : own;
      for (const name of scripts.filter((one) => !others.includes(one))) {
        assert.ok(text.includes(`scripts/${name}`), `${forge} ${name}`);
      }
    }
  });

  const linters: [name: string, test: string, ...args: string[]][] = [
    [
      "shellcheck",
      "have no finding of shellcheck",
      ...scripts.map((name) => join(scriptFolder, name)),
    ],
    [
      "check-jsonschema",
      "are called by a pipeline that follows the schema of GitLab",
      ...["--builtin-schema", "vendor.gitlab-ci", "--data-transform", "gitlab-ci"],
      join(folder, "gitlab", ".gitlab-ci.yml"),
    ],
  ];
  for (const [command, title, ...args] of linters) {
    if (spawnSync(command, ["--version"]).error !== undefined) {
      process.stdout.write(
        `not run: the scripts of the pipelines ${title}, because there is no ${command}\n`,
      );
      continue;
    }
    it(title, () => {
      const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
      assert.equal(status, 0, stdout + stderr);
    });
  }
});
